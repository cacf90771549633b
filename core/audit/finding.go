package audit

// Severities of a [Finding].
const (
	Match      = "match"
	Difference = "difference"
	Noted      = "note"
)

// Finding compares one reported value with the rules.
type Finding struct {
	Severity   string `json:"severity" doc:"match, difference or note."`
	Field      string `json:"field" doc:"JSON Pointer into the document."`
	Label      string `json:"label" doc:"What was compared."`
	Claimed    string `json:"claimed" doc:"What the document reports."`
	Recomputed string `json:"recomputed" doc:"What the rules give."`
	Rule       string `json:"rule" doc:"The rule that gives it, or explains the difference."`
}
