package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/tally"
)

// factsFlags are those of commands that hold a capture in memory.
type factsFlags struct {
	spanFlags
	size   string
	budget facts.Budget
}

// spanFlags choose a part of the time of a capture.
type spanFlags struct {
	from, to   string
	begin, end tally.Moment // what they say; zero = no limit
	condition  string       // that they are
	some       bool         // some capture was read
}

func (f *spanFlags) addSpan(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.from, "from", "", "start at `TIME`: 2026-02-14T22:08:10Z, 22:08:10 on the capture's first day (UTC, or as --local says), or +90s after its first frame")
	flags.StringVar(&f.to, "to", "", "stop before `TIME`")
}

// checkSpan reads what the flags say.
func (f *spanFlags) checkSpan() (err error) {
	for _, x := range []struct {
		name, text string
		moment     *tally.Moment
	}{{"from", f.from, &f.begin}, {"to", f.to, &f.end}} {
		if x.text == "" {
			continue
		}
		if *x.moment, err = tally.ParseMoment(x.text); err != nil {
			return fmt.Errorf("--%s: %w", x.name, err)
		}
	}
	return nil
}

// defaultBudget is what --memory says if nobody does: an evening of a full server.
const defaultBudget = "2GiB"

// addFacts adds them; when says which runs hold the capture, if not all do.
func (f *factsFlags) addFacts(cmd *cobra.Command, when string) {
	f.addMemory(cmd, when+"end with an error where the capture would take more memory than `SIZE`, such as 512MiB or 8GiB")
	f.addSpan(cmd)
}

func (f *factsFlags) addMemory(cmd *cobra.Command, usage string) {
	cmd.Flags().StringVar(&f.size, "memory", defaultBudget, usage)
}

// checkFacts reads what the flags say.
func (f *factsFlags) checkFacts() (err error) {
	if f.budget, err = budgetOf(f.size); err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	return f.checkSpan()
}

// budgetOf reads a size: "2GiB", "512 MiB", "1000000".
func budgetOf(text string) (facts.Budget, error) {
	digits := strings.TrimRight(text, "BKMGTikmgtb ")
	n, err := strconv.ParseFloat(digits, 64)
	unit, known := map[string]float64{
		"": 1, "b": 1, "kib": 1 << 10, "k": 1 << 10, "kb": 1e3, "mib": 1 << 20, "m": 1 << 20, "mb": 1e6,
		"gib": 1 << 30, "g": 1 << 30, "gb": 1e9, "tib": 1 << 40, "t": 1 << 40, "tb": 1e12,
	}[strings.ToLower(strings.TrimSpace(text[len(digits):]))]
	if bytes := n * unit; err == nil && known && bytes >= 1 && bytes < math.MaxInt64 {
		return facts.Budget(bytes), nil
	}
	return 0, fmt.Errorf("%q is not a valid size; expected something like 512MiB or 8GiB", text)
}

// facts reads a capture into memory, and tells narrow what --from and --to say.
func (r *reading) facts(c *decode.Capture, f *factsFlags, narrow func(facts.Span)) (*facts.Facts, error) {
	o, err := r.held(c, f, narrow)
	if err != nil {
		return nil, err
	}
	return facts.Read(c, o)
}

// held says how a capture is read into memory, and tells narrow what --from and --to say; nil = nobody asks.
func (r *reading) held(c *decode.Capture, f *factsFlags, narrow func(facts.Span)) (facts.Options, error) {
	span, err := r.span(c, &f.spanFlags, narrow)
	return facts.Options{Budget: f.budget, Span: span}, err
}

// words are the flags of a command line that say the same of the time.
func (f *spanFlags) words() (words []string) {
	if f.from != "" {
		words = append(words, "--from", f.from)
	}
	if f.to != "" {
		words = append(words, "--to", f.to)
	}
	return words
}

// span gives what --from and --to mean in a capture, and tells narrow the first one.
func (r *reading) span(c *decode.Capture, f *spanFlags, narrow func(facts.Span)) (span facts.Span, err error) {
	if start, ok := c.Start(); ok {
		if !f.begin.IsZero() {
			span.From = new(f.begin.Time(start, r.zone()))
		}
		if !f.end.IsZero() {
			span.To = new(f.end.Time(start, r.zone()))
		}
	}
	switch condition := span.Condition(); {
	case f.some && condition != f.condition:
		return span, errors.New("--from and --to mean other times in each of several captures; give them with a date: 2026-02-14T22:08:10Z")
	case condition != f.condition:
		if narrow != nil {
			narrow(span)
		}
		f.condition = condition
	}
	f.some = true
	return span, nil
}
