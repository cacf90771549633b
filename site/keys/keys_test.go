package keys

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

func read(t *testing.T) Keyring {
	t.Helper()
	var ring Keyring
	if err := op.SchemaOf[Keyring]().Decode(JSON, &ring); err != nil {
		t.Fatal(err)
	}
	if len(ring.Keys) == 0 {
		t.Fatal("no keys")
	}
	return ring
}

// accepts is what the engine says to a keyring.
func accepts(ring []byte) error {
	_, err := proof.Verify(proof.VerifyRequest{Text: "{}", Keys: ring})
	return err
}

// TestPublished holds that the engine reads the file, and that nothing is listed
// on anybody's word but its owner's.
func TestPublished(t *testing.T) {
	if err := accepts(JSON); err != nil {
		t.Fatal(err)
	}
	for _, k := range read(t).Keys {
		if k.ID == "" || k.Owner == "" || k.Arena == "" || k.ValidFrom == "" {
			t.Errorf("%+v: want id, owner, arena and valid_from", k)
		}
		if k.Arena == "demo" {
			if k.ValidTo != "" { // hosts store a record first only while its key is valid
				t.Errorf("%s: it ends, so that the demonstration cannot be stored", k.ID)
			}
			continue
		}
		if k.Source == "" {
			t.Errorf("%s: no source: an arena's key is listed where the arena published it", k.ID)
		}
	}
}

// TestMembers holds that the engine knows the members that the schema names, and
// no others.
func TestMembers(t *testing.T) {
	key := Key{"9e3dbb78d1057efd728b54ae1a070bce156358ff80e534ef88ee2c004a36a053", "a", "b", "c", "https://d.example/", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "revoked"}
	for v, i := reflect.ValueOf(key), 0; i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Fatalf("%s is empty", v.Type().Field(i).Name)
		}
	}
	all, err := json.Marshal(Keyring{[]Key{key}})
	if err != nil {
		t.Fatal(err)
	}
	if err := accepts(all); err != nil {
		t.Error(err)
	}
	other := strings.Replace(string(all), `"status"`, `"state"`, 1)
	if accepts([]byte(other)) == nil || op.SchemaOf[Keyring]().Decode([]byte(other), new(Keyring)) == nil {
		t.Error("an unknown member is accepted")
	}
}
