package stats_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// problems are those of a capture, whatever rules say.
func problems(t *testing.T, name string, raw []byte, o stats.Options) []figures.Cause {
	t.Helper()
	s := stats.New(o)
	must.Do(t, s.File(name, reporttest.Open(t, name, raw, decode.Options{})))
	report := s.Report()
	return stats.Problems(&report, nil)
}

// kinds are those of problems.
func kinds(all []figures.Cause) string {
	var list []string
	for _, x := range all {
		list = append(list, fmt.Sprint(x.ID, " ", x.Instances))
	}
	return strings.Join(list, ", ")
}

// TestProblemsOfCaptures: captures in which one thing is wrong have one problem, and the others none.
func TestProblemsOfCaptures(t *testing.T) {
	files := reporttest.Shipped(t)
	for name, want := range map[string]string{
		"join-files.pcap":                 "",
		"join-full.pcap":                  "",
		"join-lost-fragment.pcap":         "",
		"join-password.pcap":              "",
		"join-silent-client.pcap":         "",
		"join-silent-host.pcap":           "",
		"join-version.pcap":               "",
		"match-kicked.pcap":               "",
		"match-rejoin.pcap":               "",
		"match-timeout.pcap.gz":           "",
		"match-forgets-torpedoes.pcap.gz": "",
		"match-relays-nothing.pcap.gz":    "",
		"session-small.pcap":              "resends 31", // 4 % of it are lost; 3 more are fragments, and 7 control messages
		"stock-join.pcap":                 "",           // the response to the Connect is its Ack
		"stock-fragments.pcap":            "",           // begins late
		"stock-gamespy.pcap":              "",
		"entity-state.pcap":               "",
		"not-udp.pcap":                    "",
		"two-servers.pcap":                "",
		"reconnect.pcap":                  "",
		"keepalive-start.pcap":            "",
		"clock-jump.pcap":                 "",
		"cut-in-data.pcap":                "damage 1",
		"unknown-opcode.pcap":             "unknown_opcode 2",
	} {
		raw, ok := files[name]
		if !ok {
			t.Errorf("there is no %s", name)
			continue
		}
		found := problems(t, name, raw, stats.Options{})
		if got := kinds(found); got != want {
			t.Errorf("%s: %q, want %q: %+v", name, got, want, found)
		}
		brief := stats.Options{Brief: true, Bare: true}
		s, b := report(t, name, raw, stats.Options{}), report(t, name, raw, brief)
		diff := gocmp.Diff(found, problems(t, name, raw, brief)) + gocmp.Diff(s.Bandwidth.Rates, b.Bandwidth.Rates)
		if diff != "" || b.Opcodes != nil {
			t.Errorf("%s: the brief report (-whole +brief)\n%s", name, diff)
		}
	}
}

// played are the problems of a battle.
func played(t *testing.T, o *battle.Options) []figures.Cause {
	t.Helper()
	_, raw := reporttest.Battle(t, *o)
	return problems(t, "battle", raw, stats.Options{})
}

// TestMissingCopiesAreTrue compares what is named with what the simulator left out.
func TestMissingCopiesAreTrue(t *testing.T) {
	o := battle.Options{Players: 4, Duration: 40 * time.Second, Seed: 3, Start: reporttest.Start}
	if found := played(t, &o); len(found) > 0 {
		t.Errorf("nothing is wrong, but %+v", found)
	}
	s := report(t, "forgets", reporttest.Shipped(t)["match-forgets-torpedoes.pcap.gz"], stats.Options{})
	var got []string
	for _, r := range s.Relays {
		for _, m := range r.First {
			got = append(got, fmt.Sprint(r.Name, " ", m.Frame, " ", m.From, " ", m.To))
		}
	}
	want := []string{"TorpedoFire 515 Kang Ace", "TorpedoFire 880 Cady2 Ace", "TorpedoFire 1161 Kang Ace", "TorpedoFire 1161 Kang Ace", "TorpedoFire 1161 Kang Ace"}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-truth +got)\n%s", diff)
	}
}

// TestQuietBattles: battles in which nothing goes wrong have no problems.
func TestQuietBattles(t *testing.T) {
	for seed := range uint64(6) {
		for _, dialect := range []message.Dialect{message.Stock, message.OpenBC} {
			o := battle.Options{Players: 2 + int(seed)%4, Duration: 3 * time.Second << seed, Seed: seed, Dialect: dialect, Start: reporttest.Start}
			if found := played(t, &o); len(found) > 0 {
				t.Errorf("seed %d %s: %+v", seed, dialect, found)
			}
		}
	}
}

// TestRealProblems: captures of a real server lack nothing, and are of known messages.
func TestRealProblems(t *testing.T) {
	for name, raw := range outside.Read(t, 8<<20) {
		for _, x := range problems(t, name, raw, stats.Options{}) {
			if x.ID != "resends" {
				t.Errorf("%s: %s", name, x.Statement)
			}
		}
	}
}

// TestResendsThatProveNothing: fragments, which stock software sends again whether they were acknowledged or not,
// and what the network has doubled.
func TestResendsThatProveNothing(t *testing.T) {
	for _, tt := range []struct {
		fragments bool
		pause     time.Duration
		want      string
	}{{false, time.Second, "resends 20"}, {true, time.Second, ""}, {false, 20 * time.Millisecond, ""}} {
		k := newTalk()
		for i := range 20 {
			one := synth.Reliable(uint16(i), synth.Chat(2, fmt.Sprint(i)))
			if tt.fragments {
				one = synth.PartsOf(uint16(i), synth.Chat(2, fmt.Sprint(i)), 12)[0]
			}
			k.say(reporttest.First, reporttest.Host, one).say(reporttest.Host, reporttest.First, synth.AckHigh(uint16(i)))
			k.at += tt.pause
			k.say(reporttest.First, reporttest.Host, one)
		}
		if found := kinds(problems(t, "talk", k.Pcap(synth.Ethernet()), stats.Options{})); found != tt.want {
			t.Errorf("%+v: %s", tt, found)
		}
	}
}

// TestResendsAreMany: five that are more than 1 %, on a link whose other side is heard.
func TestResendsAreMany(t *testing.T) {
	for _, tt := range []struct {
		messages, again int
		heard           bool
		want            string
	}{{100, 5, true, "resends 5"}, {100, 4, true, ""}, {1000, 5, true, ""}, {100, 50, false, ""}} {
		k := newTalk()
		for i := range tt.messages {
			one := synth.Reliable(uint16(i), synth.Chat(2, fmt.Sprint(i)))
			k.say(reporttest.First, reporttest.Host, one)
			if tt.heard {
				k.say(reporttest.Host, reporttest.First, synth.AckHigh(uint16(i)))
			}
			if i < tt.again {
				k.say(reporttest.Host, reporttest.Second, one) // who never says anything: that it comes again does not count
				k.at += time.Second
				k.say(reporttest.Host, reporttest.Second, one)
				k.say(reporttest.First, reporttest.Host, one)
			}
		}
		if got := kinds(problems(t, "talk", k.Pcap(synth.Ethernet()), stats.Options{})); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

// TestMostCostlyFirst: of a capture that is cut in a battle whose copies are missing, the damage costs most.
func TestMostCostlyFirst(t *testing.T) {
	raw := reporttest.Shipped(t)["session-small.pcap"]
	if found := problems(t, "cut", raw[:len(raw)-20], stats.Options{}); len(found) < 2 || found[0].ID != "damage" || found[1].ID != "resends" {
		t.Errorf("%+v", found)
	}
}

// TestManySubjects: what notes are about is told apart up to a limit.
func TestManySubjects(t *testing.T) {
	k := newTalk()
	for i := range 100 {
		m := &message.Event{ClassID: 0x70000000, EventCode: uint32(i)}
		k.say(reporttest.First, reporttest.Host, synth.Reliable(uint16(i), message.Append(nil, 0x06, m)))
	}
	s := k.report(t)
	for _, n := range s.Notes {
		var sum int64
		for _, x := range n.About {
			sum += x.Count
		}
		if sum < n.Count || len(n.About) > 9 {
			t.Errorf("%+v", n)
		}
	}
	if n := s.Notes[len(s.Notes)-1]; n.Code != "unusual" || len(n.About) != 1 || n.About[0].Text != "unknown event class N" || n.About[0].Count != 100 {
		t.Errorf("%+v", n)
	}
}

// TestIncomplete: what is lost with an IP fragment is a problem; a network that repeats a fragment loses nothing.
func TestIncomplete(t *testing.T) {
	script := battle.EntityGame(battle.Options{Players: 2, Duration: 3 * time.Second, Seed: 1})
	frames := script.FragmentedFrames(synth.Ethernet(), 300)
	file := func(frames []synth.Frame) []byte { return synth.Pcap{Link: 1}.File(frames) }
	at := len(frames) / 2
	for _, tt := range []struct {
		what   string
		frames []synth.Frame
		want   string
	}{
		{"whole", frames, ""},
		{"a frame less", slices.Delete(slices.Clone(frames), at, at+1), "partial 1"},
		{"a frame twice", slices.Insert(slices.Clone(frames), at+9, frames[at]), ""},
	} {
		if got := kinds(problems(t, tt.what, file(tt.frames), stats.Options{})); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}
