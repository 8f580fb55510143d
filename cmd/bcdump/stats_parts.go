package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bcdump/internal/foreign"
	"bcdump/report/figures"
	"bcdump/report/stats"
)

// checkParts looks at the flags that do not go with parts.
func (o *statsRun) checkParts(cmd *cobra.Command) error {
	switch {
	case o.local && o.merge:
		return errors.New("--local does not go with --merge: texts in parts have times in UTC")
	case o.output != "part" && !o.merge:
		return nil
	case o.local:
		return errors.New("--local does not go with -o part: parts have times in UTC")
	case o.output == "part" && (len(o.only) > 0 || o.queries):
		return errors.New("a part has all tables: --only and --queries are for the report that is made of it")
	case !o.merge:
		return nil
	}
	// The flags that say what is counted: parts bring it with them.
	countedWith := []string{"by", "interval", "filter"}
	for i := range decodings {
		countedWith = append(countedWith, decodings[i].name)
	}
	for _, name := range countedWith {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s does not go with --merge: parts are as they were counted", name)
		}
	}
	return nil
}

// mergeParts makes one report of all parts; nil = none could be read.
func (o *statsRun) mergeParts() (counted *stats.Stats, worst int, err error) {
	for _, path := range o.files {
		p, err := o.part(path)
		if err == nil && counted != nil {
			if err = counted.Join(p); err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
		} else if err == nil {
			counted = p
		}
		if err != nil {
			o.complain(err)
			worst = exitNothing
		}
	}
	if counted == nil {
		return nil, worst, nil
	}
	o.opened = len(o.files)
	return counted, worse(worst, o.damaged(counted.Files())), nil
}

func (o *statsRun) part(path string) (p *stats.Stats, err error) {
	if path == "-" {
		return stats.ReadPart(o.streams.in)
	}
	err = foreign.With(path, func(in *foreign.Reader) (err error) {
		p, err = stats.ReadPart(in)
		return err
	})
	return p, err
}

// damaged warns of captures that were damaged when they were counted.
func (o *statsRun) damaged(files []figures.File) (result int) {
	for i := range files {
		f := &files[i]
		if f.Damage == nil {
			continue
		}
		result = exitDamaged
		if !o.quiet {
			o.warn("%s: was damaged at byte %d when it was counted: %s", f.Name, f.Damage.Offset, f.Damage.Text)
		}
	}
	return result
}
