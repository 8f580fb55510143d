package main

import (
	"github.com/spf13/cobra"

	"bcdump/decode/ship"
	"bcdump/report/tables"
	"bcdump/report/terminal"
)

func newShips(s *streams) *cobra.Command {
	output, file, width := "table", "", 0
	cmd := &cobra.Command{
		Use:   "ships [CLASS]",
		Short: "List every ship class and its subsystems",
		Long: `List every ship class that bcdump knows. With a CLASS list its subsystems: their
index is what subsystem and power blocks carry, their object number added to the id
of the ship plus one is their object id.`,
		Example: "  bcdump ships\n  bcdump ships sovereign\n  bcdump ships --ships mod.json",
		Args:    counted(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--output", output, "table", "json"); err != nil {
				return err
			}
			if err := checkWidth(width); err != nil {
				return err
			}
			known, err := catalogue(file)
			if err != nil {
				s.tell(terminal.Style{}, "bcdump:", "--ships: "+err.Error())
				return status(exitNothing)
			}
			if known == nil {
				known = ship.Stock()
			}
			return writeShips(s, known, args, output, s.room(width))
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", output, "form of the output: table, json")
	cmd.Flags().StringVar(&file, "ships", "", "ship classes of a mod: `FILE` in the form of docs/ships.md")
	addWidth(cmd, &width)
	complete(cmd, "output", "table", "json")
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return classes(file, len(args) == 0, ""), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func writeShips(s *streams, known *ship.Catalogue, args []string, output string, width int) error {
	list := tables.Ships(known)
	if len(args) == 1 {
		class, err := findClass(known, args[0])
		if err != nil {
			return err
		}
		for _, one := range list {
			if one.Species == class.Species && output == "table" {
				return tables.WriteShip(s.out, one, width)
			}
			if one.Species == class.Species {
				list = []tables.Ship{one}
				break
			}
		}
	}
	if output == "json" {
		return terminal.WriteJSON(s.out, list)
	}
	return tables.WriteShips(s.out, list, width)
}
