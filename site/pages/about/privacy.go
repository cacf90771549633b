// Package about makes the pages on the site itself: privacy, accessibility, what
// changed, and what is not there.
package about

import (
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Privacy is the page on what the site knows of its visitors.
func Privacy(f *frame.Frame) ([]build.Page, error) {
	s := &prose.Writer{}
	s.Section("computing", "Where the computing happens")
	s.Text("On your device. The page fetches the engine, a WebAssembly file, from the site you are looking at; everything after that happens in the page. What you type, paste, drop or choose is not sent to anybody.")
	s.Text(`This is not only a promise. The site tells your browser, in its Content-Security-Policy, to connect to nothing but itself (` + "`connect-src 'self'`" + `) and to send no form (` + "`form-action 'none'`" + `). You can watch it: open your browser’s network panel, use a page, and nothing is added to the list. Once the engine has loaded, a page goes on working with the network off.`)

	s.Section("kept", "What is kept")
	s.Text("- **Cookies:** none.\n- **Local storage:** the keys you [trust on this device](/verify/), with the names you give them, until you remove them there; for each calculator the inputs you changed last, until you reset them; and its variants that you keep under a name, until you delete them. They are never sent.\n- **Session storage, databases:** none.\n- **Accounts:** none.\n- **Analytics, advertising, fonts or scripts of others:** none. Every file comes from this site.\n- **Clipboard:** written when you press a copy button, never read. Pasting is something your browser does when you ask it to.")
	s.Text("Your browser caches the site’s files, as it does for any site, so that the next visit is faster.")

	s.Section("links", "What a link holds")
	s.Text("Your inputs are in the address, after the `#`: numbers, choices, and, where a page hands a whole request to another, that request. Browsers do not send this part to any server. But it is part of the link:")
	s.Text("- whoever gets the link sees the inputs in it;\n- your browser’s history keeps it, and syncs it if you let it;\n- a chat or mail service through which you send a link sees all of it.")
	s.Text("Names and ids you typed may be among the inputs. *Reset* takes them out of the address.")

	s.Section("log", "What a host may log")
	s.Text("This site is a folder of files. Whoever serves it may log what every web server can: the time, your IP address, which file was asked for, and what your browser says about itself. That tells which pages you opened, not what you did on them. Links from here to other sites do not say where you came from (`Referrer-Policy: no-referrer`). How long such logs are kept is the host’s to say; Tallyproof’s own software writes none.")

	s.Section("api", "If you use the HTTP API")
	s.Text("Some hosts also offer the [API](/docs/#http). The pages do not use it; your own tools may. A request to it is sent to that host, computed, answered and forgotten: it is not stored, and the answer asks not to be cached. If even that is too much, run the engine [on your own machine](/docs/#native).")
	s.Section("proofs", "If somebody stores a proof")
	s.Text("A host may also [store score proofs](/docs/storing/). It stores what is posted to it on purpose, if that is authentic: the proof, byte for byte, and the time. It stores nothing about who posted it. The pages for checking and calculating post nothing. A stored proof is public and stays, and so does every name in it. A card on another site sets no cookie and loads nothing else; its host sees that it was asked for, as any web server does.")
	v := markup.View{
		Layout:   f.Layout("/privacy/", "Privacy", "Tallyproof computes on your own device: no cookies, no analytics, nothing you type is sent. What links hold and what a host may log."),
		H1:       "What happens to what I type here?",
		Answer:   "Nothing leaves your device: no cookies, no analytics, no account, no server that computes.",
		Sections: s.Sections,
	}
	return []build.Page{{Path: v.Layout.Path, Component: markup.Page(v)}}, s.Err
}
