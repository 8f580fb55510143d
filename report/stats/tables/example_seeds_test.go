package tables_test

import (
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

func exampleUpdateSizes() []figures.UpdateSizes {
	all := figures.UpdateSizes{
		Dir: "C>S", DirtyFlags: "all", Flags: []string{}, Count: 10_459, Min: 10, P50: 23, P90: 33, Max: 127,
		Sizes: []figures.SizeCount{
			{Least: 10, Most: 10, Count: 410, Query: `opcode == 0x1C && size == 10`}, {Least: 23, Most: 23, Count: 8_011, Query: `opcode == 0x1C && size == 23`},
			{Least: 33, Most: 33, Count: 2_037, Query: `opcode == 0x1C && size == 33`}, {Least: 64, Most: 127, Count: 1, Query: `opcode == 0x1C && size in 64..127`},
		},
		Query: `opcode == 0x1C && fields.dirty_flags && dir == "C>S"`,
	}
	one := figures.UpdateSizes{
		Dir: "C>S", DirtyFlags: "0x9E", Flags: []string{"DELTA", "FORWARD", "UP", "SPEED", "WEAPONS"}, Count: 8_011, Min: 23, P50: 23, P90: 23, Max: 23,
		Sizes: []figures.SizeCount{{Least: 23, Most: 23, Count: 8_011, Query: `fields.dirty_flags == 0x9E && size == 23`}}, Query: `fields.dirty_flags == 0x9E`,
	}
	return []figures.UpdateSizes{all, one}
}

func exampleCycles() []figures.Cycle {
	seconds := func(s figures.Seconds) *figures.Seconds { return &s }
	updates := func(n int) *int { return &n }
	return []figures.Cycle{
		{
			Ship: "sovereign", DirtyFlags: "0x20", Dialect: "stock", Receiver: "owner", Cycles: 40, Updates: 4, UpdatesMax: 4,
			P50: seconds(0.402), P90: seconds(0.41), Max: seconds(0.51), Expected: updates(4), ExpectedSeconds: seconds(0.4),
		},
		{Ship: "sovereign", DirtyFlags: "0x20", Dialect: "stock", Receiver: "others", Cycles: 80, Updates: 6, UpdatesMax: 9, P50: seconds(0.602), P90: seconds(0.71), Max: seconds(0.9), Expected: updates(5), ExpectedSeconds: seconds(0.5)},
		{Ship: "galor", DirtyFlags: "0x80", Dialect: "openbc", Receiver: "host", Cycles: 12, Updates: 14, UpdatesMax: 14, P50: seconds(0.2), P90: seconds(0.2), Max: seconds(0.3)},
	}
}

func exampleFlickers(client, server string) []figures.EntityFlicker {
	return []figures.EntityFlicker{{
		Client: client, Server: server, EntityID: 17, Type: 2, TypeName: "Enemy", Count: 3, Longest: 33.2, Time: reporttest.At("2026-02-09T22:08:03.5Z"), Frame: 411, Query: "frame == 411",
	}}
}

func exampleSavings() []figures.EntitySaving {
	row := figures.EntitySaving{Saving: "30 Hz", States: 2_342, Sent: 1_171, Bytes: 2_170_000, After: 1_085_000, Saved: 0.5, Rate: 54_000, RateAfter: 27_000, Entities: 43_000, Query: `name == "State"`}
	worse := row
	worse.Saving, worse.Sent, worse.After, worse.Saved, worse.RateAfter, worse.NoFit = "16-bit numbers", 2_342, 2_213_400, -0.02, 55_080, 7
	return []figures.EntitySaving{row, worse}
}
