package table

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/op"
)

// kinds of files that hold no text with a table, by their first bytes.
var kinds = []struct{ begins, is string }{
	{"PAR1", "this is a Parquet file: save it as CSV"},
	{"%PDF", "this is a PDF: copy the cells of the table and paste them here"},
	{"\xd0\xcf\x11\xe0", "this is an old Excel workbook: copy the cells and paste them here, or save it as CSV"},
	{"\ufffd\ufffd\x11\ufffd", "this is an old Excel workbook: copy the cells and paste them here, or save it as CSV"},
	{"\x1f\x8b", "this file is compressed: unpack it, and open the table inside"},
	{"\x1f\ufffd", "this file is compressed: unpack it, and open the table inside"},
	{"7z\xbc\xaf", "this file is compressed: unpack it, and open the table inside"},
	{"Rar!", "this file is compressed: unpack it, and open the table inside"},
	{"SQLite format 3", "this is a database: export the table as CSV"},
	{"ARROW1", "this is an Arrow file: save it as CSV"},
	{"\x89PNG", "this is a picture: paste the table as text"},
	{"\ufffdPNG", "this is a picture: paste the table as text"},
	{"\xff\xd8\xff", "this is a picture: paste the table as text"},
	{"{\\rtf", "this is a document: copy the cells of the table and paste them here"},
}

// refuseKind refuses files that are no text, with the next step.
func refuseKind(text string) *op.Error {
	for _, k := range kinds {
		if strings.HasPrefix(text, k.begins) {
			return op.Refuse("/text", "%s", k.is)
		}
	}
	if strings.HasPrefix(text, "PK\x03\x04") {
		inside := text[:min(len(text), 4000)]
		what := "a zip archive: unpack it, and open the table inside"
		switch {
		case strings.Contains(inside, "opendocument"):
			what = "an OpenDocument file: copy the cells and paste them here, or save it as CSV"
		case strings.Contains(inside, "xl/") || strings.Contains(inside, "[Content_Types].xml"):
			what = "an Excel workbook: copy the cells and paste them here, or save it as CSV"
		}
		return op.Refuse("/text", "this is %s", what)
	}
	begin := strings.ToLower(text[:min(len(text), 200)])
	if strings.HasPrefix(begin, "<!doctype") || strings.HasPrefix(begin, "<html") || strings.HasPrefix(begin, "<table") ||
		strings.HasPrefix(begin, "<?xml") {
		return op.Refuse("/text", "this is the source of a page: copy the cells of its table and paste them here")
	}
	return refuseEncoding(text)
}

// refuseEncoding refuses bytes that are no UTF-8.
func refuseEncoding(text string) *op.Error {
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") || strings.IndexByte(text, 0) >= 0 {
		return op.Refuse("/text", "the text is UTF-16: save it as UTF-8")
	}
	if utf8.ValidString(text) {
		return nil
	}
	at := invalidAt(text)
	line := 1 + strings.Count(text[:at], "\n")
	begin := strings.LastIndexAny(text[:at], "\n,;\t") + 1
	return op.Refuse("/text", "row %d: %s is followed by the byte %#x: the file is not UTF-8; save it as UTF-8", max(line-1, 0),
		op.Quote(text[begin:at]), text[at])
}

// invalidAt returns the place of the first byte that is no UTF-8.
func invalidAt(text string) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(text)
}

// lost returns a problem for the first cell with a replacement character: a program read
// the file as UTF-8, and it was not.
func (g *grid) lost() []Problem {
	const lost, message = "\ufffd", "a letter is lost: the file was not UTF-8; save it as UTF-8 and paste it again"
	for k, name := range g.heads {
		if strings.Contains(name, lost) {
			return []Problem{{Column: name, Text: name, Message: message}}
		}
		for i, cell := range g.cells[k] {
			if strings.Contains(cell, lost) {
				return []Problem{{Row: i + 1, Column: name, Text: cell, Message: message}}
			}
		}
	}
	return nil
}

// Decode returns the text of a file: UTF-8, UTF-16, or else Windows-1252, which the note
// says. It refuses files that hold no text, or one in another encoding, with the next step.
func Decode(file []byte) (text, note string, refusal *op.Error) {
	text = string(file)
	switch {
	case strings.HasPrefix(text, "\xff\xfe") || len(file) > 3 && file[1] == 0 && file[3] == 0:
		return fromUTF16(file, 0, 1), "", nil
	case strings.HasPrefix(text, "\xfe\xff") || len(file) > 3 && file[0] == 0 && file[2] == 0:
		return fromUTF16(file, 1, 0), "", nil
	}
	if refusal := refuseKind(text); refusal == nil || utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return text, "", refusal
	}
	for _, k := range kinds {
		if strings.HasPrefix(text, k.begins) {
			return text, "", op.Refuse("/text", "%s", k.is)
		}
	}
	text = fromWindows(file)
	where, cell, western := lookAt(text)
	if !western {
		return text, "", op.Refuse("/text", "%s: the file is not UTF-8: save it as UTF-8, which Excel calls “CSV UTF-8”", where)
	}
	return text, fmt.Sprintf("The file is not UTF-8: it was read as Windows-1252, %s as “%s”. If letters are wrong, save it "+
		"as UTF-8.", where, cell), nil
}

// lookAt returns the first cell with a character beyond ASCII, and whether a text that was
// read as Windows-1252 may be one: no character is unused there, and no three letters beyond
// ASCII follow each other.
func lookAt(text string) (where, cell string, western bool) {
	at, run, western := -1, 0, true
	for i, r := range text {
		if r < 0x80 {
			run = 0
			continue
		}
		if at < 0 {
			at = i
		}
		if run++; !unicode.IsLetter(r) {
			run = 0
		}
		western = western && run < 3 && !strings.ContainsRune("\u0081\u008d\u008f\u0090\u009d", r)
	}
	at = max(at, 0)
	where = "the header"
	if row := strings.Count(text[:at], "\n"); row > 0 {
		where = "row " + strconv.Itoa(row)
	}
	cell = text[strings.LastIndexAny(text[:at], "\r\n,;\t|")+1:]
	if end := strings.IndexAny(cell, "\r\n,;\t|"); end >= 0 {
		cell = cell[:end]
	}
	if runes := []rune(strings.TrimSpace(cell)); len(runes) > 40 {
		cell = string(runes[:40])
	}
	return where, strings.TrimSpace(cell), western
}

// fromUTF16 decodes pairs of bytes of which the low and the high one are at two places.
func fromUTF16(file []byte, low, high int) string {
	units := make([]uint16, 0, len(file)/2)
	for i := 0; i+1 < len(file); i += 2 {
		units = append(units, uint16(file[i+low])|uint16(file[i+high])<<8)
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}

// windows lists the characters of Windows-1252 from 0x80 to 0x9f.
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

func fromWindows(file []byte) string {
	high := []rune(windows)
	text := make([]rune, len(file))
	for i, c := range file {
		text[i] = rune(c)
		if c >= 0x80 && c < 0xa0 {
			text[i] = high[c-0x80]
		}
	}
	return string(text)
}
