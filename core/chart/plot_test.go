package chart

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the pictures of testdata")

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
	heat := &Heat{
		Title: "How often each agent takes each place", Desc: "nova is first under 63 % of all weights.", Head: "Agent", Caption: "Places under all weights", Columns: []string{"1st", "2nd", "3rd"},
		Rows: []HeatRow{
			{"nova", []float64{0.63, 0.31, 0.06}, []string{"63 %", "31 %", "6 %"}},
			{"atlas", []float64{0.37, 0.58, 0.05}, []string{"37 %", "58 %", "5 %"}},
			{"rook", []float64{0, 0.11, 0.89}, []string{"0 %", "11 %", "89 %"}},
		},
	}
	ternary := &Ternary{
		Title: "Who is first under which weights", Desc: "nova is first where correctness counts most.", Caption: "Areas of the triangle", Head: [2]string{"First", "Of all weights"},
		Corners: [3]string{"Correctness", "Speed", "Quality"},
		Areas: []Area{
			{"nova", "50 %", []Mixture{{1, 0, 0}, {0.5, 0.5, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}}},
			{"atlas", "25 %", []Mixture{{0.5, 0.5, 0}, {0, 1, 0}, {0, 0.5, 0.5}}},
			{"rook", "25 %", []Mixture{{0.5, 0, 0.5}, {0, 0.5, 0.5}, {0, 0, 1}}},
		},
		Here: &Mixture{40, 30, 30}, HereText: "Your weights: 40, 30 and 30 %",
	}
	return map[string]picture{"fan": fan, "steps": steps, "stack": stack, "heat": heat, "ternary": ternary}
}

func TestPictures(t *testing.T) {
	left := map[string]bool{}
	files, err := filepath.Glob("testdata/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		left[file] = true
	}
	for name, one := range pictures() {
		svg, file := one.SVG(), filepath.Join("testdata", name+".svg")
		delete(left, file)
		if *update {
			if err := os.WriteFile(file, []byte(svg+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
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
		{"heat", 3, 4, []string{"rook", "0 %", "11 %", "89 %"}},
		{"ternary", 3, 2, []string{"rook", "25 %"}},
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

// Colours of style.css, light and dark: paper, ink, accent, on-accent. Cells are
// accent over paper.
func TestHeatContrast(t *testing.T) {
	for name, c := range map[string][4]int{"light": {0xffffff, 0x14181d, 0x2440d6, 0xffffff}, "dark": {0x101418, 0xe9edf0, 0x9cb2ff, 0x0b1433}} {
		for share := 0.0; share <= 1; share += 0.01 {
			opacity, class := shade(share)
			text := c[1]
			if class == "on" {
				text = c[3]
			}
			if got := contrast(over(c[2], c[0], opacity), luminance(text)); got < 4.5 {
				t.Errorf("%s: a share of %.2f has a contrast of %.2f", name, share, got)
			}
		}
	}
}

// channels are red, green and blue, from 0 to 1.
func channels(color int) [3]float64 {
	return [3]float64{float64(color>>16) / 255, float64(color>>8&255) / 255, float64(color&255) / 255}
}

func over(color, ground int, opacity float64) float64 {
	top, below := channels(color), channels(ground)
	for i := range top {
		top[i] = opacity*top[i] + (1-opacity)*below[i]
	}
	return relative(top)
}

func luminance(color int) float64 { return relative(channels(color)) }

// relative is WCAG 2.2's relative luminance.
func relative(c [3]float64) float64 {
	for i, v := range c {
		if c[i] = v / 12.92; v > 0.04045 {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

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
	for range 3000 {
		fan := &Fan{Title: text(), Desc: text(), X: text(), Y: text()}
		steps := &Steps{Title: text(), Desc: text(), X: text(), Y: text(), Unit: text(), End: number(), FromZero: random.IntN(2) == 0}
		stack := &Stack{Title: text(), Desc: text(), End: number()}
		heat := &Heat{Title: text(), Desc: text()}
		ternary := &Ternary{Title: text(), Desc: text(), Corners: [3]string{text(), text(), text()}}
		for range count() {
			at, v := number(), number()
			fan.Points = append(fan.Points, FanPoint{At: at, Name: text(), Words: text(), Levels: [5]float64{v, v, v + 1, v + 2, number()}, Texts: [5]string{text(), text(), text(), text(), text()}})
			fan.Lines = append(fan.Lines, Mark{At: number(), Text: text()})
			fan.Courses = append(fan.Courses, []float64{number(), number()})
			steps.Points = append(steps.Points, StepPoint{At: at, Value: v, Name: text(), Text: text(), Words: text()})
			steps.Marks = append(steps.Marks, Mark{At: number(), Text: text()})
			stack.Parts = append(stack.Parts, StackPart{text(), text()})
			stack.Rows = append(stack.Rows, StackRow{text(), []float64{number(), number(), number()}, []string{text()}, text()})
			heat.Columns = append(heat.Columns, text())
			heat.Rows = append(heat.Rows, HeatRow{text(), []float64{number(), number()}, []string{text(), text()}})
			ternary.Areas = append(ternary.Areas, Area{text(), text(), []Mixture{{number(), number(), number()}, {1, 0, 0}, {0, number(), 1}}})
			ternary.Here = &Mixture{number(), number(), number()}
		}
		for name, one := range map[string]picture{"fan": fan, "steps": steps, "stack": stack, "heat": heat, "ternary": ternary} {
			sound(t, name, one.SVG())
			one.Table()
		}
		if t.Failed() {
			return
		}
	}
}

var (
	corner = regexp.MustCompile(`[ML](-?[0-9.]+) (-?[0-9.]+)`)
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
		for _, m := range corner.FindAllStringSubmatch(a["d"], -1) {
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
