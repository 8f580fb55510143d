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
	words    []string // none = a capture without a command
	operands []string // such as "FILE...", "A", "B", "[PLAYER]", which may be left out
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
	operand     = regexp.MustCompile(`^\[?[A-Z]+(\.\.\.)?\]?$`)
	changed     = regexp.MustCompile(`^write | to it$`) // of a file whose option has this usage
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
	list := commandList.FindSubmatch(help)
	if list != nil {
		for _, name := range listed.FindAllSubmatch(list[1], -1) {
			below, err := commandsOf(bcdump, append(slices.Clip(words), string(name[1]))...)
			if err != nil {
				return nil, err
			}
			all = append(all, below...)
		}
	}
	c := command{words: words}
	if usage := usageLine.FindSubmatch(help); usage != nil {
		before := ""
		for _, word := range strings.Fields(string(usage[1])) {
			if operand.MatchString(word) && !strings.HasPrefix(before, "-") {
				c.operands = append(c.operands, word)
			}
			before = word
		}
	}
	if list != nil && c.operands == nil {
		return all, nil
	}
	for _, o := range optionLine.FindAllSubmatch(help, -1) {
		// What would leave the folder of a case is no attack, and colours look like one.
		if name := string(o[1]); !slices.Contains([]string{"help", "open", "install", "version", "color"}, name) {
			c.options = append(c.options, option{name, string(o[2]), string(o[3])})
		}
	}
	return append(all, c), nil
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

// written says whether the option names a file that is written, or has one written.
func (o *option) written() bool {
	return changed.MatchString(o.usage) && slices.Contains([]string{"", "FILE", "DIR"}, o.kind)
}

// read says whether the option names a file that is read.
func (o *option) read() bool {
	return !strings.HasPrefix(o.usage, "write ") && (strings.Contains(o.kind, "FILE") || o.kind == "OTHER")
}

// values are what options and operands may be, by name or kind.
var values = map[string][]string{
	"port": {"22101", "1-65535"}, "fields": {"frame,time,fields.*", "notes,v,fields.position"}, "EXPR": filters,
	"ID=CLASS": {"0x3FFFFFFF=akira", "5=1"}, "CLASS": {"akira", "1"}, "GLOB": {"*", "join-*"}, "KEY": {"0x2C *", "*"}, "ZONE": {"+01:00", "Europe/Berlin"},
	"ID": {"relay-weapons-all-peers", "join-order"}, "PLAYER": {"Cady2", "10.0.0.2", "1"}, "SHIP": {"Akira", "0x3FFFFFFF"}, "OPCODE": {"0x1C", "Chat"}, "WHAT": {"Akira", "0x3FFFFFFF", "1"},
}

// value is one that the option may have; "" = it needs a file.
func (o *option) value(chance *rand.Rand) string {
	list := values[o.name]
	if list == nil {
		list = values[o.kind]
	}
	switch o.kind {
	case "TIME", "duration":
		return fmt.Sprint(1+chance.IntN(5000), "ms")
	case "N", "int", "COLUMNS":
		return fmt.Sprint(1 + chance.IntN(200))
	case "string", "LIST", "LEVEL", "WHO":
		if list == nil {
			list = strings.Split(choices.FindString(o.usage), ", ")
		}
	}
	if list == nil {
		return ""
	}
	return list[chance.IntN(len(list))]
}

// some gives a few of the options that need no file.
func (c *command) some(chance *rand.Rand) (words []string) {
	const oneIn = 8
	for _, o := range c.options {
		if o.name == "output" || chance.IntN(oneIn) > 0 {
			continue
		}
		if o.kind == "" {
			words = append(words, "--"+o.name)
		} else if value := o.value(chance); value != "" {
			words = append(words, "--"+o.name+"="+value)
		}
	}
	return words
}
