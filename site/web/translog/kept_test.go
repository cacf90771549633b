package translog

import (
	"strconv"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
)

// The hash that a full tile of each level must lead to is the one that tlog stores.
func TestLeads(t *testing.T) {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(at))
		for i, place := range at {
			found[i] = stored[place]
		}
		return found, nil
	})
	for i := range int64(full * full) {
		more, err := tlog.StoredHashes(i, []byte(strconv.FormatInt(i, 10)), reader)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, more...)
	}
	for _, tile := range []tlog.Tile{{H: Height, L: 0, N: 0, W: full}, {H: Height, L: 0, N: 200, W: full}, {H: Height, L: 1, N: 0, W: full}} {
		data, err := tlog.ReadTileData(tile, reader)
		if err != nil {
			t.Fatal(err)
		}
		top := stored[above(tile)]
		if !leads(tile, data, top) {
			t.Errorf("%s does not lead to its hash", Path(tile))
		}
		for name, wrong := range map[string][]byte{
			"a bit": append(append([]byte{}, data[:99]...), append([]byte{data[99] ^ 1}, data[100:]...)...), "shorter": data[:len(data)-1], "longer": append(data[:len(data):len(data)], 0),
			"nothing": {}, "two hashes changed places": append(append(append([]byte{}, data[32:64]...), data[:32]...), data[64:]...),
		} {
			if leads(tile, wrong, top) {
				t.Errorf("%s: %s leads to its hash", Path(tile), name)
			}
		}
	}
	var texts []string
	for i := range full {
		texts = append(texts, strconv.Itoa(3*full+i))
	}
	bundle := tlog.Tile{H: Height, L: bundles, N: 3, W: full}
	top := stored[above(bundle)]
	if !leads(bundle, Bundle(texts), top) || leads(bundle, Bundle(texts[1:]), top) || leads(bundle, append(Bundle(texts), 0), top) {
		t.Error("a bundle of the entries does not lead to its hash, or other bytes do")
	}
	texts[7] += " "
	if leads(bundle, Bundle(texts), top) {
		t.Error("a bundle with another entry leads to its hash")
	}
}
