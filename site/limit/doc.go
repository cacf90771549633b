// Package limit keeps strangers from using more than their share of a host: it
// runs as many requests at a time as there are processors, some more wait for
// their turn, and the others get 503 immediately.
//
// A request has a turn only while its handler works. Its body is read before,
// and its answer is sent after: a slow client makes nobody wait. A request whose
// client has left is not worked on.
//
// Heavy requests, those with a long body or a high estimate of their cost, have
// fewer turns than there are processors, so that light ones always find one.
//
// [Connections] limits what a client can hold open: idle connections lock nobody out.
package limit
