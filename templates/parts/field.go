package parts

import (
	"strings"
)

// ID returns the control's id: its form and name with hyphens.
func (f FieldView) ID() string { return fieldID(f.Form + f.Name) }

func (f FieldView) toID() string {
	if f.ToOf == "" {
		return ""
	}
	return fieldID(f.Form + f.ToOf)
}

// fieldID has a prefix because a control's id becomes a property of its form:
// one called matches would hide the form's method.
func fieldID(name string) string {
	return "f-" + strings.NewReplacer("/", "-", "_", "-").Replace(strings.Trim(name, "/"))
}
