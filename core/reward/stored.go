package reward

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/words"
)

// mostUnstored is how many miners are named whose share rounds to 0.
const mostUnstored = 10

// noteUnstored warns of miners that are paid and have 0 of 65535 once rounded.
func (w *weigher) noteUnstored() {
	var named []string
	n := 0
	for _, m := range w.res.Miners {
		if m.Share <= 0 || m.U16.Round > 0 || m.Miner == burnAddress {
			continue
		}
		if n++; n <= mostUnstored {
			named = append(named, m.Miner+" ("+words.Rate(m.Share)+")")
		}
	}
	if n == 0 {
		return
	}
	text := strings.Join(named, ", ")
	if n > mostUnstored {
		text += fmt.Sprintf(" and %d more", n-mostUnstored)
	}
	w.Warn("rounds-to-zero", "/competitions", "paid, but 0 of 65535 once rounded: "+text)
}

// accept says whether the chain takes a row of so many weights above 0.
func (w *weigher) accept() {
	least := w.req.MinAllowedWeights
	if least == nil {
		return
	}
	n := 0
	for _, i := range w.given {
		if w.u16[i] > 0 {
			n++
		}
	}
	accepted := n >= *least
	w.res.Accepted = &accepted
	if !accepted {
		w.Warn("row-refused", "/min_allowed_weights", fmt.Sprintf("the row has %s above 0: the chain takes no fewer than %s",
			input.Itoa(n), input.Itoa(*least)))
	}
}
