// Package table reads tables that people bring.
//
// [Read] reads a table of agents in any form: CSV with any separator, Markdown, and JSON
// in the shapes that publishers use. It goes through these steps, each in a file:
//
//   - kinds.go recognizes files that are no text, and encodings;
//   - delimited.go, markdown.go, json.go, places.go and objects.go cut the text into a
//     grid of cells;
//   - number.go and decimal.go take a cell apart; signs.go decides the decimal sign for
//     the whole text, and the unit for a column;
//   - words.go and guess.go find the role of a column by its header, then by its values;
//   - scale.go and agents.go make scores, names and keys of them.
//
// Nothing is left out without a word: a [Sheet] has every column of the text with its role
// and the reason, and a refusal names the row, the column and the cell.
//
// [CutText] stops at the grid, for readers who know their columns. [Rows] cuts a text into
// the texts of its documents, piece by piece if it is long, without reading them.
package table
