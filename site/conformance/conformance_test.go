package conformance

import (
	"encoding/json"
	"testing"
)

// The engine's operation answers the recorded answers, vector by vector.
func TestAnswers(t *testing.T) {
	all, err := Vectors()
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, s := range Sets {
		want += s.Count
	}
	if len(all) != want || want != 1077 {
		t.Fatalf("%d vectors, the sets have %d: want 1077", len(all), want)
	}
	for _, v := range all {
		strict, zip215, err := v.Answer()
		if err != nil || strict != v.RecordedStrict || zip215 != v.RecordedZIP215 {
			t.Errorf("%s: strict %v, ZIP-215 %v, %v; recorded %v, %v", v.Name, strict, zip215, err, v.RecordedStrict, v.RecordedZIP215)
		}
	}
	got, err := Answers()
	if want := (Counts{1077, Count{132, 1077}, Count{924, 1077}}); got != want || err != nil { // counted in acceptance-matrix.json
		t.Errorf("counted %+v, %v: want %+v", got, err, want)
	}
}

func TestJSON(t *testing.T) {
	text, err := JSON()
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors        [][4]string
		Strict, ZIP215 string
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	all, _ := Vectors()
	if len(file.Vectors) != len(all) || len(file.Strict) != len(all) || len(file.ZIP215) != len(all) {
		t.Fatalf("%d rows, %d and %d digits: want %d", len(file.Vectors), len(file.Strict), len(file.ZIP215), len(all))
	}
	for i, v := range all {
		if row := file.Vectors[i]; row != [4]string{v.Name, v.Key, v.Message, v.Signature} || (file.Strict[i] == '1') != v.RecordedStrict || (file.ZIP215[i] == '1') != v.RecordedZIP215 {
			t.Errorf("row %d is %q", i, row)
		}
	}
	if names := map[string]bool{}; true {
		for _, row := range file.Vectors {
			if names[row[0]] {
				t.Errorf("two vectors are called %q", row[0])
			}
			names[row[0]] = true
		}
	}
}
