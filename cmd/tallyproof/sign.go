package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// signCommand signs the record that it reads, as a flat record of the format
// tallyproof-score/1, and prints the proof. The key is a private key of Ed25519 as
// openssl genpkey makes it.
func signCommand(_ context.Context, args []string, h host) error {
	flags := flag.NewFlagSet("sign", flag.ContinueOnError)
	file := flags.String("key", "", "")
	if err := parse(flags, args, 0); err != nil || *file == "" {
		return errUsage
	}
	key, err := readKey(*file)
	if err != nil {
		return err
	}
	record, err := io.ReadAll(io.LimitReader(h.in, op.SmallLimit+1)) // one byte more is refused
	if err != nil {
		return err
	}
	signed, err := sign(record, key)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(h.out, "%s\n", signed)
	return err
}

func readKey(file string) (ed25519.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil || block.Type != "PRIVATE KEY" {
		return nil, fmt.Errorf("%s: want a private key in PEM, as made by openssl genpkey -algorithm ed25519", file)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s: %T: want an Ed25519 key", file, parsed)
	}
	return key, nil
}

// Members of a flat record with its version, its key and its signature.
const (
	version   = "tallyproof-score/1"
	publicKey = "evaluator_pubkey"
	signature = "evaluator_signature"
)

// sign gives a record what says how it is signed, and the signature.
func sign(record []byte, key ed25519.PrivateKey) ([]byte, error) {
	members, err := membersOf(record)
	if err != nil {
		return nil, err
	}
	delete(members, signature)
	set := func(name, text string) { members[name], _ = json.Marshal(text) } // of a text it always can
	set("version", version)
	set(publicKey, hex.EncodeToString(key.Public().(ed25519.PublicKey)))
	document, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	message, err := messageOf(document)
	if err != nil {
		return nil, err
	}
	set(signature, hex.EncodeToString(ed25519.Sign(key, message)))
	if document, err = json.Marshal(members); err != nil {
		return nil, err
	}
	return jcs.Canonicalize(document)
}

// membersOf reads a record strictly: what two readers may read differently is
// not signed.
func membersOf(record []byte) (map[string]json.RawMessage, error) {
	if _, err := jcs.Parse(record); err != nil {
		return nil, fmt.Errorf("the record: %w", err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(record, &members); err != nil || members == nil {
		return nil, fmt.Errorf("the record: %.20q: want a JSON object", bytes.TrimSpace(record))
	}
	if members["proof"] != nil {
		return nil, fmt.Errorf("the record has a member proof, which means that it is signed in another format: want no such member")
	}
	return members, nil
}

// messageOf returns the bytes that the signature of a record covers.
func messageOf(document []byte) ([]byte, error) {
	statement, err := proof.Statement(proof.StatementRequest{Document: document})
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(statement.Message)
}
