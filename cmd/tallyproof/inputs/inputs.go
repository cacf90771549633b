// Package inputs tells documents from signatures among the files of a command.
package inputs

import "strings"

// Input is a document to verify.
type Input struct {
	Document  string // the name of its file
	Signature string // the name of the file with a signature beside it, or ""
}

// endings lists the endings of signature files, which follow the name of the signed file:
// as ssh-keygen, signify and minisign write them, and for SSH signatures and log proofs.
var endings = []string{".sig", ".minisig", ".sshsig", ".tlog-proof"}

// Paired gives each document its signature, if both are named, once each. Where several
// signatures are of one document, or a signature of a signature, nobody can tell which one is
// meant: these files stay documents of their own.
func Paired(names []string) []Input {
	times := map[string]int{}
	for _, name := range names {
		times[name]++
	}
	beside, ofIt := map[string]string{}, map[string]int{}
	for _, name := range names {
		if document := signed(name, times); document != "" && signed(document, times) == "" {
			beside[document] = name
			ofIt[document]++
		}
	}
	all := make([]Input, 0, len(names))
	for _, name := range names {
		if document := signed(name, times); ofIt[document] == 1 && beside[document] == name {
			continue
		}
		in := Input{Document: name}
		if ofIt[name] == 1 {
			in.Signature = beside[name]
		}
		all = append(all, in)
	}
	return all
}

// signed returns the document that a file signs by its name, if both are named once; else "".
func signed(name string, times map[string]int) string {
	for _, ending := range endings {
		if document, is := strings.CutSuffix(name, ending); is && document != "-" && times[document] == 1 &&
			times[name] == 1 {
			return document
		}
	}
	return ""
}
