package serve

import (
	"fmt"
	"net/http"
)

// Gone maps addresses of earlier versions to what to use instead. They answer 410, by the
// Worker (wasm/edge/worker.mjs) as well.
var Gone = map[string]string{
	"/parts/":        "tests alone make this page (e2e/browser/look)",
	"/sbom.cdx.json": "use the sbom.cdx.json of a release",
}

// refuseGone answers an address of an earlier version.
func refuseGone(w http.ResponseWriter, instead string) {
	SetHeaders(w.Header(), errorPath)
	http.Error(w, fmt.Sprintf("this address is gone: %s", instead), http.StatusGone)
}
