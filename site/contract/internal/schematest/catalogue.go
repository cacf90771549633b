package schematest

import (
	"github.com/tallyproof/tallyproof/core/op"
)

// Define returns an operation of two types, which never runs.
func Define[Req, Res any](name string) op.Op {
	return op.Define(name, "Does "+name+".", func(Req) (res Res, err error) { return res, nil })
}
