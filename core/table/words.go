package table

import (
	"strings"
	"unicode"
)

// head is a header as words: in lower case, between spaces, " time ms " for Time_ms.
type head string

// headOf returns a header as words. Spaces, dots, dashes, underscores and brackets part
// words, and so does a capital after a small letter; a slash is the word per.
func headOf(name string) head {
	var b strings.Builder
	b.WriteByte(' ')
	space, small := true, false
	for _, c := range name {
		if c == '\'' || c == '’' {
			continue
		}
		if c == '/' && b.Len() > 1 {
			if !space {
				b.WriteByte(' ')
			}
			b.WriteString("per ")
			space, small = true, false
			continue
		}
		letter := unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) && c != '\ufe0f' || strings.ContainsRune("❤👍", c)
		sign := strings.ContainsRune("%$€£¥±#", c)
		if (sign || !letter || small && unicode.IsUpper(c)) && !space {
			b.WriteByte(' ')
			space = true
		}
		switch {
		case sign:
			b.WriteRune(c)
			b.WriteByte(' ')
		case letter:
			b.WriteRune(unicode.ToLower(c))
			space = false
		}
		small = unicode.IsLower(c)
	}
	if !space {
		b.WriteByte(' ')
	}
	return head(b.String())
}

// isOne reports whether a header is one of several, which bars part.
func (h head) isOne(of string) bool {
	return len(h) > 2 && strings.Contains("|"+of+"|", "|"+string(h[1:len(h)-1])+"|")
}

// word returns the first of several words, which bars part, that a header has; "" for none.
func (h head) word(of string) string {
	for len(of) > 0 {
		var one string
		one, of, _ = strings.Cut(of, "|")
		if strings.Contains(string(h), " "+one+" ") {
			return one
		}
	}
	return ""
}

// has reports whether a header has one of several words.
func (h head) has(of string) bool { return h.word(of) != "" }

// allOf reports whether a header consists of words and neutral ones, with at least one of
// the first.
func (h head) allOf(of, neutral string) bool {
	some := false
	for _, one := range strings.Fields(string(h)) {
		own := strings.Contains("|"+of+"|", "|"+one+"|")
		if !own && !strings.Contains("|"+neutral+"|", "|"+one+"|") && strings.Trim(one, "0123456789") != "" {
			return false
		}
		some = some || own
	}
	return some
}

// starts reports whether one of several words is the first of a header.
func (h head) starts(of string) bool {
	fields := strings.Fields(string(h))
	return len(fields) > 0 && strings.Contains("|"+of+"|", "|"+fields[0]+"|")
}

// ends reports whether one of several words is the last of a header.
func (h head) ends(of string) bool {
	fields := strings.Fields(string(h))
	return len(fields) > 0 && strings.Contains("|"+of+"|", "|"+fields[len(fields)-1]+"|")
}

// Words of headers, in English and some in German, French and Spanish.
const (
	nameWords = "agent|name|model|team|participant|user|username|player|method|system|miner|hotkey|submission|submitter|" +
		"contestant|competitor|entrant|bot|algorithm|approach|candidate|modell|mannschaft|verein|spieler|teilnehmer|nom|" +
		"modèle|équipe|joueur|nombre|modelo|equipo|jugador|agents|models|teams|players|模型|名称|エージェント"
	nameNeutral = "the|of|and|or|per|full|fullname|display|public|short|llm|ai|ml|title|label|nickname|handle|" + nameWords
	rankWords   = "rank|ranking|place|position|pos|placement|rang|platz|platzierung|nr|no|#|posición|posicion|puesto|排名"
	placeWords  = "rank|ranking|place|position|placement|rang|platz"
	rankNeutral = "overall|final|global|current|published|official|ub|the|number|world|public|leaderboard"
	totalWords  = "score|total|final|overall|average|avg|mean|elo|rating|points|pts|aggregate|composite|gesamt|gesamtpunkte|" +
		"punkte|punktzahl|gesamtpunktzahl|gesamtwertung|summe|sum|puntos|promedio|moyenne|总分"
	totalNeutral = "arena|weighted|published|combined|official|leaderboard|lb|the|of|all|per|%|global|result|results|value|±|std|ci"
	idWords      = "id|ids|uid|uuid|guid|hash|hotkey|coldkey|wallet|address|commit|sha"
	spreadWords  = "ci|ci95|std|stdev|stddev|sd|sem|stderr|deviation|±|interval|margin of error"
	boundWords   = "lower|upper|lower bound|upper bound"
	countWords   = "votes|count|submissions|entries|battles|samples|members|likes|downloads|views|" +
		"followers|forks|upvotes|❤|👍|anzahl|stimmen"
	dateWords  = "date|datum|updated|created|submitted|timestamp|released|release|time of day|fecha|cutoff|uploaded"
	dayWords   = "day|month|year|jahr|last|last seen|last active|joined"
	linkWords  = "url|link|href|website|homepage|repository|repo"
	makerWords = "organisation|organization|org|affiliation|company|provider|vendor|developer|creator|author|authors|" +
		"maker|institution|country|owner|licence|license|lizenz|hersteller"
	noteWords = "notes|note to|comment|comments|description|remarks|version|seed|type|category|tags|index|row index|row number|row|line|" +
		"step|epoch|context|context length|context window|model size|max tokens|embedding dimensions"
	sizeWords = "params|parameters|parameter|flops|gflops|macs|gmacs"
	moveWords = "gap|delta|move|moves|moved|trend|difference|behind|ahead|to the next"

	timeWords = "time|times|time_ms|latency|duration|runtime|ms|msec|millis|seconds|second|secs|sec|minutes|hours|elapsed|" +
		"delay|ttft|zeit|dauer|antwortzeit|laufzeit|tiempo|temps|durée"
	costWords  = "cost|costs|price|prices|usd|eur|gbp|$|€|£|spend|expense|expenses|fee|fees|kosten|preis|coste|costo|precio|prix|coût"
	tokenWords = "tokens|token"
	errorWords = "errors|error|fehler|failures|failure|failed|fails|mistakes|violations|violation|crashes|timeouts|penalty|penalties|" +
		"hallucinations|hallucination|error rate|errores|erreurs"
	lossWords   = "loss|losses|perplexity|ppl|regret|bpb"
	metricWords = "fid|rmse|mse|mae|mape|wer|cer|eer|ece|brier"
	rateWords   = "per second|per sec|per s|fps|tps|qps|throughput|efficiency|saved|savings|win per loss|score|scores" // higher is better, whatever else
	gainWords   = "revenue|reward|rewards|profit|earnings|payout|prize|income|gain|return"
	knownWords  = "correctness|speed|quality|process|accuracy|score|total|rank|elo|rating|points|average|overall|f1|recall|precision"
)

// lowerIs returns the kind of number whose low values are better, "" for others.
func (h head) lowerIs() string {
	switch {
	case h.has(rateWords):
		return ""
	case h.has(errorWords) || strings.Contains(string(h), " fehler"):
		return "errors"
	case h.has(timeWords) || h.ends("s") || strings.Contains(string(h), "zeit "):
		return "a time"
	case (h.has(costWords) || strings.Contains(string(h), "kosten ")) && !h.has(gainWords):
		return "a cost"
	case h.has(tokenWords):
		return "a count of tokens"
	case h.has(lossWords):
		return "a loss"
	case h.has(metricWords):
		return "an error"
	case h.has("rank|ranks"):
		return "a place"
	}
	return ""
}

// aboutIs returns the kind of thing about an agent that is no score, "" for others.
func (h head) aboutIs() string {
	switch {
	case h.ends(idWords) || h.isOne("key"):
		return "an id"
	case h.has(spreadWords) || h.isOne(boundWords) || h.ends(boundWords):
		return "an interval"
	case h.has(dateWords) || h.isOne(dayWords) || h.ends("at|on") && len(h) > len(" at "):
		return "a date"
	case h.has(linkWords):
		return "a link"
	case h.has(makerWords):
		return "who made it"
	case h.isOne(moveWords):
		return "a difference"
	case h.lowerIs() == "" && h.has(countWords) || h.isOne("n"):
		return "a count"
	case h.isOne(noteWords) || h.has(sizeWords) || h.ends("version|seed|idx"):
		return "a note"
	}
	return ""
}

// isKnown reports whether a header is one of a column with numbers, and so hardly the name
// of an agent.
func (h head) isKnown() bool {
	return h.isOne(knownWords) || h.allOf(totalWords, totalNeutral) || h.allOf(rankWords, rankNeutral) ||
		h.allOf(timeWords+"|"+costWords+"|"+tokenWords+"|"+errorWords+"|"+lossWords+"|"+metricWords, "")
}
