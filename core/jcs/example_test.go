package jcs_test

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/jcs"
)

func ExampleCanonicalize() {
	canonical, err := jcs.Canonicalize([]byte(`{
		"score": 0.50,
		"player": "Zo\u00eb",
		"rating": 1.5e3
	}`))
	fmt.Println(string(canonical), err)
	// Output: {"player":"Zoë","rating":1500,"score":0.5} <nil>
}

func ExampleParse() {
	text := []byte(`{"score": 0.50, "player": "Zo\u00eb"}`)
	v, err := jcs.Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	score := v.Get("score")
	fmt.Printf("%v %v, written %s\n", score.Kind, score.Num, text[score.Start:score.End])
	// Output: number 0.5, written 0.50
}

func ExampleError() {
	_, err := jcs.Parse([]byte("{\n  \"score\": 1,\n  \"score\": 2\n}"))
	fmt.Println(err)
	// Output: line 3, column 3: expected each member name once, found "score" again
}
