package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/report/reference"
	"bcdump/report/terminal"
)

// opcodesRun is `bcdump opcodes`.
type opcodesRun struct {
	outputFlags
	streams *streams
	proto   string
	events  bool
}

func newOpcodes(s *streams) *command {
	return &command{runner: &opcodesRun{streams: s}, Command: cobra.Command{
		Use:   "opcodes [OPCODE]",
		Short: "List every opcode and field that bcdump knows, with the evidence",
		Long: `List every opcode that bcdump knows, with the direction, the evidence for its layout
(observed, computed, static, document) and the section that explains it. With an
OPCODE, by number or name, list its fields. With --proto entity-state the same for the
messages of that protocol. With --events list the classes and codes of the events that
opcodes 0x06 to 0x12, 0x15, 0x17 and 0x1B carry.`,
		Example:           "  bcdump opcodes\n  bcdump opcodes 0x1C\n  bcdump opcodes Chat -o json\n  bcdump opcodes --proto entity-state State\n  bcdump opcodes --events",
		Args:              counted(cobra.MaximumNArgs(1)),
		ValidArgsFunction: completeOpcode,
	}}
}

func (o *opcodesRun) add(cmd *cobra.Command) {
	cmd.Flags().SortFlags = true
	o.addForm(cmd, "table", "json")
	addChoice(cmd, &o.proto, "proto", "", "protocol", "bc", "entity-state")
	addWidth(cmd, &o.width, wideLines)
	cmd.Flags().BoolVar(&o.events, "events", false, "list the classes and codes of events")
}

func (o *opcodesRun) run(_ *cobra.Command, args []string) error {
	s := o.streams
	if o.events {
		return writeEvents(s.out, o.output, o.proto, args, o.width)
	}
	list, write := reference.Opcodes(), reference.WriteOpcodes
	if o.proto == "entity-state" {
		list, write = reference.EntityMessages(), reference.WriteEntityMessages
	}
	if len(args) == 1 {
		var err error
		if list, err = findOpcodes(list, args[0]); err != nil {
			return err
		}
		write = writeEach
	}
	if o.output == "json" {
		return terminal.WriteJSON(s.out, list)
	}
	return write(s.out, list, s.room(o.width))
}

// writeEvents prints the classes and codes of events.
func writeEvents(w io.Writer, output, proto string, args []string, width int) error {
	if proto != "bc" || len(args) > 0 {
		return errors.New("--events lists all events of the game; leave out OPCODE and --proto")
	}
	if output == "json" {
		return terminal.WriteJSON(w, reference.AllEvents())
	}
	return reference.WriteEvents(w, reference.AllEvents(), width)
}

// writeEach prints the fields of each, with a line between.
func writeEach(w io.Writer, list []reference.Opcode, width int) error {
	for i, o := range list {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := reference.WriteOpcode(w, o, width); err != nil {
			return err
		}
	}
	return nil
}

// opcodeNames lists the names and aliases of opcodes.
func opcodeNames(list []reference.Opcode) (names []string) {
	for _, o := range list {
		names = append(append(names, o.Name), o.Aliases...)
	}
	return names
}

// findOpcodes finds an opcode by number, name or alias; of entity-state there may be
// several with one number.
func findOpcodes(list []reference.Opcode, word string) ([]reference.Opcode, error) {
	number := word
	if n, err := strconv.ParseUint(word, 0, 8); err == nil {
		number = fmt.Sprintf("0x%02X", n)
	}
	found := slices.DeleteFunc(slices.Clone(list), func(o reference.Opcode) bool {
		return o.Opcode != number && !strings.EqualFold(o.Name, word) &&
			!slices.ContainsFunc(o.Aliases, func(a string) bool { return strings.EqualFold(a, word) })
	})
	if len(found) == 0 {
		return nil, fmt.Errorf("unknown opcode %q; `bcdump opcodes` lists those that are known%s", word, proposal(word, opcodeNames(list)))
	}
	return found, nil
}
