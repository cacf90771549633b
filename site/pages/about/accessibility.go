package about

import (
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Accessibility is the page on who can use the site, and how that is tested.
func Accessibility(f *frame.Frame) ([]build.Page, error) {
	s := &prose.Writer{}
	s.Section("target", "What we aim for")
	s.Text("Conformance with the [Web Content Accessibility Guidelines 2.2](https://www.w3.org/TR/WCAG22/), level AA, on every page. We believe the site meets it; nobody outside the project has audited it.")
	s.Text("- Every page works by keyboard alone, without a mouse, and without JavaScript shows its worked example and tables.\n- Colour is never the only sign: dimensions have names beside their colours, which have a contrast of at least 4.5:1 in light and in dark; differences are marked with words.\n- Every chart has a table with the same numbers beside it.\n- Formulas are MathML, which screen readers can read and explore; each also carries its text on one line.\n- Controls are at least 24 pixels high and wide, and every slider has a number field and buttons beside it.\n- Pages follow your settings for dark mode, contrast, forced colours, reduced motion, text size and zoom.")

	s.Section("tested", "What is tested, and how")
	s.Text("Before a change is accepted, a program opens every page that can be reached from the home page in Chromium, and checks that")
	s.Text("- [axe](https://github.com/dequelabs/axe-core) finds nothing to object to: all its rules for WCAG 2.2 A and AA, and its best practices, in light, in dark and on a phone;\n- the page fits 320 and 360 CSS pixels without scrolling sideways, which is also 400 % zoom of a 1280 pixel window;\n- nothing moves while it loads;\n- it is whole without JavaScript, and prints without its controls;\n- it has one main heading, a title of its own, and no id twice.")
	s.Text("Automatic checks find only part of what can go wrong: they say nothing of whether a page is understood.")

	s.Section("limits", "Known limits")
	s.Text("- No user of a screen reader has tested the site with us yet. Reports are very welcome.\n- How formulas look depends on the browser and its fonts. Browsers from before 2023 may show a formula as a run of letters and signs.\n- How formulas are read aloud depends on the screen reader. Older versions of NVDA need the MathCAT add-on.\n- Wide tables scroll inside a box of their own on a narrow screen. The box can be reached and scrolled by keyboard.\n- Live answers are announced after a pause in typing, one sentence at a time; steps and tables change in silence and can be read on.\n- JSON in the docs is shown as plain text, without structure for a screen reader.")

	s.Section("report", "How to report a problem")
	s.Text("Open an issue at [github.com/tallyproof/tallyproof](https://github.com/tallyproof/tallyproof/issues). Say which page, what you tried to do, what happened, and with which browser and assistive technology. A barrier that keeps somebody from an answer is treated as a wrong answer: it comes first.")
	v := markup.View{
		Layout:   f.Layout("/accessibility/", "Accessibility", "Tallyproof aims for WCAG 2.2 AA: what is tested and how, known limits, and how to report a problem."),
		H1:       "Can everybody use this site?",
		Answer:   "That is the aim: WCAG 2.2 AA on every page, by keyboard, with a screen reader, on a phone, in print and without JavaScript.",
		Sections: s.Sections,
	}
	return []build.Page{{Path: v.Layout.Path, Component: markup.Page(v)}}, s.Err
}
