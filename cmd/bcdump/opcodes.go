package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/report"
)

func newOpcodes(s *streams) *cobra.Command {
	output := "table"
	cmd := &cobra.Command{
		Use:   "opcodes [OPCODE]",
		Short: "List every opcode and field that bcdump knows, with the evidence",
		Long: `List every opcode that bcdump knows, with the direction, the evidence for its layout
(observed, computed, static, document) and the section that explains it. With an
OPCODE, by number or name, list its fields.`,
		Example: "  bcdump opcodes\n  bcdump opcodes 0x1C\n  bcdump opcodes Chat -o json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--output", output, "table", "json"); err != nil {
				return err
			}
			list := report.Opcodes()
			if len(args) == 1 {
				found, err := findOpcode(list, args[0])
				if err != nil {
					return err
				}
				if output == "table" {
					return report.WriteOpcode(s.out, found)
				}
				list = []report.Opcode{found}
			}
			if output == "json" {
				return report.WriteJSON(s.out, list)
			}
			return report.WriteOpcodes(s.out, list)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", output, "form of the output: table, json")
	return cmd
}

// findOpcode finds an opcode by number, name or alias.
func findOpcode(list []report.Opcode, word string) (report.Opcode, error) {
	number := word
	if n, err := strconv.ParseUint(word, 0, 8); err == nil {
		number = fmt.Sprintf("0x%02X", n)
	}
	for _, o := range list {
		if o.Opcode == number || strings.EqualFold(o.Name, word) || slices.ContainsFunc(o.Aliases, func(a string) bool { return strings.EqualFold(a, word) }) {
			return o, nil
		}
	}
	return report.Opcode{}, fmt.Errorf("no source knows opcode %q; `bcdump opcodes` lists those that are known", word)
}
