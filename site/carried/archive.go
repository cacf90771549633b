//go:build carried

package carried

import _ "embed" // of the site

//go:embed site.zip
var archive string
