package explain

import (
	"slices"
	"strings"
)

// palette are dimensions of built-in rulebooks with a colour each.
var palette = []string{"correctness", "speed", "quality", "process", "precision", "analysis", "code_quality"}

const twins = " pass_rate=correctness completeness=quality call_efficiency=quality methodology=process " +
	"token_efficiency=speed electron_push=speed "

// twin returns the dimension that has the same colour.
func twin(key string) string {
	if _, after, found := strings.Cut(twins, " "+key+"="); found {
		key, _, _ = strings.Cut(after, " ")
	}
	return key
}

// Colors gives every dimension a colour: its own if it has one, else one that no
// other dimension has, while there are some.
func Colors(keys []string) []string {
	colors := make([]string, len(keys))
	for k, key := range keys {
		key = twin(key)
		if slices.Contains(palette, key) && !slices.Contains(colors, key) {
			colors[k] = key
		}
	}
	for k := range colors {
		for n := 0; colors[k] == ""; n++ {
			if free := palette[n%len(palette)]; n >= k || !slices.Contains(colors, free) {
				colors[k] = free
			}
		}
	}
	return colors
}
