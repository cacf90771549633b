// Package forecasts explains how a rating will develop, and which titles that brings.
package forecasts

import (
	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.forecast", "Explain how a rating will develop: the answer of elo.project in a sentence, charts "+
		"and tables.", Forecast).Costs(forecastCost),
	op.Define("explain.titles", "Explain which titles a plan of matches brings, and how likely. Takes a plan as "+
		"explain.forecast does.", Titles).Costs(titlesCost),
}
