package chart

import (
	"embed"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the pictures of testdata")

//go:embed testdata
var goldens embed.FS

// picture is any chart.
type picture interface {
	SVG() string
	Table() Table
}

// pictures are one of each kind, with numbers from elsewhere in this repository.
func pictures() map[string]picture {
	fan := &Fan{
		Title: "The rating after each match", Desc: "After 60 matches 90 % of careers are between 1057 and 1177.",
		X: "matches", Y: "rating", Caption: "The rating after each match", Head: [6]string{"Match", "5 %", "25 %", "Median", "75 %", "95 %"},
		Lines:   []Mark{{At: 1150, Text: "1150"}, {At: 2400, Text: "2400"}},
		Courses: [][]float64{{1000, 1016, 1050, 1101}, {1000, 984, 1012, 1090}},
	}
	for i, levels := range [][5]float64{{1000, 1000, 1000, 1000, 1000}, {974, 1000, 1029, 1045, 1062}, {1010, 1042, 1068, 1093, 1127}, {1057, 1092, 1116, 1142, 1177}} {
		match := strconv.Itoa(i * 20)
		var texts [5]string
		for j, v := range levels {
			texts[j] = Fixed(v, 0)
		}
		fan.Points = append(fan.Points, FanPoint{At: float64(i * 20), Name: match, Words: "Match " + match + ": median " + texts[2] + ".", Levels: levels, Texts: texts})
	}
	steps := &Steps{
		Title: "What is kept of the reward", Desc: "Everything up to epoch 11, then 5 % less each epoch, and never below 20 %.",
		X: "epochs", Y: "kept", Unit: " %", Caption: "What is kept of the reward", Head: [2]string{"Epoch", "Kept"}, End: 30, FromZero: true,
		Points: []StepPoint{{At: 0, Value: 100, Name: "0", Text: "100 %", Words: "Epoch 0: 100 %."}, {At: 11, Value: 95, Name: "11", Text: "95 %", Words: "Epoch 11: 95 %."}, {At: 20, Value: 50, Name: "20", Text: "50 %", Words: "Epoch 20: 50 %."}, {At: 26, Value: 20, Name: "26", Text: "20 %", Words: "Epoch 26: 20 %."}},
		Marks:  []Mark{{At: 10, Text: "grace ends"}, {At: 20, Text: "half"}},
	}
	stack := &Stack{
		Title: "Points by dimension", Desc: "nova leads with 88 of 100.", Head: "Agent", Caption: "Points by dimension", End: 100,
		Parts: []StackPart{{"correctness", "Correctness"}, {"speed", "Speed"}, {"quality", "Quality"}, {"process", "Process"}},
		Rows: []StackRow{
			{"nova", []float64{36, 20, 16, 16}, []string{"36", "20", "16", "16"}, "88"},
			{`<b>"atlas" & co`, []float64{38.8, 12, 16, 16}, []string{"38.8", "12", "16", "16"}, "82.8"},
			{"rook, whose name is much longer than its bar and would run into its total", []float64{0, 0, 0, 0}, []string{"0", "0", "0", "0"}, "0"},
		},
	}
	return map[string]picture{"fan": fan, "steps": steps, "stack": stack}
}

func TestPictures(t *testing.T) {
	left := map[string]bool{}
	files, err := fs.Glob(goldens, "testdata/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		left[file] = true
	}
	for name, one := range pictures() {
		svg, file := one.SVG(), "testdata/"+name+".svg"
		delete(left, file)
		if *update {
			if err := os.WriteFile(file, []byte(svg+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := goldens.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if svg+"\n" != string(want) {
			t.Errorf("%s is drawn otherwise: -update and look at the difference", name)
		}
		sound(t, name, svg)
	}
	for file := range left {
		t.Errorf("%s is nobody's picture", file)
	}
}

// Every text that is a number in the table is one the caller wrote.
func TestTables(t *testing.T) {
	tests := []struct {
		name        string
		rows, cells int
		last        []string
	}{
		{"fan", 4, 6, []string{"60", "1057", "1092", "1116", "1142", "1177"}},
		{"steps", 4, 2, []string{"26", "20 %"}},
		{"stack", 3, 6, []string{"rook, whose name is much longer than its bar and would run into its total", "0", "0", "0", "0", "0"}},
	}
	all := pictures()
	if len(tests) != len(all) {
		t.Fatalf("%d kinds, want %d", len(tests), len(all))
	}
	for _, tt := range tests {
		table := all[tt.name].Table()
		if table.Caption == "" || len(table.Head) != tt.cells || len(table.Rows) != tt.rows {
			t.Errorf("%s: %+v", tt.name, table)
			continue
		}
		for _, row := range table.Rows {
			if len(row) != tt.cells {
				t.Errorf("%s: row %q, want %d cells", tt.name, row, tt.cells)
			}
		}
		if got := table.Rows[tt.rows-1]; strings.Join(got, "|") != strings.Join(tt.last, "|") {
			t.Errorf("%s ends in %q, want %q", tt.name, got, tt.last)
		}
	}
}

// Ticks are 1, 2 or 5 times a power of ten apart.
func TestTicks(t *testing.T) {
	tests := []struct {
		name   string
		lo, hi float64
		most   int
		round  bool
		want   string
	}{
		{"ratings", 974, 1177, 5, true, "950 1000 1050 1100 1150 1200"},
		{"a plan", 0, 60, 6, false, "0 10 20 30 40 50 60"},
		{"a longer plan", 0, 1000, 6, false, "0 200 400 600 800 1000"},
		{"shares", 0, 0.083, 4, true, "0.00 0.05 0.10"},
		{"nothing between", 5, 5, 4, true, "4.0 4.5 5.0 5.5 6.0"},
		{"below zero", -3, 3, 3, true, "−4 −2 0 2 4"},
		{"far out", 1e15, 1e15, 2, true, "999999999999999 1000000000000000 1000000000000001"},
	}
	for _, tt := range tests {
		a := (&span{tt.lo, tt.hi, true}).nice(tt.most, tt.round)
		var got []string
		a.each(func(_ float64, text string) { got = append(got, text) })
		if all := strings.Join(got, " "); all != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, all, tt.want)
		}
	}
}

// Whatever numbers and texts come, the picture is well-formed, has a title and a
// description, and stays inside its frame.
func TestPicturesOfAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 12))
	numbers := []float64{0, 1, -1, 0.5, 1e-300, 1e300, -1e300, math.Inf(1), math.Inf(-1), math.NaN(), 1000, 1000.5}
	number := func() float64 {
		if random.IntN(3) == 0 {
			return numbers[random.IntN(len(numbers))]
		}
		return random.NormFloat64() * math.Pow(10, float64(random.IntN(6)-2))
	}
	texts := []string{"", "nova", `<script>"&'</script>`, "日本語日本語日本語", strings.Repeat("wide ", 40), "\x00\u202e%s %"}
	text := func() string { return texts[random.IntN(len(texts))] }
	count := func() int { return random.IntN(6) }
	pictures := 3000
	if testing.Short() {
		pictures = 300
	}
	for range pictures {
		fan := &Fan{Title: text(), Desc: text(), X: text(), Y: text()}
		steps := &Steps{Title: text(), Desc: text(), X: text(), Y: text(), Unit: text(), End: number(), FromZero: random.IntN(2) == 0}
		stack := &Stack{Title: text(), Desc: text(), End: number()}
		for range count() {
			at, v := number(), number()
			fan.Points = append(fan.Points, FanPoint{At: at, Name: text(), Words: text(), Levels: [5]float64{v, v, v + 1, v + 2, number()}, Texts: [5]string{text(), text(), text(), text(), text()}})
			fan.Lines = append(fan.Lines, Mark{At: number(), Text: text()})
			fan.Courses = append(fan.Courses, []float64{number(), number()})
			steps.Points = append(steps.Points, StepPoint{At: at, Value: v, Name: text(), Text: text(), Words: text()})
			steps.Marks = append(steps.Marks, Mark{At: number(), Text: text()})
			stack.Parts = append(stack.Parts, StackPart{text(), text()})
			stack.Rows = append(stack.Rows, StackRow{text(), []float64{number(), number(), number()}, []string{text()}, text()})
		}
		for name, one := range map[string]picture{"fan": fan, "steps": steps, "stack": stack} {
			sound(t, name, one.SVG())
			one.Table()
		}
		if t.Failed() {
			return
		}
	}
}

var (
	moves  = regexp.MustCompile(`[ML](-?[0-9.]+) (-?[0-9.]+)`)
	course = regexp.MustCompile(`^([ML]-?[0-9.]+ -?[0-9.]+|Z)*$`) // what outside can read
)

// sound reads a picture as XML and looks at every element of it.
func sound(t *testing.T, name, svg string) {
	t.Helper()
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || strings.Contains(svg, "<script") || strings.Contains(svg, "style=") {
		t.Errorf("%s: %s", name, svg)
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	height, seen := 0.0, map[string]int{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("%s: %v in %s", name, err, svg)
			return
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		seen[start.Name.Local]++
		a := map[string]string{}
		for _, attr := range start.Attr {
			a[attr.Name.Local] = attr.Value
		}
		if start.Name.Local == "svg" {
			if _, err := fmt.Sscanf(a["viewBox"], "0 0 360 %f", &height); err != nil || a["role"] != "img" {
				t.Errorf("%s begins %+v", name, start)
			}
			continue
		}
		var content string
		if start.Name.Local == "text" {
			var text struct {
				Content string `xml:",chardata"`
			}
			if err := d.DecodeElement(&text, &start); err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			content = text.Content
		}
		for _, fault := range outside(start.Name.Local, a, content, height) {
			t.Errorf("%s: %s", name, fault)
		}
	}
	if seen["title"] < 1 || seen["desc"] != 1 {
		t.Errorf("%s has no title and description: %s", name, svg)
	}
}

// outside are the places of an element that are not in the frame.
func outside(kind string, a map[string]string, text string, height float64) []string {
	const slack = 0.11 // coordinates are rounded to tenths, ends of a rectangle twice
	var faults []string
	value := func(name string) float64 {
		x, err := strconv.ParseFloat(a[name], 64)
		if err != nil {
			faults = append(faults, fmt.Sprintf("<%s> %v has %s=%q", kind, a, name, a[name]))
		}
		return x
	}
	var corners [][2]float64
	switch kind {
	case "rect":
		corners = append(corners, [2]float64{value("x"), value("y")}, [2]float64{value("x") + value("width"), value("y") + value("height")})
	case "path":
		if !course.MatchString(a["d"]) {
			faults = append(faults, fmt.Sprintf("<path d=%q>", a["d"]))
		}
		for _, m := range moves.FindAllStringSubmatch(a["d"], -1) {
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			corners = append(corners, [2]float64{x, y})
		}
	case "circle":
		corners = append(corners, [2]float64{value("cx"), value("cy")})
	case "text":
		width := wide(text)
		from := value("x") - map[string]float64{"start": 0, "middle": width / 2, "end": width}[a["text-anchor"]]
		corners = append(corners, [2]float64{from, value("y")}, [2]float64{from + width, value("y") - fontSize + 2})
	}
	for _, c := range corners {
		if c[0] < -slack || c[0] > plotWidth+slack || c[1] < -slack || c[1] > height+slack {
			faults = append(faults, fmt.Sprintf("<%s> %v %q at %v, outside 360 × %v", kind, a, text, c, height))
		}
	}
	return faults
}

// TestFanLeavesRoomForNumbers: a picture is at least 288 px wide, and its text
// stays 12 px high: "1434.1" in the font of the site then takes 44.1 of 360 units.
func TestFanLeavesRoomForNumbers(t *testing.T) {
	fan := *pictures()["fan"].(*Fan)
	fan.Ends = &Steps{Points: []StepPoint{{At: 1050, Value: 40}, {At: 1100, Value: 60}}, End: 1150}
	found := regexp.MustCompile(`class="end" x="([\d.]+)"`).FindAllStringSubmatch(fan.SVG(), -1)
	if len(found) == 0 {
		t.Fatal("there is no number at the end")
	}
	for _, one := range found {
		if x, err := strconv.ParseFloat(one[1], 64); err != nil || x+44.1 > endsLeft {
			t.Errorf("a number begins at %s: want it to end before the bars at %d", one[1], endsLeft)
		}
	}
}

// A line is inside the picture if it is nearer to the fan than half of its height.
func TestFanHoldsNearLines(t *testing.T) {
	for _, row := range []struct {
		line   float64
		lo, hi float64
	}{{149, 0, 150}, {150, 0, 100}, {-49, -50, 100}, {-50, 0, 100}, {90, 0, 100}} {
		fan := Fan{Points: []FanPoint{{At: 0, Levels: [5]float64{0, 25, 50, 75, 100}}, {At: 1, Levels: [5]float64{0, 25, 50, 75, 100}}}, Lines: []Mark{{At: row.line}}}
		p := &plot{}
		fan.scale(p)
		if p.y.lo != row.lo || p.y.hi != row.hi {
			t.Errorf("a line at %v: an axis from %v to %v, want from %v to %v", row.line, p.y.lo, p.y.hi, row.lo, row.hi)
		}
	}
}
