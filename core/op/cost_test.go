package op

import (
	"math"
	"runtime"
	"strings"
	"testing"
)

type rowsRequest struct {
	Rows int   `json:"rows" op:"min=0 max=1000000" doc:"How many rows."`
	List []int `json:"list,omitempty" doc:"Anything."`
}

type rowsResponse struct {
	Rows []string `json:"rows" doc:"The rows."`
}

// rowsOp answers rows of 100 bytes. Its estimate says what the test wants.
func rowsOp(ran *bool, estimate func(rowsRequest) Cost) Op {
	o := Define("test.rows", "Answers rows.", func(req rowsRequest) (rowsResponse, error) {
		*ran = true
		return rowsResponse{Rows: strings.Split(strings.Repeat(strings.Repeat("a", 97)+" ", req.Rows), " ")}, nil
	})
	if estimate != nil {
		o = o.Costs(estimate)
	}
	return o
}

func TestLimits(t *testing.T) {
	cost := func(req rowsRequest) Cost {
		return Cost{Work: float64(req.Rows) * 1e6, Answer: float64(req.Rows) * 100, Memory: float64(req.Rows) * 1e6, Field: "/rows", Fewer: "fewer rows"}
	}
	for _, tt := range []struct {
		name, request string
		limits        Limits
		estimate      func(rowsRequest) Cost
		ran           bool
		refusal       string // "" for none
	}{
		{"no limits", `{"rows":5000}`, Limits{}, cost, true, ""},
		{"within all", `{"rows":10}`, Limits{Work: 10.5e6, Answer: 2000, Memory: 10.5e6, Values: 10}, cost, true, ""},
		{"work", `{"rows":11}`, Limits{Work: 10.5e6}, cost, false, "/rows: about 11000012 microseconds of work: want at most 10500000 here; ask for fewer rows, or run the engine in process"},
		{"memory", `{"rows":11}`, Limits{Memory: 10.5e6}, cost, false, "/rows: about 11003766 bytes of memory: want at most 10500000 here; ask for fewer rows, or run the engine in process"},
		{"answer", `{"rows":11}`, Limits{Answer: 1000}, cost, false, "/rows: about 1100 bytes of answer: want at most 1000 here; ask for fewer rows, or run the engine in process"},
		{"an estimate that is no number", `{"rows":1}`, Limits{Work: 10}, func(rowsRequest) Cost { return Cost{Work: math.Inf(1)} }, false, "about more than 9007199254740992 microseconds of work: want at most 10 here; ask for less at once, or run the engine in process"},
		{"an answer that was not foreseen", `{"rows":11}`, Limits{Answer: 1000}, nil, true, "the answer is too long for here: ask for less at once, or run the engine in process"},
		{"values", `{"rows":1,"list":[1,2]}`, Limits{Values: 4}, nil, false, "the request has up to 6 values: want at most 4 here; send fewer at once, or run the engine in process"},
		{"as many values as there may be", `{"rows":1,"list":[1,2]}`, Limits{Values: 6}, nil, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ran := false
			answer, err := rowsOp(&ran, tt.estimate).AnswerWithin(tt.limits, []byte(tt.request))
			switch {
			case ran != tt.ran:
				t.Errorf("ran: %v, want %v", ran, tt.ran)
			case tt.refusal == "" && (err != nil || len(answer) == 0):
				t.Errorf("refused: %v", err)
			case tt.refusal != "" && (err == nil || err.Error() != tt.refusal || err.Code != TooLarge || answer != nil):
				t.Errorf("got %v, want %s", err, tt.refusal)
			}
		})
	}
}

// The encoder stops soon after its limit, and not at the end of a long list.
func TestLongAnswersAreNotFinished(t *testing.T) {
	ran := false
	o := rowsOp(&ran, nil)
	request := []byte(`{"rows":100000}`)
	whole := allocated(func() { o.Answer(request) })
	cut := allocated(func() { o.AnswerWithin(Limits{Answer: 1000}, request) })
	if whole-cut < 9_000_000 {
		t.Errorf("%d bytes allocated for the whole answer, %d for the first 1000 bytes: want the 10 MB of the rest less", whole, cut)
	}
}

// allocated are the bytes of the fewest that one of a few calls takes: in the first,
// schemas are made.
func allocated(f func()) int64 {
	least := int64(math.MaxInt64)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, int64(after.TotalAlloc-before.TotalAlloc))
	}
	return least
}

func TestCostsOfAnotherRequest(t *testing.T) {
	defer func() {
		if p := recover(); p == nil || !strings.Contains(PanicText(p), "test.rows") {
			t.Errorf("panic: %v, want one that names the operation", p)
		}
	}()
	ran := false
	rowsOp(&ran, nil).Costs(func(string) Cost { return Cost{} })
}

// What is not an operation is a programmer's mistake, found when the program starts.
func TestDefineWants(t *testing.T) {
	for _, f := range []any{"text", func() {}, func(string) string { return "" }, func(string) (string, string) { return "", "" }} {
		func() {
			defer func() {
				if p := recover(); p == nil || !strings.Contains(PanicText(p), "want a func(Req) (Res, error)") {
					t.Errorf("%T: panic %v", f, p)
				}
			}()
			Define("test.wrong", "", f)
		}()
	}
}
