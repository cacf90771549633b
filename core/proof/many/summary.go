package many

import "github.com/tallyproof/tallyproof/core/words"

// Summary counts verdicts.
type Summary struct {
	Authentic    int `json:"authentic" doc:"Authentic."`
	Qualified    int `json:"qualified" doc:"Authentic, but something contradicts the record."`
	UnknownKey   int `json:"unknown-key" doc:"Signed by a key that is not in the keyring."`
	Contested    int `json:"contested" doc:"Accepted by some verifiers only."`
	Unmatched    int `json:"unmatched" doc:"Fitting no layout that was tried."`
	NotAuthentic int `json:"not-authentic" doc:"With a false signature."`
	Unreadable   int `json:"unreadable" doc:"Not readable."`
}

// Count adds one verdict.
func (s *Summary) Count(verdict string) {
	switch verdict {
	case Authentic:
		s.Authentic++
	case Qualified:
		s.Qualified++
	case UnknownKey:
		s.UnknownKey++
	case Contested:
		s.Contested++
	case Unmatched:
		s.Unmatched++
	case NotAuthentic:
		s.NotAuthentic++
	default:
		s.Unreadable++
	}
}

// Add adds the verdicts of another summary.
func (s *Summary) Add(t *Summary) {
	s.Authentic += t.Authentic
	s.Qualified += t.Qualified
	s.UnknownKey += t.UnknownKey
	s.Contested += t.Contested
	s.Unmatched += t.Unmatched
	s.NotAuthentic += t.NotAuthentic
	s.Unreadable += t.Unreadable
}

// Sentence returns the summary in words: "1,024 proofs: 1,020 authentic, 3 by a key
// we do not know, 1 not authentic."
func (s *Summary) Sentence() string {
	all := 0
	said := ""
	for _, part := range []struct {
		n     int
		words string
	}{
		{s.Authentic, "authentic"},
		{s.Qualified, "authentic, but contradicted by a check"},
		{s.UnknownKey, "by a key we do not know"},
		{s.Contested, "on which verifiers disagree"},
		{s.Unmatched, "with a signature that fits no known spelling"},
		{s.NotAuthentic, "not authentic"},
		{s.Unreadable, "unreadable"},
	} {
		if part.n == 0 {
			continue
		}
		if all > 0 {
			said += ", "
		}
		all += part.n
		said += words.Grouped(int64(part.n)) + " " + part.words
	}
	switch all {
	case 0:
		return "No proofs."
	case 1:
		return "1 proof: " + said + "."
	}
	return words.Grouped(int64(all)) + " proofs: " + said + "."
}
