package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/report/terminal"
)

// misuse is what is wrong with the value of a flag, said in full.
type misuse struct{ error }

// choice is the value of a flag that is one of some words.
type choice struct {
	to    *string
	flag  string
	known []string
}

// addChoice adds such a flag. What to holds before is what it is if nobody gives it; nothing = the
// first word.
func addChoice(cmd *cobra.Command, to *string, name, short, about string, known ...string) {
	if *to == "" {
		*to = known[0]
	}
	cmd.Flags().VarP(&choice{to, name, known}, name, short, about+": "+strings.Join(known, ", "))
	complete(cmd, name, known...)
}

func (c *choice) String() string { return *c.to }
func (c *choice) Type() string   { return "string" }

func (c *choice) Set(word string) error {
	if err := oneOf("--"+c.flag, word, c.known...); err != nil {
		return misuse{err}
	}
	*c.to = word
	return nil
}

// choices is the value of a flag that takes several words, with commas between.
type choices struct {
	to    *[]string
	flag  string
	known []string
}

// addChoices adds such a flag.
func addChoices(cmd *cobra.Command, to *[]string, name, about string, known []string) {
	cmd.Flags().Var(&choices{to, name, known}, name, about+": `LIST` of "+strings.Join(known, ", "))
	completeWith(cmd, name, listed(known))
}

func (c *choices) String() string { return strings.Join(*c.to, ",") }
func (c *choices) Type() string   { return "strings" }

func (c *choices) Set(list string) error {
	if list == "" {
		return nil
	}
	for word := range strings.SplitSeq(list, ",") {
		if err := oneOf("--"+c.flag, word, c.known...); err != nil {
			return misuse{err}
		}
		*c.to = append(*c.to, word)
	}
	return nil
}

// number is the value of a flag that counts: from 0 to most.
type number struct {
	to       *int
	flag     string
	most     int // 0 = any
	tooMuch  string
	shortest string
}

// addNumber adds such a flag. What to holds before is what it is if nobody gives it.
func addNumber(cmd *cobra.Command, n *number, about string) {
	cmd.Flags().VarP(n, n.flag, n.shortest, about)
}

func (n *number) String() string { return strconv.Itoa(*n.to) }
func (n *number) Type() string   { return "int" }

func (n *number) Set(word string) error {
	value, err := strconv.ParseInt(word, 0, 64)
	switch {
	case err != nil:
		return err
	case value < 0:
		return misuse{fmt.Errorf("--%s: must be 0 or more, not %d", n.flag, value)}
	case n.most > 0 && value > int64(n.most):
		return misuse{fmt.Errorf("--%s: %d %s are too many, at most %d", n.flag, value, n.tooMuch, n.most)}
	}
	*n.to = int(value)
	return nil
}

// addTop adds --top, which limits what is shown.
func addTop(cmd *cobra.Command, top *int, about string) {
	addNumber(cmd, &number{to: top, flag: "top"}, about)
}

// addWidth adds --width of something whose lines are as wide as the terminal.
func addWidth(cmd *cobra.Command, width *int, what string) {
	addNumber(cmd, &number{to: width, flag: "width", most: terminal.MaxWidth, tooMuch: "characters"}, "width of the "+what)
}

// What --width is about.
const (
	wideTables = "tables in characters (default: that of the terminal)"
	wideText   = "text in characters (default: that of the terminal)"
	// Lines that are as long as they are when a program reads them.
	wideLines = "lines in `COLUMNS` (default: that of the terminal; elsewhere as wide as they are)"
)

// maxJobs is the most that --jobs takes. Far fewer workers are started: see docs/limits.md.
const maxJobs = 1024

func addJobs(cmd *cobra.Command, jobs *int, about string) {
	addNumber(cmd, &number{to: jobs, flag: "jobs", shortest: "j", most: maxJobs, tooMuch: "workers"}, about+" (default: one per processor)")
}

func oneOf(flag, value string, known ...string) error {
	if slices.Contains(known, value) {
		return nil
	}
	known = strings.Fields(strings.Join(known, " ")) // without the empty one
	return fmt.Errorf("%s: %q is not known; expected %s%s", flag, value, strings.Join(known, ", "), proposal(value, known))
}
