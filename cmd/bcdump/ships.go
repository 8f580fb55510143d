package main

import (
	"errors"

	"github.com/spf13/cobra"

	"bcdump/decode/ship"
	"bcdump/report/reference"
	"bcdump/report/terminal"
)

// shipsRun is `bcdump ships`.
type shipsRun struct {
	outputFlags
	streams *streams
	file    string
	types   bool // list the constants
}

func newShips(s *streams) *command {
	o := &shipsRun{streams: s}
	return &command{runner: o, Command: cobra.Command{
		Use:   "ships [CLASS]",
		Short: "List every ship class and its subsystems",
		Long: `List every ship class that bcdump knows. With a CLASS list its subsystems: their
index is what subsystem and power blocks carry, their object number added to the id
of the ship plus one is their object id. --constants lists what the game's program calls
types of subsystems and their properties; none of it is on the wire.`,
		Example: "  bcdump ships\n  bcdump ships sovereign\n  bcdump ships --constants\n  bcdump ships --ships mod.json",
		Args:    counted(cobra.MaximumNArgs(1)),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return classes(o.file, len(args) == 0, ""), cobra.ShellCompDirectiveNoFileComp
		},
	}}
}

func (o *shipsRun) add(cmd *cobra.Command) {
	cmd.Flags().SortFlags = true
	o.addForm(cmd, "table", "json")
	cmd.Flags().BoolVar(&o.types, "constants", false, "list the numbers and constants of types of subsystems and properties")
	cmd.Flags().StringVar(&o.file, "ships", "", "read the ship classes of a mod from `FILE` (format: docs/guides/mods.md)")
	addWidth(cmd, &o.width, wideLines)
}

func (o *shipsRun) run(_ *cobra.Command, args []string) error {
	switch list := reference.Constants(); {
	case o.types && (len(args) > 0 || o.file != ""):
		return errors.New("--constants are those of the game's program: it takes no CLASS and no --ships")
	case o.types && o.output == "json":
		return terminal.WriteJSON(o.streams.out, list)
	case o.types:
		return reference.WriteConstants(o.streams.out, list, o.streams.room(o.width))
	}
	known, err := catalogue(o.file)
	if err != nil {
		o.streams.tell(terminal.Style{}, "bcdump:", "--ships: "+err.Error())
		return status(exitNothing)
	}
	if known == nil {
		known = ship.Stock()
	}
	return writeShips(o.streams, known, args, o.output, o.streams.room(o.width))
}

func writeShips(s *streams, known *ship.Catalogue, args []string, output string, width int) error {
	list := reference.Ships(known)
	if len(args) == 1 {
		class, err := findClass(known, args[0])
		if err != nil {
			return err
		}
		for _, one := range list {
			if one.Species == class.Species && output == "table" {
				return reference.WriteShip(s.out, one, width)
			}
			if one.Species == class.Species {
				list = []reference.Ship{one}
				break
			}
		}
	}
	if output == "json" {
		return terminal.WriteJSON(s.out, list)
	}
	return reference.WriteShips(s.out, list, width)
}
