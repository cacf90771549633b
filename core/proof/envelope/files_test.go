package envelope

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// TestMinisignLegacy signs as minisign -l does, and as its default does, and
// changes what the second signature covers.
func TestMinisign(t *testing.T) {
	private := ed25519.NewKeyFromSeed(make([]byte, 32))
	key := private.Public().(ed25519.PublicKey)
	message := []byte("hello\n")
	hashed := text.Blake2b(message)
	file := func(algorithm string, signed []byte, comment, shown string) []byte {
		signature := ed25519.Sign(private, signed)
		global := ed25519.Sign(private, append(bytes.Clone(signature), comment...))
		return []byte("untrusted comment: x\n" + prooftest.StdBase64(algorithm+"12345678"+string(signature)) + "\ntrusted comment: " + shown + "\n" + prooftest.StdBase64(string(global)) + "\n")
	}
	for _, c := range []struct {
		name    string
		text    []byte
		holds   bool
		created string
	}{
		{"legacy", file("Ed", message, "x", "x"), true, ""},
		{"prehashed", file("ED", hashed[:], "x", "x"), true, ""},
		{"prehashed called legacy", file("Ed", hashed[:], "x", "x"), false, ""},
		{"legacy called prehashed", file("ED", message, "x", "x"), false, ""},
		{"trusted comment changed", file("ED", hashed[:], "x", "y"), false, ""},
		{"timestamp", file("ED", hashed[:], "timestamp:1633700835\tfile:a", "timestamp:1633700835\tfile:a"), true, "2021-10-08T13:47:15Z"},
		{"timestamp out of range", file("ED", hashed[:], "timestamp:9999999999", "timestamp:9999999999"), true, ""},
		{"lines that end in CR LF", bytes.ReplaceAll(file("Ed", message, "x", "x"), []byte("\n"), []byte("\r\n")), true, ""},
		{"without its last line feed", bytes.TrimSpace(file("Ed", message, "x", "x")), true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			statements, p := ReadBeside(string(c.text), message)
			if p != nil || len(statements) != 1 {
				t.Fatal(p)
			}
			s := statements[0]
			if got := holds(&s, key); got != c.holds {
				t.Errorf("holds %t, want %t", got, c.holds)
			}
			if s.Created != c.created || s.KeyID != "3837363534333231" {
				t.Errorf("created %q, keyID %q", s.Created, s.KeyID)
			}
		})
	}
}

// TestEmbeddedSignify reads what signify -S -e writes: the signature file with
// the message behind it.
func TestEmbeddedSignify(t *testing.T) {
	key, p := key.Parse(string(prooftest.FormatFile(t, "signify.pub")))
	if p != nil {
		t.Fatal(p)
	}
	text := append(prooftest.FormatFile(t, "record.json.signify"), prooftest.FormatFile(t, "record.json")...)
	statements, p := Read(string(text))
	if p != nil || len(statements) != 1 || !holds(&statements[0], key.Bytes) {
		t.Fatalf("%+v, %+v", statements, p)
	}
	sameRecord(t, &statements[0], "record.json")
}

func TestSignatureFilesRefused(t *testing.T) {
	mini, sig := string(prooftest.FormatFile(t, "record.json.minisig")), string(prooftest.FormatFile(t, "record.json.signify"))
	const blob = "RURMuZp09QF/3wSCEhbHnjxQXA3mC90ZS9MvGHs7OM72RnYjfX1jV/baM10uc3FyC1xn6G0ugcdoC2jyWKK5p22qLM+MBl+sXgY="
	const global = "omgTzbyfRgdMu6QlSIbBUrHTRps7DJs8opaalrKM0ISDlmqgqjMRX8DA8Hqeq8/JpxW/5IYUXtVILWahdZ4YAA=="
	checkRefused(t, []brokenText{
		{"comment only", "untrusted comment: x\n", "m", "two lines (signify) or four (minisign), found 1"},
		{"three lines", strings.Join(strings.SplitAfter(mini, "\n")[:3], ""), "m", "found 3"},
		{"five lines", mini + "x\n", "m", "found 5"},
		{"blob is no base64", prooftest.SwapOnce(t, mini, blob, "%"), "m", "expected a second line in standard base64"},
		{"blob cut", prooftest.SwapOnce(t, mini, blob, blob[:96]), "m", "a second line of 74 bytes, found 72"},
		{"blob too long", prooftest.SwapOnce(t, mini, blob, blob[:99]+"AAAAA"), "m", "a second line of 74 bytes, found 78"},
		{"bits left over", prooftest.SwapOnce(t, mini, blob, blob[:98]+"Z="), "m", "unused bits are zero"},
		{"blob in base64url", prooftest.SwapOnce(t, mini, blob, strings.ReplaceAll(blob, "/", "_")), "m", "expected a second line in standard base64"},
		{"other algorithm", prooftest.SwapOnce(t, mini, blob, "RW"+"h"+blob[3:]), "m", `the algorithm "Ed", or in four lines "ED", found "Eh"`},
		{"prehashed signify", prooftest.SwapOnce(t, sig, "RWSD", "RUSD"), "m", `the algorithm "Ed", or in four lines "ED", found "ED"`},
		{"no trusted comment", prooftest.SwapOnce(t, mini, "\ntrusted comment: ", "\ncomment: "), "m", `a third line that begins with "trusted comment: "`},
		{"global is no base64", prooftest.SwapOnce(t, mini, global, "%"), "m", "expected a fourth line in standard base64"},
		{"global cut", prooftest.SwapOnce(t, mini, global, global[:84]), "m", "a fourth line of 64 bytes, found 63"},
		{"signed text with a duplicate member", mini, `{"score":1,"score":2}`, "in the signed text, line 1, column 12"},
	})
}

// sshsig is an SSH signature of those parts, armoured.
func sshsig(version byte, parts ...string) string {
	data := []byte("SSHSIG\x00\x00\x00" + string(version))
	for _, part := range parts {
		data = key.AppendSSHString(data, []byte(part))
	}
	return prooftest.Armour(data)
}

func TestSSHSIG(t *testing.T) {
	private := ed25519.NewKeyFromSeed(make([]byte, 32))
	public := private.Public().(ed25519.PublicKey)
	key := prooftest.SshParts("ssh-ed25519", string(public))
	message := []byte("hello\n")
	for _, hash := range []string{"sha256", "sha512"} {
		for _, reserved := range []string{"", "x"} {
			signed := []byte("SSHSIG" + prooftest.SshParts("score@arena.example", reserved, hash, string(hashed([]byte(hash), message))))
			text := sshsig(1, key, "score@arena.example", reserved, hash, prooftest.SshParts("ssh-ed25519", string(ed25519.Sign(private, signed))))
			statements, p := ReadBeside(string(text), message)
			if p != nil || len(statements) != 1 || !holds(&statements[0], public) || string(statements[0].Key) != string(public) {
				t.Errorf("%s: %+v, %+v", hash, statements, p)
			}
		}
	}
}

func TestSSHSIGRefused(t *testing.T) {
	text := string(prooftest.FormatFile(t, "record.json.sshsig"))
	key := prooftest.SshParts("ssh-ed25519", strings.Repeat("k", 32))
	sig := prooftest.SshParts("ssh-ed25519", strings.Repeat("s", 64))
	rsa := prooftest.SshParts("ssh-rsa", "\x01\x00\x01", "n")
	sk := prooftest.SshParts("sk-ssh-ed25519@openssh.com", strings.Repeat("k", 32), "ssh:")
	good, _ := base64.StdEncoding.DecodeString(strings.Split(sshsig(1, key, "file", "", "sha512", sig), "\n")[1])
	checkRefused(t, []brokenText{
		{"no end", text[:len(text)/2], "m", "expected the line -----END SSH SIGNATURE-----"},
		{"trailing data", text + "x", "m", "expected nothing after the line -----END SSH SIGNATURE-----"},
		{"two signatures", text + text, "m", "expected nothing after"},
		{"no lines", "-----BEGIN SSH SIGNATURE----------END SSH SIGNATURE-----", "m", "lines of base64 between"},
		{"not base64", prooftest.SwapOnce(t, text, "U1NIU0lH", "U1NIU0l!"), "m", "expected standard base64 between the first and the last line"},
		{"data cut", prooftest.Armour(good[:len(good)-1]), "m", "found its end before"},
		{"data too long", prooftest.Armour(append(bytes.Clone(good), 0)), "m", "the end of an SSH signature after its five parts"},
		{"other magic", prooftest.Armour([]byte("SSHSIX" + string(good[6:]))), "m", "an SSH signature of version 1"},
		{"version 2", sshsig(2, key, "file", "", "sha512", sig), "m", "an SSH signature of version 1"},
		{"no namespace", sshsig(1, key, "", "", "sha512", sig), "m", "an SSH signature with a namespace"},
		{"md5", sshsig(1, key, "file", "", "md5", sig), "m", `the hash sha256 or sha512 in an SSH signature, found "md5"`},
		{"RSA key", sshsig(1, rsa, "file", "", "sha512", sig), "m", "only ssh-ed25519 is"},
		{"security key", sshsig(1, sk, "file", "", "sha512", sig), "m", "only ssh-ed25519 is"},
		{"key of 31 bytes", sshsig(1, prooftest.SshParts("ssh-ed25519", strings.Repeat("k", 31)), "file", "", "sha512", sig), "m", "32 bytes in an SSH key"},
		{"key with more behind", sshsig(1, key+"\x00", "file", "", "sha512", sig), "m", "32 bytes in an SSH key"},
		{"signature of another type", sshsig(1, key, "file", "", "sha512", prooftest.SshParts("rsa-sha2-512", strings.Repeat("s", 64))), "m", "the type ssh-ed25519 and 64 bytes in an SSH signature"},
		{"signature of 63 bytes", sshsig(1, key, "file", "", "sha512", prooftest.SshParts("ssh-ed25519", strings.Repeat("s", 63))), "m", "64 bytes in an SSH signature"},
		{"signature with more behind", sshsig(1, key, "file", "", "sha512", sig+"\x00"), "m", "64 bytes in an SSH signature"},
		{"length beyond the data", prooftest.Armour([]byte("SSHSIG\x00\x00\x00\x01\xff\xff\xff\xff")), "m", "found its end before"},
		{"empty", prooftest.Armour(nil), "m", "an SSH signature of version 1"},
	})
	if _, p := ReadBeside(sshsig(2, key, "file", "", "sha512", sig), []byte("m")); p == nil || p.Offset != 0 {
		t.Errorf("%+v: want the beginning of the armour", p)
	}
}
