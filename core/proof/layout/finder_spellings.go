package layout

import (
	"bytes"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// usualStyles are how members are spelled as a rule, likeliest first.
var usualStyles = []Layout{
	{Form: "json"},
	{Form: "json-spaced", Numbers: "python"},
	{Form: "values", Separator: ":"},
	{Form: "values", Separator: "|"},
	{Form: "json", Numbers: "as-written"},
	{Form: "json", Hash: "sha256"},
	{Form: "json", Hash: "sha256", Encoding: "hex"},
	{Form: "values", Separator: "\n"},
	{Form: "values"},
	{Form: "json-spaced", Numbers: "python", Hash: "sha256"},
	{Form: "values", Separator: ":", Hash: "sha256"},
	{Form: "bytes"},
	{Form: "json-spaced", Numbers: "python", Escape: "ascii"},
	{Form: "values", Separator: ":", Numbers: "python"},
}

// spellings adds the other spellings, likeliest first, and returns how many are usual or
// common. What makes no difference to this record, such as number spellings if every
// number is whole, is left out.
func (f *finder) spellings() (common int) {
	numbers, escapes := f.differences()
	short := numbers[:min(len(numbers), commonNumbers)]
	for _, end := range ends[:commonEnds] {
		for _, form := range forms[:commonForms] {
			for _, number := range short {
				f.spelling(form, end, number, escapes[:1])
			}
		}
	}
	common = len(f.styles)
	for n, end := range ends {
		for k, form := range forms {
			for m, number := range numbers {
				some := escapes
				if n < commonEnds && k < commonForms && m < len(short) {
					some = escapes[1:]
				}
				f.spelling(form, end, number, some)
			}
		}
	}
	f.versioned(numbers)
	return common
}

// forms and ends of layouts, likeliest first; the first of them are common.
var (
	forms = []Layout{
		{Form: "values", Separator: ":"}, {Form: "values", Separator: "|"}, {Form: "json"}, {Form: "json-spaced"},
		{Form: "values", Separator: "\n"}, {Form: "values"}, {Form: "pairs", Separator: "&", Assign: "="},
		{Form: "values", Separator: ","}, {Form: "values", Separator: "."}, {Form: "values", Separator: "-"},
		{Form: "values", Separator: "_"},
		{Form: "values", Separator: ";"}, {Form: "values", Separator: " "}, {Form: "values", Separator: ", "},
		{Form: "values", Separator: "||"},
		{Form: "values", Separator: "::"}, {Form: "values", Separator: "/"},
		{Form: "json-indented"}, {Form: "bytes"},
		{Form: "pairs", Separator: "\n", Assign: "="}, {Form: "pairs", Separator: "\n", Assign: ":"},
		{Form: "pairs", Separator: "\n", Assign: ": "},
		{Form: "pairs", Separator: "|", Assign: "="}, {Form: "pairs", Separator: ";", Assign: "="},
		{Form: "pairs", Separator: ",", Assign: "="},
		{Form: "pairs", Separator: "|", Assign: ":"}, {Form: "pairs", Separator: ",", Assign: ":"},
	}
	ends = []Layout{
		{}, {Hash: "sha256"}, {Hash: "sha256", Encoding: "hex"}, {Newline: true},
		{Hash: "sha512"}, {Hash: "sha512", Encoding: "hex"}, {Hash: "sha256", Encoding: "base64"},
		{Hash: "sha512", Encoding: "base64"},
		{Encoding: "base64"}, {Encoding: "hex"},
		{Newline: true, Hash: "sha256"}, {Newline: true, Hash: "sha256", Encoding: "hex"}, {Newline: true, Hash: "sha512"},
	}
	numberSpellings = []string{"", "python", "fixed-2", "as-written", "python-scores", "fixed-1", "fixed-0", "fixed-3",
		"fixed-4", "fixed-6"}
)

// How many of them are common.
const commonForms, commonEnds, commonNumbers = 7, 3, 3

// spelling adds a form with an end, in every way of escaping if it escapes.
func (f *finder) spelling(form, end Layout, numbers string, escapes []string) {
	if form.Form == "bytes" && numbers != "" {
		return
	}
	form.Newline, form.Hash, form.Encoding, form.Numbers = end.Newline, end.Hash, end.Encoding, numbers
	for _, escape := range escapes {
		if escape != "" && !strings.HasPrefix(form.Form, "json") {
			continue
		}
		form.Escape = escape
		f.styles = append(f.styles, form)
	}
}

// versioned adds JSON after a line with the record's version, as our own flat
// records have it.
func (f *finder) versioned(numbers []string) {
	i := f.sp.index("version")
	if i < 0 || f.sp.members[i].Kind != jcs.String || len(f.sp.members[i].Str) > 200 {
		return
	}
	for _, form := range []string{"json", "json-spaced"} {
		for _, number := range numbers {
			f.styles = append(f.styles, Layout{Form: form, Numbers: number, Prefix: f.sp.members[i].Str + "\n"})
		}
	}
}

// differences returns the number spellings and the escapes that change anything
// about this record.
func (f *finder) differences() (numbers, escapes []string) {
	var spelled [][]byte
	for _, number := range numberSpellings {
		text := f.whole(style{form: "json", numbers: number})
		if !contains(spelled, text) {
			spelled, numbers = append(spelled, text), append(numbers, number)
		}
	}
	spelled = nil
	for _, escape := range []string{"", "ascii", "html"} {
		text := f.whole(style{form: "json", escape: escape})
		if !contains(spelled, text) {
			spelled, escapes = append(spelled, text), append(escapes, escape)
		}
	}
	return numbers, escapes
}

func (f *finder) whole(st style) []byte {
	order := make([]int, len(f.sp.members))
	for i := range order {
		order[i] = i
	}
	text, _ := f.sp.join(nil, order, st, "", "")
	return text
}

func contains(texts [][]byte, text []byte) bool {
	for _, t := range texts {
		if bytes.Equal(t, text) {
			return true
		}
	}
	return false
}
