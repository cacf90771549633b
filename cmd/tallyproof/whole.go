package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// create writes a new file whole or not at all, never readable by more users than its mode
// says, and so that it outlives a crash of the machine. A file that is there stays: it may
// be a key.
func create(ctx context.Context, file string, mode os.FileMode, text []byte) error {
	return createBy(ctx, file, mode, func(f *os.File) error {
		_, err := f.Write(text)
		return err
	})
}

// createBy is create with a function that writes the text.
func createBy(ctx context.Context, file string, mode os.FileMode, write func(*os.File) error) error {
	return written(ctx, file, mode, write, func(made string) error {
		err := os.Link(made, file) // unlike a rename it replaces nothing
		if err == nil {
			return os.Remove(made)
		}
		if _, err := os.Lstat(file); err == nil {
			return syscall.EEXIST
		}
		return os.Rename(made, file) // on a file system without links
	})
}

// orRemove removes the new file of a private key if its public half could not be printed:
// the key would be of no use, and in the way of the next one.
func orRemove(file string, printed error) error {
	if printed != nil {
		os.Remove(file)
	}
	return printed
}

// replace writes a file whole or not at all, and so that it outlives a crash of the
// machine: a checkpoint that was kept must not be lost.
func replace(ctx context.Context, file string, text []byte) error {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	write := func(f *os.File) error {
		_, err := f.Write(text)
		return err
	}
	return written(ctx, file, mode, write, func(made string) error { return os.Rename(made, file) })
}

// written writes a temporary file and moves it into place. A signal does not end the
// program before a partial file is removed.
func written(ctx context.Context, file string, mode os.FileMode, write func(*os.File) error,
	put func(made string) error) error {
	ctx, stop := stoppable(ctx)
	defer stop()
	made := file + "." + rand.Text()[:8] + ".new"
	f, err := os.OpenFile(made, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return unwritten(file, err)
	}
	err = cmp.Or(write(f), f.Sync(), f.Close())
	if err == nil && ctx.Err() != nil {
		err = errors.New("stopped")
	}
	if err == nil {
		err = put(made)
	}
	if err != nil {
		os.Remove(made)
		return unwritten(file, err)
	}
	if folder, err := os.Open(filepath.Dir(file)); err == nil {
		folder.Sync() // as far as the file system can
		folder.Close()
	}
	return nil
}

// unwritten returns an error of writing a file, without the name that it had meanwhile.
func unwritten(file string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: "write", Path: file, Err: err}
}
