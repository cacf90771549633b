package op

// Version of Tallyproof: of the contract, so of the operations' names, shapes and meanings,
// of the engine's package, of the API and of the command. The tag of a release is v and this.
const Version = "1.0.0"

// Catalogue is a list of operations, in the order of the documentation, each of which
// can be called by name.
type Catalogue []Op

// Find returns the operation of that name.
func (c Catalogue) Find(name string) (Op, bool) {
	for _, o := range c {
		if o.Name == name {
			return o, true
		}
	}
	return Op{}, false
}

// Call runs the named operation on a JSON request and answers the envelope
// {"ok": …} or {"error": {"code", "field", "message"}}. It never panics.
func (c Catalogue) Call(name string, request []byte) []byte {
	o, ok := c.Find(name)
	if !ok {
		return Envelope(Unnamed(name))
	}
	return o.Call(request)
}

// Unnamed refuses the name of an operation that does not exist.
func Unnamed(name string) *Error {
	return &Error{Code: Unknown, Message: "no operation is called " + Quote(name) + ": the catalogue lists them"}
}
