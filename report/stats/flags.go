package stats

import (
	"cmp"
	"fmt"

	"bcdump/decode/message"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// flags counts StateUpdates by their combination of flags.
type flags struct {
	*base
	rows *tally.Table[flagsKey, flagsRow]
	plain[flagsRow]
}

type flagsKey struct {
	flags int // -1 = the rest
	split
}

type flagsRow struct {
	volume
	ship string
}

func (r *flagsRow) join(o *flagsRow) {
	r.volume.join(&o.volume)
	r.ship = cmp.Or(o.ship, r.ship)
}

func newFlags(b *base) *flags {
	return &flags{base: b, rows: tally.NewTable[flagsKey, flagsRow](maxRows, func(k flagsKey) flagsKey {
		return flagsKey{-1, k.split.rest()}
	})}
}

func (f *flags) add(c *part) {
	for _, r := range c.All() {
		if !r.Has(facts.Update) {
			continue
		}
		row := f.plain[side(r)][r.Flags]
		if row == nil || !f.by.none() {
			row = f.rows.Row(flagsKey{int(r.Flags), f.by.of(c, r)})
			f.plain[side(r)][r.Flags] = row
		}
		row.add(c.Length(r))
		if f.by.object {
			row.ship = cmp.Or(c.nameOf(r), row.ship)
		}
	}
}

func (f *flags) report(out *figures.Stats) {
	all, totals := tableWithBoth(f.rows), map[split]int64{}
	for k, v := range all.Rows {
		totals[k.split] += v.count
	}
	out.Flags = listed(out, "flags", all, func(k flagsKey, v *flagsRow, rest bool) figures.Flags {
		if rest {
			return figures.Flags{Split: k.figure(""), DirtyFlags: tally.Rest, Flags: []string{}, Count: v.count, Bytes: v.bytes}
		}
		text := fmt.Sprintf("0x%02X", k.flags)
		where := []string{tally.OpcodeIs(message.OpcodeStateUpdate), "fields.dirty_flags == " + text, k.condition()}
		return figures.Flags{
			Split: k.figure(v.ship), DirtyFlags: text, Flags: message.FlagNames(uint8(k.flags)),
			Count: v.count, Share: tally.Ratio(float64(v.count), float64(totals[k.split])), Bytes: v.bytes,
			Query: f.Of(where...), Queries: figures.Queries{"bytes": f.Sum("len", where...)},
		}
	}, func(_, _ flagsKey, a, b *figures.Flags) int {
		return cmp.Or(compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.DirtyFlags, b.DirtyFlags))
	})
}
