package rewards

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/words"
)

// What a list of miners may have. Each competition has as many tasks as Term Challenge's benchmark, unless
// a miner has passed more.
const (
	mostListed     = 2000
	benchmarkTasks = 91
	youAre         = "you"
)

// listed is a list of miners that was read.
type listed struct {
	competitions []reward.Competition
	numbers      [][]float64 // what each line of a competition ends with
	points       bool        // whether they are scores, shown in hundredths, not tasks
	of           float64     // all tasks, or 100 points
	you          string
	at, place    int // the competition and the line of you
	count        int // miners, each once
}

// readMiners reads a list: a miner a line with its tasks or its score at the end. A line that begins
// with # begins a competition: its name and its part of all emission in percent.
func readMiners(text string) (*listed, error) {
	l := &listed{}
	seen, names := map[string]bool{}, map[string]bool{}
	rows, most, sum := 0, 0.0, 0.0
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if head, ok := strings.CutPrefix(line, "#"); ok {
			id, alpha, err := readHead(head, i)
			if err != nil {
				return nil, err
			}
			if names[id] {
				return nil, listRefusal(i, "%s is there twice. Give each competition its own name", words.Quoted(id))
			}
			names[id], sum, seen = true, sum+alpha, map[string]bool{}
			l.begin(id, alpha)
			continue
		}
		if len(l.competitions) == 0 {
			sum = 100
			l.begin("A", 100)
		}
		id, x, err := readMiner(line, i, len(l.numbers[len(l.numbers)-1]))
		if err != nil {
			return nil, err
		}
		if seen[id] {
			return nil, listRefusal(i, "%s is there twice", words.Quoted(id))
		}
		if rows++; rows > mostListed {
			return nil, op.Refuse("/text", "More than %s miners. Leave some out", words.Grouped(mostListed))
		}
		seen[id], most = true, max(most, x)
		l.put(id, x)
	}
	switch {
	case rows < 2:
		return nil, op.Refuse("/text", "%s. Paste at least two, each with its tasks: name, tasks", words.Counted(rows, "miner", "miners"))
	case math.Abs(sum-100) > 0.1:
		return nil, op.Refuse("/text", "Competitions add up to %s %%. Make it 100", words.Short(sum))
	}
	return l, l.grade(most)
}

func (l *listed) begin(id string, alpha float64) {
	l.competitions = append(l.competitions, reward.Competition{ID: id, Alpha: alpha, Miners: []reward.Miner{}})
	l.numbers = append(l.numbers, nil)
}

func (l *listed) put(id string, x float64) {
	last := len(l.competitions) - 1
	l.competitions[last].Miners = append(l.competitions[last].Miners, reward.Miner{Miner: id})
	l.numbers[last] = append(l.numbers[last], x)
}

// readHead reads the line of a competition: # B 20.
func readHead(head string, line int) (id string, alpha float64, err error) {
	fields := strings.Fields(strings.TrimSuffix(strings.TrimSpace(head), "%"))
	if len(fields) > 1 {
		alpha, ok := readNumber(fields[len(fields)-1])
		if ok && alpha >= 0 && alpha <= 100 {
			return strings.Join(fields[:len(fields)-1], " "), alpha, nil
		}
	}
	return "", 0, listRefusal(line, "%s: want a name and a percentage from 0 to 100, such as # B 20", op.Quote("#"+head))
}

// readMiner reads a line of a miner; without a name it is called by its place.
func readMiner(line string, at, before int) (id string, x float64, err error) {
	fields := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == '\t' || r == ' ' })
	last := line
	if len(fields) > 0 {
		last = fields[len(fields)-1]
	}
	x, ok := readNumber(last)
	if !ok || x < 0 || x > 0 && x < 1e-9 || x > 1e6 {
		return "", 0, listRefusal(at, "%s: want a name, and tasks or a score from 0 to 1", op.Quote(last))
	}
	if id = strings.Join(fields[:len(fields)-1], " "); id == "" {
		id = "m" + strconv.Itoa(before+1)
	}
	if len(id) > 200 {
		return "", 0, listRefusal(at, "The name has %d bytes. Leave it at 200", len(id))
	}
	return id, x, nil
}

func readNumber(text string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

func listRefusal(line int, format string, args ...any) error {
	return op.Refuse("/text", "Line "+strconv.Itoa(line+1)+": "+format, args...)
}

// grade makes scores of the numbers, and finds you: the line "you", or the median of the first competition.
func (l *listed) grade(most float64) error {
	switch {
	case most <= 1:
		l.points, l.of = true, 100
	case most <= benchmarkTasks:
		l.of = benchmarkTasks
	case most <= 100:
		l.points, l.of = true, 100
	default:
		l.of = math.Ceil(most)
	}
	for c, numbers := range l.numbers {
		for i, x := range numbers {
			if most <= 1 {
				l.numbers[c][i] = round(x * 100)
			}
			if !l.points && x != math.Floor(x) {
				return op.Refuse("/text", "%s tasks: want whole tasks, or scores from 0 to 1", op.Show(x))
			}
			l.score(c, i, l.numbers[c][i])
		}
	}
	known := map[string]bool{}
	l.at = -1
	for c, comp := range l.competitions {
		for i, m := range comp.Miners {
			known[m.Miner] = true
			if m.Miner == youAre && l.at < 0 {
				l.at, l.place, l.you = c, i, youAre
			}
		}
	}
	l.count = len(known)
	if l.at < 0 {
		l.median()
	}
	return nil
}

// median makes the median of the first competition that has miners you.
func (l *listed) median() {
	for c, numbers := range l.numbers {
		if len(numbers) == 0 {
			continue
		}
		order := make([]int, len(numbers))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(numbers[b], numbers[a]) })
		l.at, l.place = c, order[len(order)/2]
		l.you = l.competitions[c].Miners[l.place].Miner
		return
	}
}

// score gives a line its score: tasks of all, or points in hundredths.
func (l *listed) score(c, i int, x float64) {
	m := &l.competitions[c].Miners[i]
	if l.points {
		score := min(rateOf(x).Float(), 1)
		m.Score = &score
		return
	}
	passed, total := int(x), int(l.of)
	m.Passed, m.Total = &passed, &total
}

// mine is your tasks, or points.
func (l *listed) mine() float64 { return l.numbers[l.at][l.place] }

// become gives you other tasks.
func (l *listed) become(x float64) {
	l.numbers[l.at][l.place] = x
	l.score(l.at, l.place, x)
}

// step is how much better a score one more task, or point, is.
func (l *listed) step() float64 { return 1 / l.of }

// unit names tasks or points.
func (l *listed) unit() string {
	if l.points {
		return "point"
	}
	return "task"
}
