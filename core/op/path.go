package op

import "strconv"

// step is one member or element on the way to where a decoder is. The decoder
// keeps them on a stack, so that walking costs nothing and only a refusal
// builds the pointer.
type step struct {
	name  string
	index int // of an array's element; -1 for a member
}

// pointer returns the JSON Pointer of the value in work.
func (d *decoder) pointer() string {
	var out []byte
	for _, s := range d.at {
		out = append(out, '/')
		if s.index >= 0 {
			out = strconv.AppendInt(out, int64(s.index), 10)
		} else {
			out = append(out, escapePointer(s.name)...)
		}
	}
	return string(out)
}

// enter and leave move to a member and back.
func (d *decoder) enter(name string) { d.at = append(d.at, step{name, -1}) }
func (d *decoder) index(i int)       { d.at = append(d.at, step{index: i}) }
func (d *decoder) leave()            { d.at = d.at[:len(d.at)-1] }

// refuse returns a refusal of the value in work.
func (d *decoder) refuse(format string, args ...any) *Error {
	return Refuse(d.pointer(), format, args...)
}
