package web

import (
	"bytes"
	"net/http"

	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/templates/layout"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// layout is the frame of a page of stored proofs, that of every other page.
func (a *App) layout(path, title, description string) layout.View {
	return layout.View{
		Title: title, Description: description, Path: path, Style: a.Style, Nav: pages.Nav(), Foot: pages.Foot(),
		Note: "This page was made by the server that stores the proof. Open the proof under Verify to check it on your own device.",
	}
}

// problemPage is the page of a problem.
func (a *App) problemPage(r *http.Request, problem *Problem) []byte {
	var text bytes.Buffer
	v := stored.ProblemView{
		Layout: a.layout(r.URL.Path, problem.Title, problem.Detail),
		H1:     problem.Title,
		Detail: problem.Detail,
	}
	if err := stored.Problem(v).Render(r.Context(), &text); err != nil {
		return []byte(problem.Title)
	}
	return text.Bytes()
}
