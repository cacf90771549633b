package about

import (
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/layout"
)

// Offline is what the service worker shows for a page that is not on the device.
// It has no module: on some devices there is none for it.
func Offline(f *frame.Frame) build.Component {
	v := f.Layout("/offline/", "Not available offline", "What works on this device without a network.")
	v.Scripts = nil
	return layout.Offline(v)
}
