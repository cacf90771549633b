// Package serve answers HTTP requests from a built site, the way a static host
// does: with precompressed files, strong validators and the headers that
// [Rules] gives each path.
//
// It depends on the standard library alone. The build reads its tables (headers
// and media types), so a site is described once for every server.
package serve
