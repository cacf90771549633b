//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"io"

	"github.com/syumai/workers/cloudflare/r2"
)

// bucket keeps tiles of the transparency log in R2.
type bucket struct{ *r2.Bucket }

// Get reads an object. It returns nil if the object is missing or too large.
func (b bucket) Get(_ context.Context, key string, most int) ([]byte, error) {
	object, err := b.Bucket.Get(key)
	if err != nil || object == nil || object.Size > most {
		return nil, err
	}
	return io.ReadAll(object.Body)
}

// Put writes an object.
func (b bucket) Put(_ context.Context, key string, data []byte) error {
	_, err := b.Bucket.Put(key, io.NopCloser(bytes.NewReader(data)), nil)
	return err
}
