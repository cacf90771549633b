//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/syumai/workers/cloudflare/cache"

	"github.com/tallyproof/tallyproof/site/web/copies"
)

// longest is the maximum age of a copy in Cloudflare's cache.
const longest = 30 * 24 * time.Hour

// keptAt is the header with the time of a copy, in seconds: a date has a comma, at which
// the library divides headers.
const keptAt = "X-Kept-At"

// cached keeps copies in Cloudflare's cache, at addresses that the Worker answers to
// nobody. workers.dev has no cache.
type cached struct{ *cache.Cache }

func address(key string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, os.Getenv("ORIGIN")+"/.copy/"+key, nil)
}

// Put keeps a copy.
func (c cached) Put(_ context.Context, key string, copied copies.Copy) {
	r, err := address(key)
	if err == nil {
		err = c.Cache.Put(r, &http.Response{
			StatusCode: http.StatusOK, ContentLength: int64(len(copied.Text)), Body: io.NopCloser(bytes.NewReader(copied.Text)),
			Header: http.Header{"Cache-Control": {fmt.Sprintf("public, max-age=%d", int(longest.Seconds()))},
				keptAt: {strconv.FormatInt(copied.At.Unix(), 10)}},
		})
	}
	if err != nil {
		log.Printf("a copy was not kept: %v", err)
	}
}

// Get returns a copy.
func (c cached) Get(_ context.Context, key string) (copied copies.Copy, found bool) {
	r, err := address(key)
	if err != nil {
		return copied, false
	}
	answer, err := c.Cache.Match(r, nil)
	if err != nil {
		return copied, false
	}
	seconds, err := strconv.ParseInt(answer.Header.Get(keptAt), 10, 64)
	if err != nil {
		return copied, false
	}
	copied.At = time.Unix(seconds, 0)
	copied.Text, err = io.ReadAll(answer.Body)
	return copied, err == nil
}
