package parts

import "strings"

// Said is an answer in words: its sentence, the words of it that carry the
// accent, and what a screen reader hears of it if that is not the sentence.
type Said struct{ Sentence, Key, Heard string }

// at is where the key begins, or the end of the sentence if it does not occur.
func (s Said) at() int {
	if i := strings.Index(s.Sentence, s.Key); i >= 0 {
		return i
	}
	return len(s.Sentence)
}

func (s Said) before() string { return s.Sentence[:s.at()] }

func (s Said) key() string { return s.Sentence[s.at():s.end()] }

func (s Said) after() string { return s.Sentence[s.end():] }

func (s Said) end() int { return min(len(s.Sentence), s.at()+len(s.Key)) }
