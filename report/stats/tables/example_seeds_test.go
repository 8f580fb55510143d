package tables_test

import (
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

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
