// Package examples defines what a worked example of an operation is.
package examples

// Example is a worked example of an operation.
type Example struct {
	Name    string // unique among those of the operation
	Title   string // for readers
	Source  string // where its numbers come from
	Request string // JSON, unless it is refused as malformed
	Answer  string // JSON: the answer, or the problem
	Status  int    // over HTTP
}
