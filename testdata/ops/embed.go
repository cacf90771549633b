// Package ops holds the operations' examples, for programs that show them:
// <operation>/<case>.txtar, a comment that says where the numbers come from,
// request.json, and response.json or error.json.
package ops

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"

	"golang.org/x/tools/txtar"
)

//go:embed */*.txtar
var FS embed.FS

// Request is the request of an operation's example.
func Request(operation, name string) ([]byte, error) {
	file := operation + "/" + name + ".txtar"
	data, err := fs.ReadFile(FS, file)
	if err != nil {
		return nil, err
	}
	for _, f := range txtar.Parse(data).Files {
		if f.Name == "request.json" {
			return bytes.TrimSpace(f.Data), nil
		}
	}
	return nil, fmt.Errorf("testdata/ops/%s: no request.json", file)
}
