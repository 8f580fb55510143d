package tables_test

import (
	"fmt"
	"math"
	"time"

	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// example is a report with something in every table, built to figures of a real game:
// two players, fifteen minutes.
func example() *figures.Stats {
	wait := figures.Milliseconds(76.587)
	return &figures.Stats{
		Version: figures.Version,
		By:      []string{},
		Files: []figures.File{{
			Name: "battle.pcap", Format: "pcap", Frames: 47_112, First: reporttest.At("2026-02-09T22:08:08.121943Z"), Last: reporttest.At("2026-02-09T22:24:02.518117Z"),
			Duration: 954.396174, Active: 894.1, Damage: &figures.Damage{Offset: 6_123_456, Frame: 47_112, Text: "the file ends within a record"}, DamageCount: 1,
		}},
		Datagrams: figures.Datagrams{BC: 46_880, GameSpy: 12, EntityState: 40, Unknown: 3, Queries: figures.Queries{"bc": `count(index == 0 && !frames)`}},
		Skipped:   figures.Skipped{NotUDP: 217},
		Bytes: figures.Bytes{
			File: 6_123_456, Container: 753_816, Headers: 1_968_960, Datagram: 93_760, Transport: 371_204, Fields: 2_911_334, Repeats: 1_024,
			Parts: 0, Trailing: 18, Raw: 0, Unread: 0, GameSpy: 1_840, EntityState: 1_500, Unknown: 20_000, Explained: 0.99998,
			Queries: figures.Queries{"datagram": "2 * count(index == 0 && !frames)"},
		},
		Types: []figures.Type{
			{Type: "ack", Split: figures.Split{Dir: "C>S"}, Count: 12_004, Bytes: 48_100, Query: `type == "ack" && dir == "C>S"`},
			{Type: "data", Split: figures.Split{Dir: "C>S"}, Count: 11_187, Bytes: 612_400, Query: `type == "data" && !frames && dir == "C>S"`},
			{Type: "ack", Split: figures.Split{Dir: "S>C"}, Count: 718, Bytes: 2_872, Query: `type == "ack" && dir == "S>C"`},
			{Type: "data", Split: figures.Split{Dir: "S>C"}, Count: 20_988, Bytes: 1_102_000, Query: `type == "data" && !frames && dir == "S>C"`},
			{Type: "data", Split: figures.Split{Dir: "both"}, Count: 32_175, Bytes: 1_714_400, Query: `type == "data" && !frames`},
			{Type: "ack", Split: figures.Split{Dir: "both"}, Count: 12_722, Bytes: 50_972, Query: `type == "ack"`},
		},
		Opcodes: exampleOpcodes(),
		Flags:   exampleFlags(),
		FlagExceptions: []figures.FlagException{
			{Rule: "0x20 SUBSYSTEMS is sent by servers only", Frames: []int64{}, Query: `opcode == 0x1C && fields.flags contains "SUBSYSTEMS" && dir == "C>S"`},
			{Rule: "0x80 WEAPONS is sent by clients only", Count: 12, Frames: []int64{4_120, 4_166, 9_003}, Query: `opcode == 0x1C && fields.flags contains "WEAPONS" && dir == "S>C"`},
		},
		Cycles:    exampleCycles(),
		Bandwidth: exampleBandwidth(),
		Usage:     exampleUsage(),
		Savings: []figures.Saving{
			{ID: "acks-once", Dir: "C>S", Bytes: 137_468, Share: 0.303, Rate: 449.1, Assumption: "a message is acknowledged once"},
			{ID: "acks-once", Dir: "both", Bytes: 137_468, Share: 0.105, Rate: 449.1, Assumption: "a message is acknowledged once"},
			{ID: "one-datagram-per-tick", Window: 50, Dir: "S>C", Bytes: 151_000, Share: 0.177, Rate: 493, Waits: &figures.Waits{Mean: 14.2, Most: 49.9}, Assumption: "datagrams within 50 ms are one"},
		},
		Links:     exampleLinks(),
		Fragments: figures.Fragments{Parts: 32, Repeats: 4, Complete: 11, Conflicts: 0, Queries: figures.Queries{"parts": "count(fragment && !frames)"}},
		Objects: []figures.Object{
			{
				ObjectID: "0x3FFFFFFF", Ship: "Sovereign", Species: 5, Name: "Kirk's Sovereign", Owner: "Kirk", Born: reporttest.At("2026-02-09T22:09:10.004Z"), BornFrame: 620,
				Died: reporttest.At("2026-02-09T22:09:58.100Z"), DiedFrame: 2_911, DiedBy: "Explosion", AfterDies: 3, Updates: 1_440, RateHz: 9.8,
				First: reporttest.At("2026-02-09T22:09:10.092Z"), Last: reporttest.At("2026-02-09T22:09:58.044Z"), Query: `fields.object_id == 0x3FFFFFFF`,
			},
			{
				ObjectID: "0x4003FFFF", Ship: "Galaxy", Species: 3, Name: "Cady2's Galaxy", OwnerSlot: 1, Owner: "Cady2", Born: reporttest.At("2026-02-09T22:09:16.310Z"), BornFrame: 801,
				Updates: 28_110, RateHz: 10.1, First: reporttest.At("2026-02-09T22:09:16.400Z"), Last: reporttest.At("2026-02-09T22:24:02.100Z"), Query: `fields.object_id == 0x4003FFFF`,
			},
		},
		Relays: []figures.Relay{
			{
				Opcode: "0x07", Name: "StartFiring", To: "other clients", Originals: 330, Copies: 330, Expected: number(330), Missing: number(0), FanOut: 1,
				First:   []figures.MissingCopy{},
				Latency: latency("", 330, 0.41, 0.9, 12.5), Query: `opcode == 0x07 && dir == "C>S"`,
			},
			{
				Opcode: "0x2C", Name: "Chat", To: "all clients", Originals: 5, Copies: 4, Expected: number(9), Missing: number(1), Leaving: 1, Echoes: 5, FanOut: 0.8,
				First:   []figures.MissingCopy{{Frame: 421, Index: 1, Time: reporttest.At("2026-02-09T22:09:58.044Z"), From: "Cady2", To: "Kirk", Query: `frame == 421 && index == 1 && opcode == 0x2C`}},
				Latency: latency("", 4, 0.2, 0.3, 0.3), Query: `opcode == 0x2C && dir == "C>S"`,
			},
		},
		Requests: []figures.Request{{
			Opcode: "0x1E", Name: "RequestObject", Dir: "C>S", Count: 3, Answered: 2, Answers: []figures.Answer{{Name: "ObjectCreateTeam", Count: 2}},
			Latency: latency("S>C", 2, 9.2, 32, 32), Frames: []int64{6026}, Query: `opcode == 0x1E && dir == "C>S"`,
		}},
		Joins: []figures.Join{{
			Client: "10.0.0.2:1024", Name: "Cady2", Server: "10.0.0.1:22101", State: "checksums", Wait: &wait, WaitFor: "settings",
			Waiting: "client", Since: reporttest.At("2026-02-09T22:08:08.201700Z"), ResentToClient: 7, MissingPart: 2, Parts: 3, Hangs: true, Ending: "timeout",
			Outcome: "stuck since 22:08:08 after settings: the client does not answer (part 2 of 3 of its answer is missing; retransmitted 7 times)",
			Frame:   14, Time: reporttest.At("2026-02-09T22:08:08.201700Z"), Query: `frame == 14 && index == 0`, Steps: []figures.Step{
				{Step: "connect", Dir: "C>S", Frame: 1, Time: reporttest.At("2026-02-09T22:08:08.121943Z"), Query: `frame == 1 && index == 0`},
				{Step: "checksum round 0", Dir: "S>C", Frame: 2, Time: reporttest.At("2026-02-09T22:08:08.125113Z"), After: 3.17, Query: `frame == 2 && index == 1`},
				{Step: "settings", Dir: "S>C", Frame: 14, Time: reporttest.At("2026-02-09T22:08:08.201700Z"), After: 79.757, Query: `frame == 14 && index == 0`},
			}}},
		EntityState: exampleEntityState(),
		Notes: []figures.Note{
			{Code: "retransmit", Count: 18, About: []figures.Subject{{Text: "seq N was seen with the same bytes", Count: 18}}, Query: `notes contains "retransmit"`},
			{Code: "repeat_ack", Count: 4, About: []figures.Subject{}, Query: `notes contains "repeat_ack"`},
			{
				Code: "unusual", Count: 6_017, About: []figures.Subject{
					{Text: "power settings for subsystems that have none", Count: 6_008}, {Text: "event class N is unusual for opcode N", Count: 6}, {Text: "rest", Count: 3},
				}, Query: `notes contains "unusual"`,
			},
		},
		Dropped: map[string]int64{"objects": 12},
	}
}

func number(n int64) *int64 { return &n }

func latency(dir string, n int64, p50, p90, highest figures.Milliseconds) figures.Latency {
	return figures.Latency{Dir: dir, Count: n, P50: &p50, P90: &p90, Max: &highest}
}

func exampleOpcodes() (rows []figures.Opcode) {
	names := []string{"StateUpdate", "StartFiring", "StopFiring", "TorpedoFire", "BeamFire", "ObjectCreateTeam", "CollisionEffect", "Chat"}
	for _, side := range []struct {
		dir    string
		total  float64
		counts []int64
	}{
		{"C>S", 11_153, []int64{10_459, 330, 161, 76, 68, 12, 11, 7, 6, 5, 5, 5, 2, 2, 2, 2}},
		{"S>C", 20_977, []int64{19_997, 330, 251, 163, 76, 68, 15, 13, 12, 11, 11, 6, 5, 3, 3, 3, 3, 3, 2, 2}},
		{"both", 32_130, []int64{30_456, 660, 412, 239, 144, 80, 26, 20, 18, 16, 16, 11, 7, 5, 5, 5, 3, 3, 2, 2}},
	} {
		for i, n := range side.counts {
			rows = append(rows, figures.Opcode{
				Opcode: fmt.Sprintf("0x%02X", 0x1C+i), Name: names[min(i, len(names)-1)], Payload: figures.Sizes{Min: 5 + i, Median: 21, Max: 127 - i},
				Split: figures.Split{Dir: side.dir}, Count: n, Unique: n - n/100, Bytes: n * 26, PerMinute: float64(n) / 14.9, Share: float64(n) / side.total,
				Query: figures.Query(`opcode == 0x1C && dir == "` + side.dir + `"`), Queries: figures.Queries{"bytes": "sum(len, opcode == 0x1C)"},
			})
		}
	}
	return append(rows, figures.Opcode{
		Proto: "entity-state", Opcode: "0x02", Name: "State", Split: figures.Split{Dir: "S>C"}, Count: 40, Unique: 40, Bytes: 1_500, PerMinute: 2.7, Share: 1,
		Query: `proto == "entity-state" && opcode == 0x02`,
	})
}

func exampleFlags() (rows []figures.Flags) {
	add := func(dir string, total float64, n int64, code string, names ...string) {
		rows = append(rows, figures.Flags{
			Split: figures.Split{Dir: dir}, DirtyFlags: code, Flags: names, Count: n, Share: float64(n) / total, Bytes: n * 24,
			Query: figures.Query(`opcode == 0x1C && fields.dirty_flags == ` + code + ` && dir == "` + dir + `"`),
		})
	}
	add("C>S", 10_459, 6_079, "0x9E", "DELTA", "FORWARD", "UP", "SPEED", "WEAPONS")
	add("C>S", 10_459, 1_632, "0x96", "DELTA", "FORWARD", "SPEED", "WEAPONS")
	add("C>S", 10_459, 900, "0x92", "DELTA", "SPEED", "WEAPONS")
	add("C>S", 10_459, 796, "0x9D", "POSITION", "FORWARD", "UP", "SPEED", "WEAPONS")
	add("C>S", 10_459, 1_052, "0x8E", "DELTA", "FORWARD", "UP", "WEAPONS")
	add("S>C", 19_997, 10_539, "0x20", "SUBSYSTEMS")
	add("S>C", 19_997, 5_867, "0x3E", "DELTA", "FORWARD", "UP", "SPEED", "SUBSYSTEMS")
	add("S>C", 19_997, 3_591, "0x7E", "DELTA", "FORWARD", "UP", "SPEED", "SUBSYSTEMS", "CLOAK")
	return rows
}

// exampleBandwidth is fifteen minutes with a pause, and a minute without traffic from
// the clients.
func exampleBandwidth() figures.Bandwidth {
	b := figures.Bandwidth{
		Interval: 1, Peak: 127_300, Mean: 56_012, EntityState: &figures.Throughput{Peak: 61_000, Mean: 54_000},
		Rates: []figures.Rate{
			{Split: figures.Split{Dir: "both"}, Datagrams: 46_880, Bytes: 50_078_000, Mean: 56_012, P50: 55_000, P90: 80_100, P99: 120_100, Peak: 127_300, PeakAt: reporttest.At("2026-02-09T22:14:03Z"), Query: `index == 0 && !frames`},
			{Split: figures.Split{Dir: "C>S"}, Datagrams: 23_111, Bytes: 12_696_000, Mean: 14_200, P50: 14_000, P90: 20_000, P99: 28_000, Peak: 31_000, PeakAt: reporttest.At("2026-02-09T22:14:03Z"), Query: `index == 0 && !frames && dir == "C>S"`},
			{Split: figures.Split{Dir: "S>C"}, Datagrams: 23_769, Bytes: 37_382_000, Mean: 41_800, P50: 42_000, P90: 61_000, P99: 95_000, Peak: 96_300, PeakAt: reporttest.At("2026-02-09T22:14:03Z"), Query: `index == 0 && !frames && dir == "S>C"`},
			{Proto: "entity-state", Split: figures.Split{Dir: "S>C"}, Datagrams: 2_400, Bytes: 2_170_000, Mean: 54_000, P50: 55_000, P90: 60_000, P99: 61_000, Peak: 61_000, PeakAt: reporttest.At("2026-02-09T22:08:03Z"), Query: `proto == "entity-state" && dir == "S>C"`},
		},
	}
	start := time.Date(2026, 2, 9, 22, 8, 8, 0, time.UTC)
	for i := range 950 {
		if i > 300 && i < 365 {
			continue
		}
		at := reporttest.At(start.Add(time.Duration(i) * time.Second).Format(time.RFC3339))
		bucket := func(dir string, bytes int64) {
			b.Buckets = append(b.Buckets, figures.Bucket{
				T: at, Split: figures.Split{Dir: dir}, Proto: "bc", Datagrams: bytes / 300, Bytes: bytes,
				ByOpcode: map[string]int64{"0x1C": bytes / 2, "header": bytes / 3}, Query: `x`,
			})
		}
		if i < 500 || i > 560 {
			bucket("C>S", 14_000+int64(6_000*math.Sin(float64(i)/60)))
		}
		bucket("S>C", 42_000+int64(30_000*math.Sin(float64(i)/97)))
	}
	for i := range 40 {
		b.Buckets = append(b.Buckets, figures.Bucket{
			T: reporttest.At(start.Add(time.Duration(i) * time.Second).Format(time.RFC3339)), Split: figures.Split{Dir: "S>C"}, Proto: "entity-state",
			Datagrams: 60, Bytes: 54_000 + 7_000*int64(i%2), Query: `x`,
		})
	}
	return b
}

func exampleUsage() []figures.Usage {
	row := func(dir, group, what string, n, bytes int64, share float64) figures.Usage {
		var sizes *figures.Sizes
		if group == "StateUpdate" {
			sizes = &figures.Sizes{Min: 3, Median: 7, Max: 12}
		}
		return figures.Usage{Payload: sizes, What: what, Dir: dir, Group: group, Count: n, Bytes: bytes, Share: share, Query: `fields.flags contains "` + figures.Query(what) + `"`}
	}
	return []figures.Usage{
		row("C>S", "headers", "link, IP and UDP headers", 23_111, 970_662, 0.433),
		row("C>S", "headers", "datagram headers", 23_111, 46_222, 0.021),
		row("C>S", "acks", "acks", 12_004, 48_100, 0.021),
		row("C>S", "StateUpdate", "WEAPONS", 10_300, 612_400, 0.273),
		row("C>S", "StateUpdate", "DELTA", 9_600, 202_400, 0.09),
		row("C>S", "StateUpdate", "FORWARD", 8_300, 201_400, 0.09),
		row("C>S", "other", "Chat", 694, 160_000, 0.072),
		row("S>C", "headers", "link, IP and UDP headers", 23_769, 998_298, 0.3),
		row("S>C", "headers", "datagram headers", 23_769, 47_538, 0.014),
		row("S>C", "acks", "acks", 718, 2_872, 0.001),
		row("S>C", "sent again", "messages", 18, 2_120, 0.0006),
		row("S>C", "StateUpdate", "SUBSYSTEMS", 19_900, 1_912_400, 0.574),
		row("S>C", "StateUpdate", "DELTA", 8_100, 202_400, 0.061),
		row("S>C", "StateUpdate", "FORWARD", 7_900, 160_400, 0.048),
	}
}

func exampleLinks() []figures.Link {
	return []figures.Link{
		{
			Client: "10.0.0.2:1024", Server: "10.0.0.1:22101", Peer: 2, Name: "Cady2", First: reporttest.At("2026-02-09T22:08:08.121943Z"), Last: reporttest.At("2026-02-09T22:24:02.1Z"),
			Datagrams: 23_200, Bytes: 25_001_000, ToServer: 6_301_000, ToClient: 18_700_000, RTT: latency("S>C", 411, 21.4, 48.1, 1_204), Near: latency("C>S", 320, 0.2, 0.4, 3),
			Reliable: 731, Acked: 731, Resent: 18, RepeatAck: 4, Gaps: 2, Late: 1, Query: `src == "10.0.0.2:1024" || dst == "10.0.0.2:1024"`,
		},
		{
			Client: "10.0.0.3:1024", Server: "10.0.0.1:22101", Peer: 3, Name: "a player with \x1b[31ma long name", First: reporttest.At("2026-02-09T22:08:20Z"), Last: reporttest.At("2026-02-09T22:24:02.5Z"),
			Datagrams: 23_680, Bytes: 25_077_000, ToServer: 6_395_000, ToClient: 18_682_000, Reliable: 0, Query: `src == "10.0.0.3:1024" || dst == "10.0.0.3:1024"`,
		},
	}
}

// exampleEntityState is two matches of two players.
func exampleEntityState() *figures.EntityState {
	most := 15_360.0
	const client, second, server = "198.51.100.20:50000", "198.51.100.21:50001", "198.51.100.10:4242"
	e := &figures.EntityState{
		Flows: []figures.EntityFlow{
			{
				Client: client, Server: server, Name: "Cady2", Revision: "late", First: reporttest.At("2026-02-09T22:08:00.001627Z"), Last: reporttest.At("2026-02-09T22:08:40.757211Z"),
				Datagrams: 4_127, Bytes: 2_180_500, ToServer: 10_500, ToClient: 2_170_000, States: 2_342, RateHz: 58.6, Expected: 2_400,
				Gaps: 53, Lost: 58, Late: 2, Pauses: 1, Interval: latency("", 2_341, 16.625, 17.9, 66.1), Inputs: 1_164, InputHz: 29.1, LostInputs: 36,
				Entities: figures.Spread{Min: 7, Mean: 36.8, Max: 47}, Query: `src == "` + client + `"`, Queries: figures.Queries{"bytes": `sum(len, src == "` + client + `")`, "states": `count(name == "State")`},
			},
			{Client: second, Server: server, Revision: "late", First: reporttest.At("2026-02-09T22:08:00.1Z"), Last: reporttest.At("2026-02-09T22:08:40.7Z"), Datagrams: 2, Bytes: 48, ToServer: 48, Query: `src == "` + second + `"`},
		},
		Sizes: []figures.EntitySize{
			{Entities: "1-10", States: 110, Bytes: 24_300, Expected: 24_310, Mean: 220.9, RateHz: 59.3, PerSecond: 13_100, At60Hz: 13_260, AtMost: &most, Query: "fields.count in 1..10", Queries: figures.Queries{"bytes": "sum(len, fields.count in 1..10)"}},
			{Entities: "over 512", States: 1, Bytes: 12_900, Expected: 12_831, Mean: 12_900, At60Hz: 769_860, Query: "fields.count >= 513"},
		},
		Flickers: exampleFlickers(client, server),
		Savings:  exampleSavings(),
		Changes: []figures.EntityChange{
			{Time: reporttest.At("2026-02-09T22:08:00.436Z"), Frame: 102, Server: server, What: "score", To: 100, Query: "frame == 102"},
			{Time: reporttest.At("2026-02-09T22:08:10.1Z"), Frame: 700, Server: server, ID: 1, Name: "Cady2", What: "lives", From: number(3), To: 2, Query: "frame == 700"},
		},
	}
	return e
}
