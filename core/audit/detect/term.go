package detect

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// Term Challenge docs, Scoring System, name tasks_passed and total_tasks. The
// published code also answers tasks_failed, pass_rate, normalized_score and
// percentage.
var passRates = rows{kind: "term-leaderboard", name: "Term Challenge leaderboard", title: "A list of",
	one: "Term Challenge pass rate", many: "Term Challenge pass rates", row: "agent", whole: offerRanking}

func isTerm(d document) bool {
	_, _, counted := tasksOf(d)
	_, rated := d.number("pass_rate")
	return counted || rated
}

// tasksOf returns the tasks passed and all tasks.
func tasksOf(d document) (passed, total int, ok bool) {
	if passed, total, ok = exitCodes(d); ok {
		return passed, total, true
	}
	if passed, total, ok = trials(d); ok {
		return passed, total, true
	}
	passed, ok = d.count("tasks_passed")
	if !ok {
		return 0, 0, false
	}
	if total, ok = d.count("total_tasks"); ok {
		return passed, total, true
	}
	failed, ok := d.count("tasks_failed")
	return passed, passed + failed, ok
}

// exitCodes counts a task for each exit code: 0 passes. Tasks without an exit code
// failed.
func exitCodes(d document) (passed, total int, ok bool) {
	codes := d.get("exit_codes")
	if codes == nil || codes.Kind != jcs.Array || len(codes.Items) == 0 {
		return 0, 0, false
	}
	for _, code := range codes.Items {
		if code.Kind == jcs.Number && code.Num == 0 {
			passed++
		}
	}
	total, _ = d.count("total_tasks")
	return passed, max(total, len(codes.Items)), true
}

// trials counts the trials of a terminal-bench run, each with whether its task was resolved.
func trials(d document) (passed, total int, ok bool) {
	list := d.value
	if list.Kind == jcs.Object {
		list = d.get("results")
	}
	if list == nil || list.Kind != jcs.Array {
		return 0, 0, false
	}
	for i := range list.Items {
		resolved := list.Items[i].Get("is_resolved")
		if resolved == nil || list.Items[i].Get("task_id") == nil {
			return 0, 0, false
		}
		if resolved.Kind == jcs.Bool && resolved.Bool {
			passed++
		}
	}
	return passed, len(list.Items), len(list.Items) > 0
}

// termRequest returns the request that computes a pass rate.
func termRequest(d document) score.ComputeRequest {
	var m measure.Measurement
	if passed, total, ok := tasksOf(d); ok {
		m.Passed, m.Total = &passed, &total
	} else if rate, ok := d.number("pass_rate"); ok {
		m.Score = &rate
	}
	return score.ComputeRequest{Rulebook: rulebook.ID("term"), Measurements: map[string]measure.Measurement{
		"pass_rate": m}}
}

// readTerm reads a benchmark run of Term Challenge.
func readTerm(d document) DetectResponse {
	res := answer("term-submission", "Term Challenge pass rate", "")
	req := termRequest(d)
	got, err := score.Compute(req)
	if err != nil {
		res.Sentence = "A Term Challenge pass rate that the rules refuse: " + err.Error() + "."
		return res
	}
	passed, total, counted := tasksOf(d)
	if counted {
		res.slip.count(words.Rate(got.Score), itoa(passed)+" of "+itoa(total))
		checkTasks(&res, d, passed, total, got.Score)
		checkExitCodes(&res, d, passed, total)
	} else {
		res.note(d.base, "Not in the document", "tasks_passed, total_tasks", "the pass rate is taken as given")
	}
	res.offer("score.compute", "Raise this pass rate", req)
	res.Sentence = "A Term Challenge pass rate: " + res.verdict() + "."
	return res
}

// checkTasks compares what follows from the tasks. A rate over the tasks with a
// result is the published code's, which drops the others.
func checkTasks(res *DetectResponse, d document, passed, total int, rate float64) {
	rule := fmt.Sprintf("tasks passed / total tasks = %s/%s (Term Challenge documentation)", itoa(passed), itoa(total))
	failed, ok := d.count("tasks_failed")
	dropped := ok && passed+failed > 0 && passed+failed < total
	reported := false
	for _, name := range []string{"pass_rate", "accuracy", "normalized_score", "score", "percentage"} {
		claimed, ok := d.number(name)
		if !ok {
			continue
		}
		unit := 1.0
		if name == "percentage" || name == "score" && claimed > 1 {
			unit = 100
		}
		want, why := unit*rate, rule
		if live := unit * float64(passed) / float64(passed+failed); dropped && words.Agrees(claimed, live) {
			res.both = true
			want, why = live, fmt.Sprintf("tasks passed / tasks with a result = %s/%s (Term Challenge, live code); by the "+
				"documents %s/%s", itoa(passed), itoa(passed+failed), itoa(passed), itoa(total))
		}
		reported = true
		res.compare(d.at(name), strings.ToUpper(name[:1])+strings.ReplaceAll(name[1:], "_", " "), claimed, want, why)
	}
	if !reported {
		res.give(d.at("pass_rate"), "Pass rate", op.Show(rate), rule)
	}
	switch {
	case dropped:
		res.note(d.at("tasks_failed"), "Tasks without a result", itoa(total-passed-failed),
			"by the documents each of them is failed; the published code drops them")
	case ok && d.known("total_tasks"):
		res.add(d.at("tasks_failed"), "Tasks failed", itoa(failed), itoa(total-passed), "total tasks − tasks passed")
	}
}

// checkExitCodes explains how exit codes count, and compares them with the reported
// counts.
func checkExitCodes(res *DetectResponse, d document, passed, total int) {
	if _, _, ok := exitCodes(d); !ok {
		return
	}
	res.note(d.at("exit_codes"), "Exit codes", fmt.Sprintf("%s of %s tasks have exit code 0", itoa(passed), itoa(total)),
		"a task passes if its tests exit with 0; any other exit code fails it, and so does none")
	if claimed, ok := d.count("tasks_passed"); ok {
		res.add(d.at("tasks_passed"), "Tasks passed", itoa(claimed), itoa(passed), "exit codes of 0")
	}
}

// offerRanking ranks a list by pass rate and time.
func offerRanking(res *DetectResponse, l *rowList) {
	req := score.RankRequest{Rulebook: rulebook.ID("term")}
	for i, d := range l.list {
		got, err := score.Compute(termRequest(d))
		if err != nil {
			res.note(d.base, "Ranking", "", fmt.Sprintf("agent %s cannot be ranked: %s", itoa(i+1), err.Error()))
			return
		}
		name := d.text("agent")
		if name == "" {
			name = "agent " + itoa(i+1)
		}
		req.Submissions = append(req.Submissions, score.Submission{ID: name, SubmittedAt: d.text("submitted_at"),
			Dimensions: map[string]float64{"pass_rate": got.Score}})
	}
	ranking, err := score.Rank(req)
	if err != nil {
		res.note("", "Ranking", "", "cannot be ranked: "+err.Error())
		return
	}
	for _, s := range ranking.Standings {
		for i, d := range l.list {
			if req.Submissions[i].ID == s.ID && d.get("rank") != nil && d.get("rank").Kind == jcs.Number {
				res.add(d.at("rank"), "Rank of "+op.Quote(s.ID), d.shown("rank"), itoa(s.Rank),
					"by pass rate, then by earlier submission (Term Challenge documentation)")
			}
		}
	}
	res.offer("score.rank", "Rank them", req)
}
