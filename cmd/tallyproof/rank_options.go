package main

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
	reading "github.com/tallyproof/tallyproof/core/table/read"
)

// readHow puts the options for reading the table into the request.
func (b *board) readHow(c *cli.Command) error {
	b.request = members{"text": b.text}
	for _, name := range []string{"missing", "numbers", "duplicates", "list"} {
		if c.IsSet(name) {
			b.request[name] = c.String(name)
		}
	}
	choices := []table.Choice{}
	for _, text := range c.StringSlice("columns") {
		at := strings.LastIndexByte(text, '=')
		if at <= 0 || at == len(text)-1 {
			return wrongly(c, "rank: -columns %s: want HEADER=WORDS, such as 'time_ms=lower min-max'", text)
		}
		choice := table.Choice{Column: text[:at]}
		for _, word := range strings.Fields(text[at+1:]) {
			if !choose(&choice, word) {
				return wrongly(c, "rank: -columns %s: %q: want a role (name, dimension, total, rank, about, ignored), higher or "+
					"lower, a scale (as-is, full-marks, min-max, best), or FROM..TO", text, word)
			}
		}
		choices = append(choices, choice)
	}
	if len(choices) > 0 {
		b.request["columns"] = choices
	}
	return nil
}

// choose puts a word of -columns into a choice. It reports whether it knows the word.
func choose(choice *table.Choice, word string) bool {
	switch word {
	case table.RoleName, table.RoleDimension, table.RoleTotal, table.RoleRank, table.RoleAbout, table.RoleIgnored:
		choice.Role = word
		return true
	case table.Higher, table.Lower:
		choice.Better = word
		return true
	case table.AsIs, table.FullMarks, table.MinMax, table.Best:
		choice.Scale = word
		return true
	}
	from, to, ok := strings.Cut(word, "..")
	x, wrong := strconv.ParseFloat(from, 64)
	y, alsoWrong := strconv.ParseFloat(to, 64)
	if !ok || wrong != nil || alsoWrong != nil || x-x != 0 || y-y != 0 {
		return false
	}
	choice.From, choice.To = &x, &y
	return true
}

// weights returns the weights that -weights gives, none without it.
func (b *board) weights(c *cli.Command) ([]live.Weight, error) {
	if !c.IsSet("weights") {
		return nil, nil
	}
	list, next := []live.Weight{}, 0
	var dims []reading.ColumnRead
	for _, column := range b.read.Columns {
		if column.Role == table.RoleDimension {
			dims = append(dims, column)
		}
	}
	for _, part := range strings.Split(c.String("weights"), ",") {
		name, number := "", part
		if at := strings.LastIndexByte(part, '='); at >= 0 {
			name, number = strings.TrimSpace(part[:at]), part[at+1:]
		}
		percent, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || percent-percent != 0 {
			return nil, wrongly(c, "rank: -weights %s: %q: want percents, such as quality=60,speed=40 or 60,40",
				c.String("weights"), part)
		}
		key := ""
		for i, d := range dims {
			named := strings.EqualFold(name, d.Column) || name == d.Key || name == d.Label
			if name == "" && i == next || name != "" && named {
				key = d.Key
				break
			}
		}
		if key == "" {
			return nil, wrongly(c, "rank: -weights %s: %q: the table has %d dimensions: %s", c.String("weights"), part, len(dims),
				strings.Join(headers(dims), ", "))
		}
		next++
		list = append(list, live.Weight{Dimension: key, Percent: percent})
	}
	return list, nil
}

func headers(columns []reading.ColumnRead) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Column
	}
	return names
}
