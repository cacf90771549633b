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
