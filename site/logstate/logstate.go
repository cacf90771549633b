// Package logstate keeps, beside the key of a transparency log, what the log signed last,
// and makes the key if there is none.
package logstate

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/tallyproof/tallyproof/site/lock"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// Ending is what the name of the file has that is kept beside a key.
const Ending = ".signed"

// File is the name of a file with the checkpoint that was signed last. It implements
// [translog.Memory], for several programs at a time.
type File string

// most is how many bytes the file may have, and patience how long another program may use it.
const (
	most     = translog.MostCheckpoint
	patience = 10 * time.Second
)

// Load returns the text of the file, or "".
func (f File) Load(context.Context) (string, error) {
	info, err := os.Stat(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err == nil && info.Size() > most {
		err = &fs.PathError{Op: "read", Path: string(f), Err: errors.New("it is too long for a checkpoint")}
	}
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(string(f))
	if err == nil && len(text) == 0 { // of a disk that was full, in the hands of another program
		err = &fs.PathError{Op: "read", Path: string(f),
			Err: errors.New("it is empty: want the last signed checkpoint, or no file")}
	}
	return string(text), err
}

// Swap replaces the text if it is still the old one. When it returns, the text outlives a
// crash of the machine.
func (f File) Swap(ctx context.Context, old, new string) (string, error) {
	held, err := lock.Wait(ctx, string(f), patience)
	if err != nil {
		return "", err
	}
	defer held.Release()
	now, err := f.Load(ctx)
	if err != nil || now != old {
		return now, err
	}
	return new, write(string(f), new, 0o644, os.Rename)
}

// MakeKey makes the key of a log with a name in a new file, unless the file is there.
func MakeKey(file, name string) error {
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	key, _, err := translog.GenerateKey(rand.Reader, name)
	if err != nil {
		return err
	}
	err = write(file, key+"\n", 0o600, os.Link) // which replaces nothing
	if errors.Is(err, fs.ErrExist) {            // another program was first
		return nil
	}
	return err
}

// write writes a file beside the one that it shall be, and puts it there.
func write(file, text string, mode os.FileMode, put func(made, file string) error) error {
	made := file + "." + rand.Text()[:8] + ".new"
	f, err := os.OpenFile(made, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer os.Remove(made)
	_, err = f.WriteString(text)
	if err = cmp.Or(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := put(made, file); err != nil {
		return err
	}
	if folder, err := os.Open(filepath.Dir(file)); err == nil {
		folder.Sync() // as far as the file system can
		folder.Close()
	}
	return nil
}
