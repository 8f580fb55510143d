package main

import "github.com/spf13/cobra"

// command is a command without its flags: these are made when somebody asks for them, because every
// start of the program would make those of all.
type command struct {
	cobra.Command
	runner        // nil = it only has commands below it
	memory memory // that its process may take
	below  []*command
}

// runner is what a command does.
type runner interface {
	add(cmd *cobra.Command) // its flags
	run(cmd *cobra.Command, args []string) error
}

// parent is a command that only has others below it.
func parent(use, short string, below ...*command) *command {
	return &command{
		Command: cobra.Command{Use: use, Short: short, Args: noCommand, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }},
		below:   below,
	}
}

// made gives the command with its flags.
func (c *command) made(s *streams) *cobra.Command {
	cmd := &c.Command
	for _, sub := range c.below {
		cmd.AddCommand(sub.made(s))
	}
	if c.runner != nil {
		cmd.Flags().SortFlags = false
		c.add(cmd)
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			usual := c.memory
			if x, ok := c.runner.(interface{ needs(memory) memory }); ok {
				usual = x.needs(usual)
			}
			if s.takeMemory != nil {
				s.takeMemory(usual)
			}
			return c.runner.run(cmd, args)
		}
	}
	return cmd
}
