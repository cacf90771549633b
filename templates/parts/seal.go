package parts

import (
	_ "embed" // the seals
	"strings"

	"github.com/a-h/templ"
)

//go:embed seal.sheet.svg
var seals string

// Seal draws all nine seals, each of another shape. The style sheet shows the one for the
// state of the element around it.
func Seal() templ.Component {
	return templ.Raw(strings.NewReplacer("\n\t", "", "\n", "").Replace(seals))
}
