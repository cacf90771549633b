// Package limit keeps strangers from taking more of a host than their share: as
// many requests are worked on at a time as there are processors, some more wait
// for their turn, and the others are answered 503 at once.
//
// A request has a turn only while its handler works. Its body is read before,
// and its answer is sent after: a slow client makes nobody wait. A request whose
// client has left is not worked on.
//
// Heavy requests, those with a long body or a high estimate of their cost, have
// fewer turns than there are processors, so that light ones always find one.
package limit
