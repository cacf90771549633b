package serve

import (
	"fmt"
	"net/http"
	"strings"
)

// Gone maps addresses of earlier versions to what to use instead. They answer 410, by the
// Worker (hosts/worker/worker.mjs) as well.
var Gone = map[string]string{
	"/parts/":           "tests alone make this page (e2e/browser/look)",
	"/schema/page.json": "pages are no JSON any more; /schema/rulebook.json and /api/openapi.json have the schemas of the API",
	"/sbom.cdx.json":    "use the sbom.cdx.json of a release",
}

// gone returns the replacement for an address of an earlier version, or "". Every page
// was also JSON.
func (s *site) gone(path string) string {
	page, isJSON := strings.CutSuffix(path, ".json")
	if isJSON && s.files[page+".md"] != nil {
		return fmt.Sprintf("use %s.md, or POST to /api/v1/{operation} for its numbers", page)
	}
	return Gone[path]
}

// refuseGone answers an address of an earlier version.
func refuseGone(w http.ResponseWriter, instead string) {
	SetHeaders(w.Header(), errorPath)
	http.Error(w, fmt.Sprintf("this address is gone: %s", instead), http.StatusGone)
}
