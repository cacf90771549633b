// Package templates documents the packages below it: the pages' markup, templ
// components with the view models they take. There is one for each area of the
// site, as in site/pages; layout, parts and prose are what areas share. A view
// model carries what pages invent (fields, columns, choices), and the answers of
// core/explain as they are: finished strings, numbers and URLs. Nothing else of
// ours is imported, so a template cannot compute.
//
// Every page is a layout around its own content:
//
//	@layout.Layout(v) {
//		<article class="prose"> … </article>
//	}
//
// The layout brings the head, the skip link, the header with the navigation,
// main and the footer. A page brings one h1 and keeps its headings in order.
//
// # Classes for pages of text
//
//   - prose: an article of text, 70 characters wide; tables, lists, code and
//     definition lists inside it need no further class.
//   - lede: the paragraph under the h1.
//   - num: a table cell or column heading with a number, aligned right.
//   - scroll: a box around a table that is wider than a phone; it needs
//     tabindex="0", role="group" and an aria-label, to be scrolled by keyboard.
//   - note: an aside; data-kind is trap, warning, source or limit.
//   - quiet: secondary text.
//
// The attributes by which live pages are wired (data-out, data-each, …) are
// documented in site/assets/README.md, beside the modules that read them.
package templates
