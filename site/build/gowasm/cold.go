package gowasm

import "strings"

// cold are packages whose code runs once per call or rarely. They are compiled without
// inlining, which makes the engine 4 % smaller (docs/decisions/0007). The loops are in
// exact, fmath, jcs, ranking/nearest, rating/forecast and proof/internal/ed25519.
var cold = append(strings.Fields(`
	cmp encoding/base64 encoding/binary encoding/hex errors
	internal/abi internal/bytealg internal/chacha8rand internal/cpu internal/reflectlite internal/strconv internal/stringslite
	bytes fmt internal/fmtsort internal/godebug internal/poll io io/fs iter maps math/big os path reflect slices strconv strings
	syscall syscall/js time unicode/utf8 crypto/internal/fips140 crypto/internal/fips140/check crypto/internal/fips140deps/godebug`), ours(`
	audit audit/detect badge chart engine engine/verifier
	explain explain/audits explain/breakdown explain/changes explain/compare explain/difficulty explain/forecasts explain/ratings explain/rewards explain/scores explain/standings explain/weights
	instant measure metrics op
	proof proof/envelope proof/key proof/layout proof/many proof/record proof/signature proof/text
	ranking ranking/live ranking/regions rating rating/matchlist rating/replay reward reward/decay reward/input reward/number rulebook rulebook/dims score standing table words`)...)

// ours are packages of the core.
func ours(names string) []string {
	all := strings.Fields(names)
	for i := range all {
		all[i] = "github.com/tallyproof/tallyproof/core/" + all[i]
	}
	return all
}
