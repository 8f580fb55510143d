package main

import "github.com/spf13/cobra"

// newExport makes the command that has one for each form.
func newExport(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write captures in the form of other programs",
		Args:  noCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newExportParquet(s))
	return cmd
}
