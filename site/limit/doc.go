// Package limit keeps strangers from using more than their share of a host, by one rule,
// which hosts/worker/limits.mjs keeps at the edge with numbers of its own: short bodies
// (32 KiB) are free; long ones share so many bytes, and stop if they bring less than
// 32 KiB in 2 s. So many requests work at a time, some more wait in their order, and the
// others get 503 at once. Of those at work, heavy ones (by a long body, or by the estimate
// of their cost) leave one place to the light.
//
// A request has a turn only while its handler works. Its body is read before,
// and its answer is sent after: a slow client makes nobody wait. A request whose
// client has left is not worked on.
//
// [Connections] limits what a client can hold open: idle connections lock nobody out.
package limit
