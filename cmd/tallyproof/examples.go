package main

import (
	"strings"

	"github.com/urfave/cli/v3"
)

// examples are lines for help, each under its command, and for the manual page.
var examples = []struct{ does, line string }{
	{"Is this proof authentic?", "tallyproof verify proof.json"},
	{"Verify all proofs of a folder under the keys of an arena. The exit status has the answer.",
		"tallyproof verify -keys keys.json -quiet proofs/*.json"},
	{"Verify a record by an SSH signature beside it, and compare the code that was scored.",
		"tallyproof verify -keys keys.json -signature record.json.sshsig -code main.py record.json"},
	{"Check a downloaded file by its signed hash.", "tallyproof verify -keys keys.json -want file -code program program.proof.json"},
	{"Compute a score from its measurements.", "tallyproof score -set /measurements/correctness/score=90 -set " +
		"/measurements/speed/score=80 -set /measurements/quality/score=85 -set /measurements/process/score=80"},
	{"What does a win do to a rating?",
		"tallyproof elo -rating 1050 -matches 9 -difficulty veteran -outcome win -verified"},
	{"What is the chance to reach 1150?", "tallyproof forecast -rating 1000 -strength 1150 -draws 20 -plan " +
		"newcomer,contender,veteran,legendary -repeat 15 -target 1150"},
	{"Rank any table, and find the weights of its published totals.",
		"tallyproof rank -weights accuracy=60,time_ms=40 -missing zero board.csv"},
	{"Ignore a column.", "tallyproof rank -weights accuracy=60,time_ms=40 -columns 'Cost ($)=ignored' board.csv"},
	{"Recompute a challenge as an arena publishes it.", "tallyproof audit challenge.json"},
	{"Make a key that a passphrase protects.", "tallyproof keygen -passphrase -owner me -o keys.json key.pem"},
	{"Sign a record with the key in a file.", "tallyproof sign -key key.pem -o proof.json record.json"},
	{"Sign a record with a key of the SSH agent.", "tallyproof sign -agent me@example.org record.json > proof.json"},
	{"List the keys of two keyrings.", "tallyproof keyring check keys.json more.json"},
	{"Check from cron that a log still continues what it was before.",
		"tallyproof log verify -key KEY -kept checkpoint.txt https://tallyproof.example/log"},
	{"Make the key of a log.", "tallyproof log keygen tallyproof.example/log log.key"},
	{"Let a log go on after a restored backup.", "tallyproof log accept-rollback -log-key log.key -reason " +
		"'the disk failed' https://tallyproof.example/log"},
	{"Ask any operation.", "echo '{\"rating\":1050,\"opponent\":1200}' | tallyproof call elo.expected"},
	{"Which version is this?", "tallyproof version"},
	{"Install the manual page.", "tallyproof man > tallyproof.1"},
	{"Build the site of a checkout for its address.", "tallyproof build -origin https://tallyproof.example"},
	{"Serve the site, with a database and keys of your own in this folder.", "tallyproof serve -init"},
	{"Serve it behind a proxy.", "tallyproof serve -addr 127.0.0.1:8787 -db proofs.db -keys keys.json -origin " +
		"https://proofs.example -per-address 1024"},
	{"Copy the database of a running server.", "tallyproof backup -db proofs.db proofs-copy.db"},
	{"Make the Worker of a built site.", "tallyproof worker -dist dist -out dist.worker"},
	{"Explain a command.", "tallyproof help log verify"},
}

// exampleOf returns the command of an example below root.
func exampleOf(root *cli.Command, line string) *cli.Command {
	_, line, _ = strings.Cut(line, root.Name+" ")
	command := root
	for _, word := range strings.Fields(line) {
		inside := command.Command(word)
		if inside == nil {
			break
		}
		command = inside
		if command.Name == "help" {
			break // what follows is its argument
		}
	}
	return command
}

// showExamples puts the examples of each command at the end of its help.
func showExamples(root *cli.Command) {
	of := map[*cli.Command]string{}
	for _, e := range examples {
		of[exampleOf(root, e.line)] += "\n   " + e.does + "\n     " + e.line + "\n"
	}
	var all func(c *cli.Command)
	all = func(c *cli.Command) {
		template := cli.CommandHelpTemplate
		if len(c.Commands) > 0 {
			template = cli.SubcommandHelpTemplate
		}
		for _, inside := range c.Commands {
			all(inside)
			of[c] += of[inside]
		}
		if c != root && of[c] != "" {
			c.CustomHelpTemplate = template + "\nEXAMPLES:" + of[c]
		}
	}
	all(root)
}
