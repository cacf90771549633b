// Package signer has the private keys that sign: of a file, or of an SSH agent.
package signer

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// Signer makes signatures of Ed25519 by one key.
type Signer struct {
	Public ed25519.PublicKey
	Sign   func(message []byte) ([]byte, error)
	Close  func()
}

// Of signs with a private key.
func Of(key ed25519.PrivateKey) Signer {
	return Signer{
		Public: key.Public().(ed25519.PublicKey),
		Sign:   func(message []byte) ([]byte, error) { return ed25519.Sign(key, message), nil },
		Close:  func() {},
	}
}

// wantKey says what a file with a private key has.
const wantKey = "want a private key of Ed25519, as made by tallyproof keygen, openssl genpkey -algorithm ed25519, or " +
	"ssh-keygen -t ed25519"

// Errors of a key that a passphrase locks.
var (
	errLocked  = errors.New("the key has a passphrase, and there is no terminal to ask for it: want -agent")
	errWrong   = errors.New("the passphrase is wrong")
	errOpenSSL = errors.New("the key is encrypted as PKCS #8: want OpenSSH's form, as made by tallyproof keygen " +
		"-passphrase, or -agent")
)

// Parse reads a private key: PKCS #8 in PEM, or OpenSSH's own format. It asks for the
// passphrase of a key that has one; secret may be nil.
func Parse(text []byte, secret func() ([]byte, error)) (ed25519.PrivateKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New(wantKey)
	}
	var parsed any
	var err error
	switch block.Type {
	case "PRIVATE KEY":
		parsed, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "OPENSSH PRIVATE KEY":
		parsed, err = ssh.ParseRawPrivateKey(text)
	case "ENCRYPTED PRIVATE KEY":
		return nil, errOpenSSL
	default:
		return nil, fmt.Errorf("%q: %s", block.Type, wantKey)
	}
	var locked *ssh.PassphraseMissingError
	if errors.As(err, &locked) {
		return unlock(text, secret)
	} else if err != nil {
		return nil, errDamaged
	}
	return ofEd25519(parsed)
}

var errDamaged = fmt.Errorf("the key is damaged: %s", wantKey)

// unlock reads a private key of OpenSSH that has a passphrase.
func unlock(text []byte, secret func() ([]byte, error)) (ed25519.PrivateKey, error) {
	if secret == nil {
		return nil, errLocked
	}
	passphrase, err := secret()
	if err != nil {
		return nil, err
	}
	parsed, err := ssh.ParseRawPrivateKeyWithPassphrase(text, passphrase)
	switch {
	case errors.Is(err, x509.IncorrectPasswordError):
		return nil, errWrong
	case err != nil:
		return nil, errDamaged
	}
	return ofEd25519(parsed)
}

func ofEd25519(parsed any) (ed25519.PrivateKey, error) {
	switch key := parsed.(type) {
	case ed25519.PrivateKey:
		return key, nil
	case *ed25519.PrivateKey:
		return *key, nil
	}
	return nil, fmt.Errorf("%T: %s", parsed, wantKey)
}

// Entry returns the text after a private key in PEM: the keyring that tallyproof keygen wrote
// there, which other programs skip.
func Entry(text []byte) []byte {
	_, rest := pem.Decode(text)
	return bytes.TrimSpace(rest)
}

// Locked writes a private key in OpenSSH's form, which only the passphrase opens.
func Locked(key ed25519.PrivateKey, passphrase []byte) ([]byte, error) {
	block, err := ssh.MarshalPrivateKeyWithPassphrase(key, "tallyproof", passphrase)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}

// OfAgent returns the key of the SSH agent at that socket whose comment,
// fingerprint or public key is wanted.
func OfAgent(socket, wanted string) (Signer, error) {
	if socket == "" {
		return Signer{}, errors.New("-agent: there is no SSH agent: SSH_AUTH_SOCK is not set")
	}
	connection, err := net.Dial("unix", socket)
	if err != nil {
		return Signer{}, fmt.Errorf("-agent: %w", err)
	}
	held := agent.NewClient(connection)
	found, err := agentKey(held, wanted)
	if err != nil {
		connection.Close()
		return Signer{}, fmt.Errorf("-agent: %w", err)
	}
	public, err := rawKey(found)
	if err != nil {
		connection.Close()
		return Signer{}, fmt.Errorf("-agent: %w", err)
	}
	return Signer{
		Public: public,
		Sign: func(message []byte) ([]byte, error) {
			made, err := held.Sign(found, message)
			if err != nil {
				return nil, fmt.Errorf("-agent: %w", err)
			}
			if !ed25519.Verify(public, message, made.Blob) {
				return nil, errors.New("-agent: the agent's signature is not valid")
			}
			return made.Blob, nil
		},
		Close: func() { connection.Close() },
	}, nil
}

// agentKey returns the one Ed25519 key of an agent that is wanted.
func agentKey(held agent.Agent, wanted string) (*agent.Key, error) {
	// of a .pub file, with a comment of its own
	if line, _, _, _, err := ssh.ParseAuthorizedKey([]byte(wanted)); err == nil {
		wanted = strings.TrimSpace(string(ssh.MarshalAuthorizedKey(line)))
	}
	all, err := held.List()
	if err != nil {
		return nil, err
	}
	var names []string
	var found []*agent.Key
	for _, key := range all {
		public, err := rawKey(key)
		if err != nil {
			continue // of another kind
		}
		names = append(names, key.Comment)
		spellings := []string{key.Comment, ssh.FingerprintSHA256(key), hex.EncodeToString(public),
			strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))}
		if slices.Contains(spellings, wanted) {
			found = append(found, key)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%d keys of Ed25519 are called %q: want one of %q", len(found), wanted, names)
	}
	return found[0], nil
}

// rawKey returns an SSH key of Ed25519 as 32 bytes.
func rawKey(key ssh.PublicKey) (ed25519.PublicKey, error) {
	parsed, err := ssh.ParsePublicKey(key.Marshal())
	if err != nil {
		return nil, err
	}
	if known, ok := parsed.(ssh.CryptoPublicKey); ok {
		if public, ok := known.CryptoPublicKey().(ed25519.PublicKey); ok {
			return public, nil
		}
	}
	return nil, fmt.Errorf("%s: want a key of Ed25519", key.Type())
}
