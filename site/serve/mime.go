package serve

import "path"

// media is the type of files with an extension. The operating system's
// mime.types is not used, because it differs between machines.
type media struct {
	ext, kind string
	text      bool // shrinks when compressed
}

var medias = []media{
	{".css", "text/css; charset=utf-8", true},
	{".csv", "text/csv; charset=utf-8", true},
	{".html", "text/html; charset=utf-8", true},
	{".ico", "image/x-icon", false},
	{".jpg", "image/jpeg", false},
	{".js", "text/javascript; charset=utf-8", true},
	{".json", "application/json", true},
	{".md", "text/markdown; charset=utf-8", true},
	{".mjs", "text/javascript; charset=utf-8", true},
	{".mts", "text/plain; charset=utf-8", true}, // TypeScript declarations, to be read
	{".png", "image/png", false},
	{".svg", "image/svg+xml", true},
	{".ts", "text/plain; charset=utf-8", true},
	{".txt", "text/plain; charset=utf-8", true},
	{".wasm", "application/wasm", true},
	{".webmanifest", "application/manifest+json", true},
	{".webp", "image/webp", false},
	{".woff2", "font/woff2", false},
	{".xml", "application/xml", true},
}

// MediaType of a file by its name, application/octet-stream if it is not known.
func MediaType(name string) string {
	if m, ok := mediaOf(name); ok {
		return m.kind
	}
	return "application/octet-stream"
}

// Known reports whether files of this kind belong on the site.
func Known(name string) bool {
	_, ok := mediaOf(name)
	return ok
}

// Compressible reports whether a file is published with compressed copies.
func Compressible(name string) bool {
	m, _ := mediaOf(name)
	return m.text
}

func mediaOf(name string) (media, bool) {
	ext := path.Ext(name)
	for _, m := range medias {
		if m.ext == ext {
			return m, true
		}
	}
	return media{}, false
}
