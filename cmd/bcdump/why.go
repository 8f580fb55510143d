package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/overview"
	"bcdump/report/render"
)

// whyRun is `bcdump why`.
type whyRun struct {
	reading
	tableFlags
	factsFlags
	ship   int
	player string // "" = all
}

func newWhy(s *streams) *command {
	return &command{runner: &whyRun{reading: reading{streams: s}}, memory: factsMemory, Command: cobra.Command{
		Use:   "why [PLAYER] FILE",
		Short: "Show why a player was dropped, refused or never got in, or a ship was lost",
		Long: `Show what led to the end of a player's connections, step by step, each with its frame; what
is inferred and not read off the bytes is marked. With --ship N, what led to the loss of the
player's N-th ship. Without PLAYER, all connections that ended badly and all lost ships, a
line each. FILE may be anything that "bcdump decode" reads.

docs/reference/overview.md says when a cause is named.`,
		Example: `  bcdump why battle.pcap
  bcdump why Cady2 battle.pcap
  bcdump why Ace --ship 1 battle.pcap
  bcdump why -o json Cady2 battle.pcap | jq '.steps[] | [.frame, .text]'`,
		Args: counted(cobra.RangeArgs(1, 2)),
	}}
}

func (w *whyRun) add(cmd *cobra.Command) {
	w.addOutput(cmd, "text", "json")
	addNumber(cmd, &number{to: &w.ship, flag: "ship"}, "show the player's `N`-th lost ship, from 1, instead of the connections")
	w.addFacts(cmd, "")
	w.addLocal(cmd)
	addJobs(cmd, &w.jobs, "use this many workers; the output is the same")
	addWidth(cmd, &w.width, wideText)
	w.addManners(cmd)
}

func (w *whyRun) run(_ *cobra.Command, words []string) error {
	if len(words) == 2 {
		w.player = words[0]
	}
	if w.ship > 0 && w.player == "" {
		return errors.New("--ship needs a PLAYER")
	}
	if _, err := os.Stat(words[0]); err != nil && len(words) == 1 && !strings.ContainsAny(words[0], `-./\`) {
		return fmt.Errorf("%s: there is no such file; if it is a player: bcdump why %[1]s FILE", words[0])
	}
	if err := w.checkFacts(); err != nil {
		return err
	}
	if err := w.over(words[len(words)-1:]); err != nil {
		return err
	}
	w.late, w.options.NoLedger = true, true // nobody is shown it
	return w.into(func(out io.Writer) (worst int, err error) {
		return w.each(func(c *decode.Capture) error { return w.tell(out, c) })
	})
}

func (w *whyRun) tell(out io.Writer, c *decode.Capture) error {
	read, err := w.held(c, &w.factsFlags, nil)
	if err != nil {
		return err
	}
	all, err := overview.Why(c.Name(), w.player, w.ship, c, read)
	if err != nil {
		return err
	}
	if figures.InZone(all, w.zone()); w.output == "json" {
		return w.writeJSON(out, all)
	}
	if w.player == "" {
		all.Next = overview.NextOf(all, w.files[0], quoted)
	}
	return render.WriteStories(out, all, w.player != "", w.looks(&w.tableFlags))
}

// writeJSON writes the stories of a player, or all without their steps.
func (w *whyRun) writeJSON(out io.Writer, all *figures.Stories) error {
	if w.player == "" {
		for _, list := range [][]figures.Story{all.Connections, all.Ships} {
			for i := range list {
				list[i].Steps = nil
			}
		}
		return render.WriteJSON(out, all)
	}
	for _, s := range append(all.Connections, all.Ships...) {
		s.Version = figures.Version
		if err := render.WriteJSON(out, &s); err != nil {
			return err
		}
	}
	return nil
}
