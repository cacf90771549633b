package proof

// Recognize says in words what [Verify] takes a text for, or "" if it cannot be
// read. A signature alone needs what it signs beside it.
func Recognize(text string) (words string, alone bool) {
	statements, p := readStatements([]byte(text))
	if alone = p != nil; alone {
		statements, p = readDetached([]byte(text), []byte(" "))
	}
	if p != nil {
		return "", false
	}
	return statements[0].formatSaid(), alone
}

// lookedAt is how many rows of a list are looked at to tell what it is.
const lookedAt = 20

// RecognizeMany says how many documents a text holds that is more than one, if
// one of the first is a proof; else 0.
func RecognizeMany(text string) (documents int) {
	r, refusal := newRows(text, nil, false)
	if refusal != nil || r.part.Format == oneDocument {
		return 0
	}
	for range lookedAt {
		one, ok := r.next()
		if !ok {
			break
		}
		if w := waitingRow(one); w.problem == nil {
			return count(text)
		}
	}
	return 0
}
