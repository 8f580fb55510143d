package main

import "github.com/spf13/cobra"

// newExport makes the parent of what writes captures for other programs.
func newExport(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write captures in the form of other programs",
		Args:  noCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newExportWireshark(s), newExportParquet(s))
	return cmd
}
