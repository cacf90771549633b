package text

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/words"
)

// TooLong describes how long a thing may be, and how long it is.
func TooLong(what string, length int) string {
	return what + " of at most " + Sized(MaxText, length)
}

// Sized describes how many bytes were wanted and how many there were.
func Sized(wanted, found int) string {
	return strconv.Itoa(wanted) + " bytes, found " + strconv.Itoa(found)
}

// Encoding describes a text that begins with a byte order mark, and what to do with
// it; "" if it does not.
func Encoding(text string) string {
	switch {
	case strings.HasPrefix(text, "\ufeff"):
		return "a byte order mark: save the text as UTF-8 without one"
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"):
		return "UTF-16, as some shells of Windows write files: save the text as UTF-8"
	}
	return ""
}

// Lines splits a text at line feeds, without the carriage returns before them
// and without the empty line behind the last.
func Lines(text string) []string {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return strings.Split(text, "\n")
}

// Some lists names of members, as [words.Called], the first dozen if there are more.
func Some(names []string) string {
	const most = 12
	said := make([]string, min(len(names), most))
	for i := range said {
		said[i] = words.Called(names[i])
	}
	if len(names) <= most {
		return List(said)
	}
	return strings.Join(said, ", ") + " and " + strconv.Itoa(len(names)-most) + " more"
}

// List joins names as a sentence does: "a, b and c".
func List(names []string) string {
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// NameShown returns a member's name in a message; the empty name is shown as quotes.
func NameShown(name string) string {
	if name == "" {
		return `""`
	}
	return name
}

// WordsFor returns the words after key in a list of keys and words, or "".
func WordsFor(pairs []string, key string) string {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == key {
			return pairs[i+1]
		}
	}
	return ""
}
