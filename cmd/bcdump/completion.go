package main

import (
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/ship"
	"bcdump/internal/printable"
	"bcdump/report/reference"
	"bcdump/report/timeline"
)

// What the shell offers when the user presses Tab. Nothing here may fail or say anything.

const (
	noFiles  = cobra.ShellCompDirectiveNoFileComp
	unending = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace // there may follow more
)

// complete lists the values of a flag.
func complete(cmd *cobra.Command, flag string, values ...string) {
	completeWith(cmd, flag, cobra.FixedCompletions(values, noFiles))
}

func completeWith(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, f)
}

// listed lists the values of a flag that takes several with commas between: those that are not there yet,
// behind those that are.
func listed(values []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, word string) (list []string, _ cobra.ShellCompDirective) {
		before := word[:strings.LastIndexByte(word, ',')+1]
		there := strings.Split(before, ",")
		for _, value := range values {
			if !slices.Contains(there, value) {
				list = append(list, before+value)
			}
		}
		return list, unending
	}
}

func completeFilter(_ *cobra.Command, _ []string, word string) (list []string, _ cobra.ShellCompDirective) {
	for _, c := range decode.Schema().Complete(word) {
		list = append(list, cobra.CompletionWithDesc(c.Text, c.About))
	}
	return list, unending
}

func completeOpcode(cmd *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, noFiles
	}
	known := reference.Opcodes()
	if cmd.Flag("proto").Value.String() == "entity-state" {
		known = reference.EntityMessages()
	}
	for _, o := range known {
		list = append(list, cobra.CompletionWithDesc(o.Name, o.Opcode))
	}
	return list, noFiles
}

// classes lists the keys of ship classes, behind what stands before them; file is that of --ships.
func classes(file string, wanted bool, before string) (list []string) {
	known, err := catalogue(file)
	if err != nil || !wanted {
		return nil
	}
	if known == nil {
		known = ship.Stock()
	}
	for i := range known.Classes() {
		c := &known.Classes()[i]
		list = append(list, cobra.CompletionWithDesc(before+c.Key, c.Name))
	}
	return list
}

// completeShip completes ID=CLASS: objects of the captures on the line, then classes.
func completeShip(cmd *cobra.Command, files []string, word string) (list []string, _ cobra.ShellCompDirective) {
	if id, _, ok := strings.Cut(word, "="); ok {
		return classes(cmd.Flag("ships").Value.String(), true, id+"="), noFiles
	}
	for _, id := range withNames(peek(files)) {
		list = append(list, strings.Replace(id, "\t", "=\t", 1))
	}
	return list, unending
}

// withNames lists objects with what they are called.
func withNames(there timeline.There) (list []string) {
	for _, id := range slices.Sorted(maps.Keys(there.IDs)) {
		name := there.IDs[id]
		if !harmless(name) {
			name = ""
		}
		list = append(list, id+"\t"+name)
	}
	return list
}

// harmless reports that a name, which somebody else has chosen, may be put into a command line.
func harmless(name string) bool {
	return printable.Text(name) == name && !strings.ContainsAny(name, "$`\\\"!;&|<>(){}*?\t\n")
}

// completeOf lists players, ships and objects of the captures on the line.
func completeOf(_ *cobra.Command, files []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	there := peek(files)
	for _, name := range slices.Sorted(maps.Keys(there.Names)) {
		if harmless(name) {
			list = append(list, name)
		}
	}
	return append(list, withNames(there)...), noFiles
}

// peekTime is how long a user who has pressed Tab waits for captures to be read, in all.
const peekTime = 120 * time.Millisecond

// peek gives what the beginnings of captures hold.
func peek(files []string) timeline.There {
	stop := make(chan struct{})
	timer := time.AfterFunc(peekTime, func() { close(stop) })
	defer timer.Stop()
	t := timeline.New(timeline.Options{Of: []string{"nobody"}})
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		c, err := decode.OpenFile(path, decode.Options{Interrupt: stop})
		if err != nil {
			continue
		}
		_ = t.File(path, c)
		_ = c.Close()
	}
	_, there := t.Absent()
	return there
}

// bashCompletion writes the script for bash: that of cobra, behind what it takes from the package bash-completion, for
// machines without that.
func bashCompletion(root *cobra.Command, w io.Writer) error {
	if _, err := io.WriteString(w, wordsOfLine); err != nil {
		return err
	}
	return root.GenBashCompletionV2(w, true)
}

// wordsOfLine splits the line as the shell does, but not at = and :.
const wordsOfLine = `# The package bash-completion has a better one; without it this is enough.
if ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
_get_comp_words_by_ref()
{
    local i word
    words=() cword=-1
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((cword > 0)) && [[ $word == [=:]* || ${words[cword]} == *[=:] ]]; then
            words[cword]+=$word
        else
            cword=$((cword + 1))
            words[cword]=$word
        fi
    done
    cur=${words[cword]} prev=
    if ((cword > 0)); then prev=${words[cword - 1]}; fi
}
fi

`
