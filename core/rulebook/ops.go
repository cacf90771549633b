package rulebook

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("rulebook.list", "List the built-in rulebooks: one per arena and reading of its rules.", List),
	op.Define("rulebook.get", "Return a built-in rulebook whole.", Get),
	op.Define("rulebook.check", "Check a rulebook of your own and list everything wrong with it.", Check),
	op.Define("rulebook.presets", "Challenges that the arenas run, with the weights they score by.", Presets),
}

// ListRequest asks for nothing.
type ListRequest struct{}

// ListResponse names the built-in rulebooks.
type ListResponse struct {
	Rulebooks []Summary `json:"rulebooks" doc:"The built-in rulebooks, in display order."`
}

// Summary is a rulebook's title page.
type Summary struct {
	ID         string   `json:"id" doc:"Its id in requests."`
	Name       string   `json:"name" doc:"Name for readers."`
	Scale      float64  `json:"scale" doc:"The highest score."`
	Source     string   `json:"source" doc:"Where the rules come from."`
	Arithmetic string   `json:"arithmetic" doc:"exact or float64."`
	Dimensions []string `json:"dimensions" doc:"Keys of its dimensions, in display order."`
	Rating     string   `json:"rating,omitempty" doc:"solo or pairwise; none if the arena does not rate."`
	Reward     bool     `json:"reward,omitempty" doc:"Whether it has reward rules, which every reward operation needs."`
}

// List names the built-in rulebooks.
func List(ListRequest) (ListResponse, error) {
	var res ListResponse
	for _, rb := range BuiltIn() {
		s := Summary{ID: rb.ID, Name: rb.Name, Scale: rb.Scale, Source: rb.Source, Arithmetic: rb.Arithmetic,
			Dimensions: rb.keys(), Reward: rb.Reward != nil}
		if rb.Rating != nil {
			s.Rating = rb.Rating.Scheme
		}
		res.Rulebooks = append(res.Rulebooks, s)
	}
	return res, nil
}

// GetRequest names a built-in rulebook.
type GetRequest struct {
	ID string `json:"id" doc:"Id of a built-in rulebook."`
}

// Get returns a built-in rulebook whole.
func Get(req GetRequest) (*Rulebook, error) {
	rb, err := ID(req.ID).Resolve()
	if err != nil {
		refusal := *err.(*op.Error)
		refusal.Field = "/id"
		return nil, &refusal
	}
	return rb, nil
}

var schema = op.LazySchema[Rulebook]()

// CheckRequest carries any JSON value as a rulebook.
type CheckRequest struct {
	Rulebook op.Raw `json:"rulebook" doc:"The rulebook to check; any JSON value is accepted here."`
}

// CheckResponse lists what is wrong.
type CheckResponse struct {
	OK       bool      `json:"ok" doc:"Whether every operation accepts the rulebook."`
	Problems []Problem `json:"problems" doc:"All problems; a wrong JSON shape is reported alone, because nothing after it can be read."`
}

// Check checks a designer's rulebook.
func Check(req CheckRequest) (CheckResponse, error) {
	var rb Rulebook
	if err := schema().Decode(req.Rulebook, &rb); err != nil {
		return CheckResponse{Problems: []Problem{{Field: err.Field, Message: err.Message}}}, nil
	}
	problems := rb.Check()
	return CheckResponse{OK: len(problems) == 0, Problems: append([]Problem{}, problems...)}, nil
}
