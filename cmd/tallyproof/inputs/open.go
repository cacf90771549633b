package inputs

import (
	"errors"
	"os"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
)

var errDevice = errors.New("is a device: want a file, a pipe or a terminal")

// Open opens a document. It refuses a device such as /dev/zero, to which a link may lead:
// a list may be of any length, so that a device that never ends would be read for ever.
func Open(name string) (*os.File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Mode()&os.ModeDevice != 0 && !terminal.Is(file) {
		err = &os.PathError{Op: "open", Path: name, Err: errDevice}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
