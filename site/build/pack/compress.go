// Package pack compresses the files of a site with Brotli and gzip. It keeps
// Brotli's results of the best quality between builds.
package pack

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/tallyproof/tallyproof/site/serve"
)

// All adds a .br and a .gz to every file that shrinks. The largest start
// first, because the engine takes as long as all others together.
func All(ctx context.Context, files map[string][]byte, c Cache) error {
	jobs := compressions(files)
	runJobs(ctx, jobs, c)
	for _, job := range jobs {
		for _, name := range job.names {
			files[name+".br"], files[name+".gz"] = job.br, job.gz
		}
	}
	return ctx.Err()
}

// runJobs runs as many jobs at a time as there are processors, until ctx ends.
func runJobs(ctx context.Context, jobs []*compression, c Cache) {
	queue := make(chan *compression)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for job := range queue {
				job.run(c)
			}
		})
	}
	for _, job := range jobs {
		if ctx.Err() != nil {
			break
		}
		queue <- job
	}
	close(queue)
	workers.Wait()
}

// compression of one content, which several files may have.
type compression struct {
	names  []string
	data   []byte
	br, gz []byte
}

func compressions(files map[string][]byte) []*compression {
	seen := make(map[[sha256.Size]byte]*compression)
	var jobs []*compression
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !serve.Compressible(name) {
			continue
		}
		sum := sha256.Sum256(files[name])
		if seen[sum] == nil {
			seen[sum] = &compression{data: files[name]}
			jobs = append(jobs, seen[sum])
		}
		seen[sum].names = append(seen[sum].names, name)
	}
	slices.SortStableFunc(jobs, func(a, b *compression) int { return cmp.Compare(len(b.data), len(a.data)) })
	return jobs
}

func (j *compression) run(c Cache) {
	j.br = c.brotli(j.data)
	j.gz = Gzip(j.data)
}

// Brotli compresses with the best quality; writing to memory cannot fail. The
// window stays at its default of 4 MiB: with the widest, 16 MiB, the engine came
// out 709 bytes larger and browsers need four times the memory for it.
func Brotli(data []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	w.Write(data)
	w.Close()
	return out.Bytes()
}

// Gzip compresses with the best level, for clients that do not read Brotli.
func Gzip(data []byte) []byte { return gzipped(data, gzip.BestCompression) }

// GzipStored is data in gzip's form as it is, for sites that somebody is working on.
func GzipStored(data []byte) []byte { return gzipped(data, gzip.NoCompression) }

func gzipped(data []byte, level int) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, level) // no name and no time in its header
	w.Write(data)
	w.Close()
	return out.Bytes()
}
