package typescript

import (
	"encoding/json"
	"regexp"
)

var identifier = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

// key returns a member's name, in quotes where it is not an identifier.
func key(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return quote(name)
}

// quote returns a string literal: a JSON string is one in TypeScript too.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
