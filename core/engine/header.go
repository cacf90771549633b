package engine

// Header is the fields of a [Response], each name once and in canonical form, in
// the order in which they are sent. It is no map: there are few of them, so that
// making a map would take longer than looking at all.
type Header []Field

// Field is a line of a header.
type Field struct{ Name, Value string }

// Get returns the value of a field, "" if it is not there.
func (h Header) Get(name string) string {
	if i := h.index(name); i >= 0 {
		return h[i].Value
	}
	return ""
}

// Set gives a field its value, and adds it if it is not there.
func (h *Header) Set(name, value string) {
	if i := h.index(name); i >= 0 {
		(*h)[i].Value = value
		return
	}
	*h = append(*h, Field{name, value})
}

// Delete removes a field.
func (h *Header) Delete(name string) {
	if i := h.index(name); i >= 0 {
		*h = append((*h)[:i], (*h)[i+1:]...)
	}
}

// index returns the place of a field, or -1.
func (h Header) index(name string) int {
	for i := range h {
		if h[i].Name == name {
			return i
		}
	}
	return -1
}
