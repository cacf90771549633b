package proof

import (
	"reflect"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
)

// What is found for many texts at once is what is found for each alone: signatures
// that are checked together, one that fails among them, a text of another key, one
// whose layout must be searched for, several in one text and none.
func TestVerifyAll(t *testing.T) {
	req := leaderboard(150)
	texts := strings.Split(strings.TrimSpace(req.Text), "\n")
	_, own := prooftest.TestKey('v')
	_, stranger := prooftest.TestKey('s')
	texts[7] = strings.Replace(texts[7], "sub-7", "sub-8", 1)
	texts[20] = declaredRecord(stranger, journey)
	texts[30] = strings.Repeat("x", togetherBytes)
	texts[40] = texts[41] + "\n" + texts[42]
	texts[50] = ""
	texts[60] = prooftest.FlatRecord(own, prooftest.Canonical)
	texts[61] = texts[60]
	texts[70] = prooftest.FlatRecord(own, "signed by nobody's rules") // takes all the work that there is for one text
	all, err := VerifyAll(VerifyRequest{Keys: req.Keys, At: "2026-11-01T00:00:00Z", Limit: 1000000}, texts)
	if err != nil || len(all) != len(texts) {
		t.Fatalf("%d answers to %d texts: %v", len(all), len(texts), err)
	}
	verdicts := map[string]int{}
	for i, text := range texts {
		alone := verified(t, VerifyRequest{Text: text, Keys: req.Keys, At: "2026-11-01T00:00:00Z", Limit: 1000000})
		if !reflect.DeepEqual(all[i], alone) {
			t.Errorf("text %d: %+v\nalone: %+v", i, all[i], alone)
		}
		verdicts[alone.Verdict]++
	}
	if len(verdicts) < 4 || verdicts[authentic] < 100 {
		t.Errorf("the texts have too few verdicts to tell: %v", verdicts)
	}
	if _, err := VerifyAll(VerifyRequest{Keys: []byte(`{`)}, texts); err == nil {
		t.Error("a keyring that is cut off is no error")
	}
}
