package main

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/core/engine"
)

// versionCommand prints the version.
func versionCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "print the version of this program and its engine", Category: "This program",
		Description: "The engine, its package for npm and the API have the same version. A program that was not built from " +
			"the tag of this version also says what it was built from.",
		Action: func(_ context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 0); err != nil {
				return err
			}
			_, err := fmt.Fprintln(h.out, "tallyproof version", programVersion())
			return err
		},
	}
}

// programVersion returns the version, with what the program was built from unless that is the
// version's tag.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return engine.Version
	}
	return versionOf(info.Main.Version)
}

// versionOf returns the version of a program whose module has a version, as Go knows it.
func versionOf(module string) string {
	if module == "" || module == "(devel)" || module == "v"+engine.Version {
		return engine.Version
	}
	return engine.Version + " (build " + module + ")"
}
