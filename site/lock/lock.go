// Package lock lets one run of the program at a time use a file.
package lock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// ErrHeld is a file that another run uses.
var ErrHeld = errors.New("another run of tallyproof is using it")

// Lock is a file that no other run may use until it is released, or this run ends.
type Lock struct{ beside *os.File }

// Of locks a file, which need not be there, or fails with [ErrHeld]. The system holds the
// lock on a file beside it, because the file itself is replaced by another one. The file
// beside it is empty and stays: whoever removed it could remove it from under a run that
// has opened it. The system gives the lock back when a run ends, however it ends.
func Of(file string) (*Lock, error) {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	beside, err := os.OpenFile(file+".lock", os.O_RDWR|os.O_CREATE, 0o600) // whoever can open it can hold it
	if err != nil {
		return nil, err
	}
	held, err := take(beside)
	if err == nil && held {
		return &Lock{beside}, nil
	}
	beside.Close()
	if err != nil {
		return nil, &fs.PathError{Op: "lock", Path: beside.Name(), Err: err}
	}
	return nil, ErrHeld
}

// Wait locks a file, and waits for other runs that use it until ctx ends or patience does.
func Wait(ctx context.Context, file string, patience time.Duration) (*Lock, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		l, err := Of(file)
		if !errors.Is(err, ErrHeld) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: %w", file, err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Release lets other runs use the file.
func (l *Lock) Release() error { return l.beside.Close() }
