package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/printable"
)

// synthFlags are the flags of `bcdump synth` as they are written.
type synthFlags struct {
	streams                      *streams
	write, truth, start, dialect string
	at                           string
	minutes                      float64
	proto                        string
	troubles, ways               []string
	battle                       battle.Options
	capture                      recorder.Options
}

func newSynth(s *streams) *command {
	return &command{runner: &synthFlags{streams: s}, Command: cobra.Command{
		Use:   "synth",
		Short: "Generate a capture of an invented battle, for tests",
		Long: `Generate a capture of an invented battle: players join, fly, fire, die, respawn, chat
and leave, over a network that loses and delays datagrams. The same flags always give
the same bytes. --truth writes down what the capture contains, counted as it is sent and
not by decoding it. docs/dev/synth.md says what is invented and what is real.`,
		Example: `  bcdump synth --players 4 --minutes 5 -w battle.pcap --truth battle.json
  bcdump synth --loss 0.05 --reorder 0.02 --noise 10 --gamespy 0.5 | bcdump decode -
  bcdump synth --datagrams 1000000 --players 8 -w long.pcap`,
		Args:              counted(cobra.NoArgs),
		ValidArgsFunction: cobra.NoFileCompletions,
	}}
}

func (f *synthFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.strange(cmd.Flags()); err != nil {
		return err
	}
	if err := f.check(cmd.Flags().Changed("datagrams") && !cmd.Flags().Changed("minutes")); err != nil {
		return err
	}
	return f.generate(optionTexts(cmd.Flags()))
}

func (f *synthFlags) add(cmd *cobra.Command) {
	flags, b, c := cmd.Flags(), &f.battle, &f.capture
	addWrite(cmd, &f.write, "write to `FILE` instead of standard output")
	flags.StringVar(&f.truth, "truth", "", "write what is in the capture to `FILE`, as JSON")
	addChoice(cmd, &f.proto, "proto", "", "protocol of the battle; most flags work for both", "bc", entityState)
	flags.IntVar(&b.Players, "players", 4, "number of players, 1 to 16")
	flags.Float64Var(&f.minutes, "minutes", 2, "length of the battle in minutes")
	flags.Int64Var(&b.Datagrams, "datagrams", 0, "end after `N` UDP datagrams; without --minutes nothing else ends the battle")
	flags.Uint64Var(&b.Seed, "seed", 1, "seed of the random numbers: another seed gives another battle")
	flags.Uint64Var(&b.NetworkSeed, "network-seed", 0, "play the same battle over another network: this seed decides losses, delays, addresses, tokens and clocks; 0 = --seed does")
	flags.StringVar(&f.start, "start", "2026-02-14T22:08:00Z", "when the battle begins: `TIME` as in RFC 3339")
	addChoice(cmd, &f.dialect, "dialect", "", "how the server writes subsystem blocks; its revision in entity-state, where late is stock", "stock", "openbc", "late", "early")
	flags.Float64Var(&b.Loss, "loss", 0, "lose this `SHARE` of datagrams, 0 to 0.5")
	flags.Float64Var(&b.Duplicate, "duplicate", 0, "duplicate this `SHARE` of datagrams")
	flags.Float64Var(&b.Reorder, "reorder", 0, "delay this `SHARE` of datagrams, so that others overtake them")
	flags.StringArrayVar(&f.troubles, "trouble", nil, "something goes wrong for a player, by default the last to join: `NAME[@WHEN][:PLAYER]`, with NAME one of "+strings.Join(battle.TroubleNames(), ", ")+"; of entity-state "+strings.Join(battle.EntityTroubleNames(), ", ")+" (repeatable)")
	flags.StringArrayVar(&f.ways, "way", nil, "send the same battle in another `WAY`, of those whose savings stats predicts: "+wayNames(false)+"; of entity-state "+wayNames(true)+" (repeatable)")
	flags.BoolVar(&b.Teams, "teams", false, "play with two teams")
	flags.IntVar(&b.TimeLimit, "time-limit", 0, "end the round after `MINUTES`; 0 = never")
	flags.DurationVar(&b.Timeout, "timeout", 45*time.Second, "how long the host waits for a client that is silent")
	flags.Float64Var(&b.GameSpy, "gamespy", 0, "GameSpy queries per second")
	flags.Float64Var(&b.Noise, "noise", 0, "frames per second of other traffic: UDP, empty UDP, TCP, ICMP, ARP")
	flags.StringVar(&f.at, "at", "host", "where the capture is taken: host, or the number of a player")
	flags.DurationVar(&b.Begin, "begin", 0, "start the capture this long after the battle")
	flags.BoolVar(&b.IPv6, "ipv6", false, "use IPv6")
	flags.IntVar(&c.Fragment, "ip-fragment", 0, "fragment IP packets longer than `BYTES`")
	flags.StringVar(&c.Format, "format", recorder.Pcap, "container: pcap, pcapng, trace-log (a packet_trace.log)")
	complete(cmd, "format", recorder.Pcap, recorder.Pcapng, recorder.TraceLog)
}

const entityState = "entity-state"

// ofGame are the flags that mean nothing to a battle of entity-state.
var ofGame = []string{"teams", "time-limit", "timeout", "gamespy"}

// strange says which flag does not work for entity-state, and which do.
func (f *synthFlags) strange(flags *pflag.FlagSet) error {
	var wrong string
	var work []string
	flags.VisitAll(func(x *pflag.Flag) {
		switch {
		case !slices.Contains(ofGame, x.Name):
			work = append(work, "--"+x.Name)
		case x.Changed:
			wrong = x.Name
		}
	})
	if f.proto != entityState || wrong == "" {
		return nil
	}
	return fmt.Errorf("--%s: means nothing for entity-state; these do: %s", wrong, strings.Join(work, ", "))
}

// wayNames lists the ways of sending.
func wayNames(entityState bool) (text string) {
	for i, w := range battle.WaysOf(entityState) {
		if i > 0 {
			text += ", "
		}
		text += string(w)
	}
	return text
}

// longest keeps --minutes within what a time.Duration holds.
const longest = 1e6

// check turns the flags into options, or says which one is wrong. endless: only the
// number of datagrams ends the battle.
func (f *synthFlags) check(endless bool) error {
	if err := f.options(endless); err != nil {
		return fmt.Errorf("--%w", err)
	}
	if f.battle.EntityState && f.capture.Format == recorder.TraceLog {
		return fmt.Errorf("--format: a %s is one of the game", recorder.TraceLog)
	}
	if f.capture.Fragment == 0 && slices.ContainsFunc(f.battle.Troubles, func(t battle.Trouble) bool { return t.Name == battle.LostPart }) {
		return fmt.Errorf("--trouble: %s needs --ip-fragment", battle.LostPart)
	}
	if err := f.streams.noTerminal(f.write); err != nil {
		return err
	}
	if f.truth != "" && f.write != "" && sameTarget(f.truth, f.write) {
		return fmt.Errorf("--truth: %s is the file of --write; choose another name", f.truth)
	}
	return nil
}

// options are those of the battle and of the capture; an error begins with the name of a flag.
func (f *synthFlags) options(endless bool) (err error) {
	b := &f.battle
	b.EntityState, b.Late, b.Dialect = f.proto == entityState, f.dialect != "early", dialects[f.dialect]
	for _, w := range f.ways {
		b.Ways = append(b.Ways, battle.Way(w))
	}
	if of := map[bool][]string{true: {"stock", "late", "early"}, false: {"stock", "openbc"}}[b.EntityState]; !slices.Contains(of, f.dialect) {
		return fmt.Errorf("dialect: %s is not one of this protocol: %s", f.dialect, strings.Join(of, ", "))
	}
	if b.Start, err = time.Parse(time.RFC3339, f.start); err != nil {
		return fmt.Errorf("start: %q is not a time such as 2026-02-14T22:08:00Z", f.start)
	}
	b.Start = b.Start.UTC()
	if !(f.minutes > 0 && f.minutes <= longest) {
		return fmt.Errorf("minutes: must be more than 0 and at most %d, not %v", int(longest), f.minutes)
	}
	if !endless {
		b.Duration = time.Duration(f.minutes * float64(time.Minute))
	}
	b.Sums, f.capture.Start = f.truth != "", b.Start
	if b.At, err = battle.ParseAt(f.at); err != nil {
		return err
	}
	for _, text := range f.troubles {
		t, err := battle.ParseTrouble(text)
		if err != nil {
			return err
		}
		b.Troubles = append(b.Troubles, t)
	}
	return cmp.Or(b.Check(), f.capture.Check())
}

// optionTexts gives every flag that shapes the capture with its value.
func optionTexts(flags *pflag.FlagSet) map[string]string {
	texts := map[string]string{}
	flags.VisitAll(func(f *pflag.Flag) {
		switch f.Name {
		case "write", "truth", "help":
		case "network-seed", "begin", "proto", "way": // captures from before they existed have none
			if f.Changed {
				texts[f.Name] = f.Value.String()
			}
		default:
			texts[f.Name] = f.Value.String()
		}
	})
	return texts
}

func (f *synthFlags) generate(options map[string]string) error {
	s := f.streams
	truth, err := f.record()
	if closedPipe(err) {
		return nil
	}
	if err == nil && f.truth != "" {
		err = s.toFile("--truth", f.truth, func(w io.Writer) error { return writeTruth(w, truth, options) })
	}
	if err != nil {
		s.complain(err)
		return status(exitNothing)
	}
	return nil
}

func (f *synthFlags) record() (*battle.Truth, error) {
	out, err := newOutput(f.write, nothing, f.streams)
	if err != nil {
		return nil, err
	}
	truth, err := recorder.Record(out, f.battle, f.capture)
	return truth, cmp.Or(err, out.finish(err == nil))
}

// writeTruth writes the counts and the options that give the same capture again.
func writeTruth(w io.Writer, truth *battle.Truth, options map[string]string) error {
	var all any = struct {
		*battle.Truth
		Options map[string]string `json:"options"`
	}{truth, options}
	if truth.Entities != nil {
		all = struct {
			*battle.EntityTruth
			Options map[string]string `json:"options"`
		}{truth.Entities, options}
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err == nil {
		_, err = w.Write(append(printable.JSON(text, 0), '\n'))
	}
	return err
}
