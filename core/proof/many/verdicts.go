package many

// The verdicts, in the order in which the first that applies is given.
const (
	Unreadable   = "unreadable"    // the text cannot be read
	NotAuthentic = "not-authentic" // a declared signature is false
	Unmatched    = "unmatched"     // no layout that was tried fits
	Contested    = "contested"     // verifiers disagree
	UnknownKey   = "unknown-key"   // no trusted key made it
	Qualified    = "qualified"     // a trusted key made it, and a check failed
	Authentic    = "authentic"     // a trusted key made it, and no check failed
)
