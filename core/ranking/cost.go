package ranking

import "github.com/tallyproof/tallyproof/core/op"

// sampleCost is ranking one submission under one random weighting, in
// microseconds.
const sampleCost = 0.03

// sensitivityCost estimates [Sensitivity]: every random weighting ranks every
// submission.
func sensitivityCost(req SensitivityRequest) op.Cost {
	rows := len(req.Submissions)
	samples, err := samplesFor(req.Samples, rows)
	if err != nil {
		return op.Cost{} // refused
	}
	return op.Cost{
		Work:  op.Product(float64(rows), op.Product(float64(samples), sampleCost)+20),
		Field: "/samples",
		Fewer: "fewer samples or submissions",
	}
}
