package parts

// anchor keeps the labels at the ends of a ruler inside it.
func (t TickView) anchor() string {
	switch t.At {
	case 0:
		return "start"
	case 100:
		return "end"
	}
	return "middle"
}
