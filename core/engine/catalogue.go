package engine

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/audit/detect"
	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/explain/arenas"
	"github.com/tallyproof/tallyproof/core/explain/audits"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/changes"
	"github.com/tallyproof/tallyproof/core/explain/compare"
	"github.com/tallyproof/tallyproof/core/explain/difficulty"
	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/explain/reading"
	"github.com/tallyproof/tallyproof/core/explain/rewards"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/explain/standings"
	"github.com/tallyproof/tallyproof/core/explain/stress"
	"github.com/tallyproof/tallyproof/core/explain/totals"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/metrics"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/link"
	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/recover"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rating/replay"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/rulebook/dims"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/core/table/read"
)

// Catalogue lists every operation, in the order of the documentation.
var Catalogue op.Catalogue = slices.Concat(
	rulebook.Ops,
	dims.Ops,
	score.Ops,
	ranking.Ops,
	recover.Ops,
	rating.Ops,
	replay.Ops,
	forecast.Ops,
	standing.Ops,
	metrics.Ops,
	reward.Ops,
	proof.Ops,
	link.Ops,
	badge.Ops,
	breakdown.Ops,
	scores.Ops,
	changes.Ops,
	arenas.Ops,
	ratings.Ops,
	forecasts.Ops,
	standings.Ops,
	difficulty.Ops,
	compare.Ops,
	rewards.Ops,
	read.Ops,
	reading.Ops,
	weights.Ops,
	stress.Ops,
	totals.Ops,
	detect.Ops,
	audit.Ops,
	audits.Ops,
)
