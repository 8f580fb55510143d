package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// command is one of the program's, as its help describes it.
type command struct {
	words    []string
	operands []string // such as "FILE...", "A", "B"
	options  []option
}

// option is one that a command takes.
type option struct {
	name  string
	kind  string // what the help calls its value; "" = an option without a value
	usage string
}

var (
	usageLine   = regexp.MustCompile(`(?m)^Usage:\n  bcdump(.*)$`)
	operand     = regexp.MustCompile(`^[A-Z]+(\.\.\.)?$`)
	listed      = regexp.MustCompile(`(?m)^  ([a-z]+) +[A-Z]`)
	commandList = regexp.MustCompile(`(?s)Available Commands:\n(.*?)\n\n`)
	optionLine  = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)(?: (\S+))?  +(.*)$`)
	choices     = regexp.MustCompile(`(?:[a-z_-]+, )+[a-z_-]+`)
)

// commandsOf walks the tree of the program's commands. What it does not say in its help is not attacked.
func commandsOf(bcdump string, words ...string) (all []command, err error) {
	help, err := exec.Command(bcdump, append(words, "--help")...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s %v --help: %w", bcdump, words, err)
	}
	if list := commandList.FindSubmatch(help); list != nil {
		for _, name := range listed.FindAllSubmatch(list[1], -1) {
			below, err := commandsOf(bcdump, append(slices.Clip(words), string(name[1]))...)
			if err != nil {
				return nil, err
			}
			all = append(all, below...)
		}
		return all, nil
	}
	c := command{words: words}
	if usage := usageLine.FindSubmatch(help); usage != nil {
		before := ""
		for _, word := range strings.Fields(string(usage[1])) {
			if operand.MatchString(word) && before[0] != '-' {
				c.operands = append(c.operands, word)
			}
			before = word
		}
	}
	for _, o := range optionLine.FindAllSubmatch(help, -1) {
		// What would leave the folder of a case is no attack, and colours look like one.
		if name := string(o[1]); !slices.Contains([]string{"help", "open", "install", "version", "color"}, name) {
			c.options = append(c.options, option{name, string(o[2]), string(o[3])})
		}
	}
	return []command{c}, nil
}

// forms are what a command can write.
func (c *command) forms() []string {
	for _, o := range c.options {
		if o.name == "output" {
			return strings.Split(choices.FindString(o.usage), ", ")
		}
	}
	return []string{""}
}

// in gives the words of a command for a form of its output.
func (c *command) in(form string) []string {
	if form == "" {
		return slices.Clone(c.words)
	}
	return append(slices.Clone(c.words), "-o", form)
}

// has says whether the command has an option.
func (c *command) has(name string) bool {
	return slices.ContainsFunc(c.options, func(o option) bool { return o.name == name })
}

// some gives a few of the options that need no file.
func (c *command) some(chance *rand.Rand) (words []string) {
	const oneIn = 8
	for _, o := range c.options {
		value := ""
		switch {
		case o.name == "output" || chance.IntN(oneIn) > 0:
			continue
		case o.kind == "EXPR":
			value = filters[chance.IntN(len(filters))]
		case o.kind == "TIME" || o.kind == "duration":
			value = fmt.Sprint(1+chance.IntN(5000), "ms")
		case o.kind == "N" || o.kind == "int" || o.kind == "COLUMNS":
			value = fmt.Sprint(1 + chance.IntN(200))
		case o.kind == "string" || o.kind == "LIST" || o.kind == "LEVEL" || o.kind == "WHO":
			list := strings.Split(choices.FindString(o.usage), ", ")
			value = list[chance.IntN(len(list))]
		}
		if o.kind != "" && value == "" {
			continue
		}
		words = append(words, strings.TrimSuffix("--"+o.name+"="+value, "="))
	}
	return words
}
