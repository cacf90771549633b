package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/table"
)

func number(x float64) *float64 { return &x }

const twoColumns = "agent,quality,time\nNova,90,300\nAtlas,80,1200\nNova,70,600\nLyra,60,\n"

// What a reader chooses changes the reading, and nothing else.
func TestChoices(t *testing.T) {
	choose := func(choices ...table.Choice) table.Reading { return table.Reading{Columns: choices} }
	for _, tt := range []struct {
		name, text string
		how        table.Reading
		want       string // columns with role, direction, scale and ends, and the scores of each agent
	}{
		{"the guess", twoColumns, table.Reading{}, "quality higher min-max 60→90; time lower min-max 1200→300 | Nova (row 1) 100 100, Atlas 66.67 0, Nova (row 3) 33.33 66.67, Lyra 0 –"},
		{"a direction", twoColumns, choose(table.Choice{Column: "time", Better: "higher"}), "quality higher min-max 60→90; time higher min-max 300→1200 | Nova (row 1) 100 0, Atlas 66.67 100, Nova (row 3) 33.33 33.33, Lyra 0 –"},
		{"a role", twoColumns, choose(table.Choice{Column: "time", Role: "ignored"}), "quality higher as-is 0→100 | Nova (row 1) 90, Atlas 80, Nova (row 3) 70, Lyra 60"},
		{"best is 100", twoColumns, choose(table.Choice{Column: "time", Scale: "best"}), "quality higher min-max 60→90; time lower best 600→300 | Nova (row 1) 100 100, Atlas 66.67 0, Nova (row 3) 33.33 0, Lyra 0 –"},
		{"full marks", twoColumns, choose(table.Choice{Column: "quality", Scale: "full-marks", To: number(180)}), "quality higher full-marks 0→180; time lower min-max 1200→300 | Nova (row 1) 50 100, Atlas 44.44 0, Nova (row 3) 38.89 66.67, Lyra 33.33 –"},
		{"ends that turn a column", twoColumns, choose(table.Choice{Column: "quality", From: number(90), To: number(60)}), "quality lower full-marks 90→60; time lower min-max 1200→300 | Nova (row 1) 0 100, Atlas 33.33 0, Nova (row 3) 66.67 66.67, Lyra 100 –"},
		{"as it is", twoColumns, choose(table.Choice{Column: "time", Scale: "as-is"}), "quality higher min-max 60→90; time lower as-is 10000→0 | Nova (row 1) 100 97, Atlas 66.67 88, Nova (row 3) 33.33 94, Lyra 0 –"},
		{"zero", twoColumns, table.Reading{Missing: "zero"}, "quality higher min-max 60→90; time lower min-max 1200→300 | Nova (row 1) 100 100, Atlas 66.67 0, Nova (row 3) 33.33 66.67, Lyra 0 0"},
		{"worst", "agent,a,b\nNova,90,60\nAtlas,80,\nLyra,70,95\n", table.Reading{Missing: "worst"}, "a higher as-is 0→100; b higher as-is 0→100 | Nova 90 60, Atlas 80 60, Lyra 70 95"},
		{"the last", twoColumns, table.Reading{Duplicates: "last"}, "quality higher min-max 60→80; time lower min-max 1200→600 | Nova 50 100, Atlas 100 0, Lyra 0 –"},
		{"the best", twoColumns, table.Reading{Duplicates: "best"}, "quality higher min-max 60→90; time lower min-max 1200→300 | Nova 100 100, Atlas 66.67 0, Lyra 0 –"},
		{"the mean", twoColumns, table.Reading{Duplicates: "mean"}, "quality higher min-max 60→80; time lower min-max 1200→450 | Nova 100 100, Atlas 100 0, Lyra 0 –"},
		{"a decimal comma", "agent\ta\nNova\t1,250\nAtlas\t0,5\n", table.Reading{Numbers: "comma"}, "a higher as-is 0→100 | Nova 1.25, Atlas 0.5"},
		{"a decimal point", "agent\ta\nNova\t1,250\nAtlas\t500\n", table.Reading{Numbers: "point"}, "a higher min-max 500→1250 | Nova 100, Atlas 0"},
		{"a list", `{"a": [{"agent": "Nova", "x": 1}], "b": [{"agent": "Atlas", "x": 2}]}`, table.Reading{List: "/b"}, "x higher as-is 0→100 | Atlas 2"},
		{"another name", "agent,nick,x\nNova,N,1\nAtlas,A,2\n", choose(table.Choice{Column: "nick", Role: "name"}), "x higher as-is 0→100 | N 1, A 2"},
		{"votes alone", "model,votes\nNova,12034\nAtlas,8012\n", table.Reading{}, "votes higher min-max 8012→12034 | Nova 100, Atlas 0"},
		{"places alone", "model,rank\nNova,1\nAtlas,2\n", table.Reading{}, "rank lower min-max 2→1 | Nova 100, Atlas 0"},
		{"digits of other scripts", "agent;x;y\nNova;٩٧٫٥;９０％\nAtlas;٧٠;８０％\n", table.Reading{}, "x higher as-is 0→100; y higher as-is 0→100 | Nova 97.5 90, Atlas 70 80"},
		{"lakh", "agent;x\nNova;12,34,567.5\nAtlas;1,00,000\n", table.Reading{}, "x higher min-max 100000→1234567.5 | Nova 100, Atlas 0"},
		{"lines of spaces", "agent,x\nNova,1\n\u2003 \u3000\n\u00a0\t\n\u2002Atlas\u2009,2\u3000\n\ufeff\u200b\n", table.Reading{}, "x higher as-is 0→100 | Nova 1, Atlas 2"},
		{"bounds beside a score", "agent,x,x_lower,x_upper\nNova,90,88.5,91\nAtlas,80,79,82\n", table.Reading{}, "x higher as-is 0→100 | Nova 90, Atlas 80"},
		{"spans of time", "agent;runtime\nNova;1d 2h 5m\nAtlas;3 h\nLyra;2 min 30 s\n", table.Reading{}, "runtime lower min-max 93900→150 | Nova 0, Atlas 88.64, Lyra 100"},
		{"places with points", "agent;place;x\nNova;2.;1,5\nAtlas;1.;2\n", table.Reading{}, "x higher as-is 0→100 | Nova 1.5, Atlas 2"},
		{"stars in a name of Markdown", "| agent | x |\n|---|---|\n| a*b*c_d_e | **1**.5 |\n| \\*\\*b\\*\\* | 2 |\n", table.Reading{}, "x higher as-is 0→100 | a*b*c_d_e 1.5, **b** 2"},
		{"reais", "agent;x\nNova;R$ 1.250,50\nAtlas;R$ 980,00\n", table.Reading{}, "x lower min-max 1250.5→980 | Nova 0, Atlas 100"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, refusal := table.Read(tt.text, tt.how)
			if refusal != nil {
				t.Fatal(refusal)
			}
			if got := shown(s); got != tt.want {
				t.Errorf("read as %s\nwant %s", got, tt.want)
			}
		})
	}
}

// shown writes the dimensions of a sheet and the scores of its agents.
func shown(s *table.Sheet) string {
	var columns, agents []string
	for _, k := range s.Dimensions() {
		c := &s.Columns[k]
		columns = append(columns, fmt.Sprintf("%s %s %s %s→%s", c.Name, c.Better, c.Scale, decimal(c.From), decimal(c.To)))
	}
	for i, id := range s.IDs {
		for _, k := range s.Dimensions() {
			if x, ok := s.Scores(k, i); ok {
				id += " " + strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x.Float()), "0"), ".")
			} else {
				id += " –"
			}
		}
		agents = append(agents, id)
	}
	return strings.Join(columns, "; ") + " | " + strings.Join(agents, ", ")
}

func decimal(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%f", x), "0"), ".")
}

// A choice that cannot be followed is refused at its place.
func TestChoicesRefused(t *testing.T) {
	for _, tt := range []struct {
		name, text   string
		how          table.Reading
		field, words string
	}{
		{"no such column", twoColumns, table.Reading{Columns: []table.Choice{{Column: "speed"}}}, "/columns/0/column", "no such column"},
		{"twice", twoColumns, table.Reading{Columns: []table.Choice{{Column: "time"}, {Column: "time"}}}, "/columns/1/column", "chosen twice"},
		{"two names", "a,b,c\nx,y,1\n", table.Reading{Columns: []table.Choice{{Column: "a", Role: "name"}, {Column: "b", Role: "name"}}}, "/columns/1/role", "second column of names"},
		{"equal ends", twoColumns, table.Reading{Columns: []table.Choice{{Column: "time", From: number(5), To: number(5)}}}, "/columns/0/to", "also worth 0"},
		{"words as a dimension", "agent,note,x\nNova,good,1\nAtlas,3,2\nLyra,bad,3\n", table.Reading{Columns: []table.Choice{{Column: "note", Role: "dimension"}}}, "/text", `row 1, column "note": "good" is no number: correct it, leave it blank, or ignore the column; 2 cells of the column do not read`},
		{"a list that is none", `{"a": [{"agent": "Nova", "x": 1}]}`, table.Reading{List: "/b"}, "/list", `want "/a"`},
		{"a list of a text", twoColumns, table.Reading{List: "/b"}, "/list", "no JSON"},
		{"spans that grow", "agent,runtime\nNova,5 min 1 h\nAtlas,3 min\nLyra,4 min\n", table.Reading{}, "/text", `row 1, column "runtime": "5 min 1 h" is no number`},
		{"two boards as long", `[{"name": "A", "list": [{"agent": "Nova", "x": 1}]}, {"name": "B", "list": [{"agent": "Nova", "x": 2}]}]`, table.Reading{}, "/list", `"/0/list" and "/1/list" have 1 row each`},
		{"too many empty cells", wideColumns(), table.Reading{}, "/text", "most cells of the 900 columns are empty"},
		{"a breakdown", `{"correctness": {"score": 90, "weight": 0.4}, "speed": {"score": 60, "weight": 0.6}}`, table.Reading{}, "/text", "one record"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, refusal := table.Read(tt.text, tt.how)
			if refusal == nil || refusal.Field != tt.field || !strings.Contains(refusal.Message, tt.words) {
				t.Errorf("refused with %v, want %s %s", refusal, tt.field, tt.words)
			}
		})
	}
}

// wideColumns writes columns by name that share no row.
func wideColumns() string {
	var b strings.Builder
	b.WriteString(`{"score": {"a": 1, "b": 2}`)
	for k := range 899 {
		fmt.Fprintf(&b, `, "c%d": {"a": 1, "r%d": 1}`, k, k)
	}
	return b.String() + "}"
}

// A ranking of nobody is refused, with ways out.
func TestRankable(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		how        table.Reading
		field      string
		offers     string
	}{
		{"all ranked", twoColumns, table.Reading{}, "", ""},
		{"nothing scored", "agent,x\nNova,1\n", table.Reading{Columns: []table.Choice{{Column: "x", Role: "ignored"}}}, "/columns", ""},
		{"everyone misses a score", "agent,a,b\nNova,1,\nAtlas,,2\n", table.Reading{}, "/missing", "Zero, Worst, Leave b out, Leave a out"},
		{"a column spoils it", "agent,a,b,cost\nNova,1,2,\nAtlas,3,2,\nLyra,,1,3\n", table.Reading{}, "/missing",
			"Zero, Worst, Leave cost out, Leave a out"},
		{"two columns spoil it", "agent,a,b,c\nNova,1,,\nAtlas,,2,\nLyra,,,3\n", table.Reading{}, "/missing",
			"Zero, Worst, Leave b and c out, Leave a and c out"},
		{"and counts as zero", "agent,a,b\nNova,1,\nAtlas,,2\n", table.Reading{Missing: "zero"}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, refusal := table.Read(tt.text, tt.how)
			if refusal != nil {
				t.Fatal(refusal)
			}
			refusal = s.Rankable()
			if tt.field == "" && refusal == nil {
				return
			}
			if refusal == nil || refusal.Field != tt.field {
				t.Fatalf("refused with %v", refusal)
			}
			labels := []string{}
			for _, offer := range refusal.Offers {
				labels = append(labels, offer.Label)
			}
			if got := strings.Join(labels, ", "); got != tt.offers {
				t.Errorf("offers %s, want %s", got, tt.offers)
			}
		})
	}
}

// Files are decoded, or refused with the next step.
func TestDecode(t *testing.T) {
	for _, tt := range []struct{ name, file, text, note, refusal string }{
		{"UTF-8", "agent,x\nJosé,1\n", "agent,x\nJosé,1\n", "", ""},
		{"UTF-16, low byte first", "\xff\xfea\x00,\x00\xe9\x00", "a,é", "", ""},
		{"UTF-16, high byte first", "\xfe\xff\x00a\x00,\x00\xe9", "a,é", "", ""},
		{"UTF-16 without a mark", "a\x00,\x00x\x00", "a,x", "", ""},
		{"Windows-1252", "a,Jos\xe9 \x80", "a,José €", "Windows-1252", ""},
		{"the row", "a,b\nJos\xe9,1\n", "a,b\nJosé,1\n", "Windows-1252, row 1 as “José”. If", ""},
		{"Cyrillic", "a,b\n\xc8\xe2\xe0\xed,1\n", "", "", "row 1: the file is not UTF-8"},
		{"Excel", "PK\x03\x04....[Content_Types].xml", "", "", "Excel workbook"},
		{"OpenDocument", "PK\x03\x04..mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "", "", "OpenDocument"},
		{"zip", "PK\x03\x04....board.csv", "", "", "zip archive"},
		{"old Excel", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", "", "old Excel workbook"},
		{"Parquet", "PAR1\x15\x04", "", "", "Parquet"},
		{"PDF", "%PDF-1.7\n", "", "", "PDF"},
		{"gzip", "\x1f\x8b\x08", "", "", "compressed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, note, refusal := table.Decode([]byte(tt.file))
			if tt.refusal != "" {
				if refusal == nil || !strings.Contains(refusal.Message, tt.refusal) {
					t.Errorf("refused with %v, want %s", refusal, tt.refusal)
				}
				return
			}
			if refusal != nil || text != tt.text || !strings.Contains(note, tt.note) || (note == "") != (tt.note == "") {
				t.Errorf("%q, %q, %v, want %q", text, note, refusal, tt.text)
			}
		})
	}
	for _, text := range []string{"\xff\xfea\x00", "agent,x\nJos\xe9,1\n"} {
		if _, refusal := table.Read(text, table.Reading{}); refusal == nil || !strings.Contains(refusal.Message, "UTF-") {
			t.Errorf("%q is refused with %v", text, refusal)
		}
	}
}
