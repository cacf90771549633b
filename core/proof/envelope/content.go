package envelope

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// content is the text that the signatures of a document cover. It is decoded and parsed
// once, however many cover it, and only after one of them holds: until then it may be
// anything, made by anybody.
type content struct {
	host string // the text that carries it
	at   int    // where, for problems
	text []byte // nil until it is made, if it is

	// make makes the text, or says what was wanted; nil if it is at hand.
	make func() (text []byte, wanted string)

	carried bool // an envelope or a log carries it
	flat    bool // a layout made it: it is the record itself
	inToto  bool // the record is the predicate of a statement
	token   bool // it may be a JSON Web Token

	parsed  bool
	str     string
	value   *jcs.Value // an object in str, or nil
	problem *text.Problem
}

// covered returns what the signatures of r's text cover.
func (r *reader) covered(at int, text []byte) *content {
	return &content{host: r.text, at: at, text: text}
}

func (c *content) fail(message string) *text.Problem { return text.ProblemAt(c.host, c.at, message) }

// parse returns the object that the content is the text of; nil if no reader takes it for
// one. Strict JSON comes first: an object that two readers may read in two ways is a
// problem.
func (c *content) parse() (*jcs.Value, *text.Problem) {
	if c == nil || c.parsed {
		return c.result()
	}
	c.parsed = true
	if c.make != nil {
		var wanted string
		if c.text, wanted = c.make(); wanted != "" {
			c.problem = c.fail("expected " + wanted)
			return c.result()
		}
	}
	if !text.BeginsObject(c.text) {
		return nil, nil
	}
	c.str = string(c.text)
	if v, err := jcs.ParseString(c.str); err == nil {
		c.value = &v
	} else {
		c.problem = c.fail("in the signed text, " + err.Error())
	}
	return c.result()
}

func (c *content) result() (*jcs.Value, *text.Problem) {
	if c == nil {
		return nil, nil
	}
	return c.value, c.problem
}

// open returns the record inside the signed bytes, or nil, and reads the validity of the
// document from the members around it.
func (s *Statement) open() (*jcs.Value, *text.Problem) {
	c := s.content
	v, p := c.parse()
	if p != nil || c == nil {
		return nil, p
	}
	if s.options != nil {
		s.Readable = append(slices.Clip(s.options), c.text...)
	}
	if p = s.credential(v); p == nil && c.inToto {
		v, p = s.predicate(v)
	}
	if p == nil && c.token {
		p = s.claims(v)
	}
	if p != nil || c.flat {
		return v, p
	}
	return s.narrow(v), nil
}

// credential holds a signed object that is a credential, or carries one as a token does,
// to its own dates, whatever carries it.
func (s *Statement) credential(v *jcs.Value) *text.Problem {
	for _, c := range []*jcs.Value{v, v.Get("vc")} {
		if c == nil || c.Get("credentialSubject") == nil {
			continue
		}
		if _, wanted := s.validity(c); wanted != "" { // its place is one of the signed text
			return s.content.fail("in the signed text, expected " + wanted)
		}
		s.issuedBy(c.Get("issuer"))
	}
	return nil
}

// Issuer is who a signed credential or token says issued it, "" if it does not say.
type Issuer struct{ ID, Name string }

// issuedBy notes the issuer that the signed bytes name: a text, or an object with an id and
// a name. The first that they name counts.
func (s *Statement) issuedBy(issuer *jcs.Value) {
	switch {
	case issuer == nil || s.Issuer != Issuer{}:
	case issuer.Kind == jcs.String:
		s.Issuer.ID = issuer.Str
	default:
		s.Issuer = Issuer{ID: text.Member(issuer, "id"), Name: text.Member(issuer, "name")}
	}
}

// predicate returns the predicate of an in-toto statement, if it is an object.
func (s *Statement) predicate(whole *jcs.Value) (*jcs.Value, *text.Problem) {
	if whole == nil {
		return nil, s.content.fail("expected an in-toto statement, a JSON object, in the payload")
	}
	switch kind := text.Member(whole, "_type"); kind {
	case "https://in-toto.io/Statement/v1", "https://in-toto.io/Statement/v0.1":
	default:
		return nil, s.content.fail("expected an in-toto statement of version 1 or 0.1, found the type " + op.Quote(kind))
	}
	inner := whole.Get("predicate")
	if inner == nil || inner.Kind != jcs.Object {
		return nil, nil
	}
	s.around(whole)
	return inner, s.credential(inner)
}

// narrow returns the subject of a signed credential, which is the signed object or the
// member vc of a token without a score of its own.
func (s *Statement) narrow(whole *jcs.Value) *jcs.Value {
	credential := whole
	if vc := whole.Get("vc"); whole.Get("credentialSubject") == nil && record.MemberOf(whole, record.ScoreNames) == "" {
		credential = vc
	}
	subject := credential.Get("credentialSubject")
	if subject == nil || subject.Kind != jcs.Object {
		return whole
	}
	s.around(whole, credential)
	return subject
}

// around notes objects around the record, which may name an arena too.
func (s *Statement) around(objects ...*jcs.Value) {
	s.Use.Around = append(slices.Clip(s.Use.Around), objects...)
}
