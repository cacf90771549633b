// Package ops holds the operations' examples, for programs that show them:
// <operation>/<case>.txtar, a comment that says where the numbers come from,
// request.json, and response.json or error.json.
package ops

import "embed"

//go:embed */*.txtar
var FS embed.FS
