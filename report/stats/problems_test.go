package stats_test

import (
	"cmp"
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
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// kinds are those of the problems of a report.
func kinds(s *figures.Stats) string {
	var list []string
	for _, x := range s.Problems {
		list = append(list, fmt.Sprint(cmp.Or(x.Code, "no code"), " ", x.Count))
	}
	return strings.Join(list, ", ")
}

// TestProblemsOfCaptures: captures in which one thing is wrong have one problem, and the others none.
func TestProblemsOfCaptures(t *testing.T) {
	files := reporttest.Shipped(t)
	for name, want := range map[string]string{
		"join-files.pcap":                 "join 1",
		"join-full.pcap":                  "join 1",
		"join-lost-fragment.pcap":         "join 1",
		"join-password.pcap":              "join 1",
		"join-silent-client.pcap":         "join 1",
		"join-silent-host.pcap":           "join 1",
		"join-version.pcap":               "join 1, checksum-hashes 1",
		"match-kicked.pcap":               "",
		"match-rejoin.pcap":               "",
		"match-timeout.pcap.gz":           "timeout 1",
		"match-forgets-torpedoes.pcap.gz": "missing 5",
		"match-relays-nothing.pcap.gz":    "missing 51",
		"session-small.pcap":              "resends 41", // 4 % of it are lost
		"stock-join.pcap":                 "",           // the response to the Connect is its Ack
		"stock-fragments.pcap":            "",           // begins late
		"stock-gamespy.pcap":              "",
		"entity-state.pcap":               "",
		"not-udp.pcap":                    "",
		"two-servers.pcap":                "",
		"reconnect.pcap":                  "join 1", // the host never asks for checksums
		"keepalive-start.pcap":            "",
		"clock-jump.pcap":                 "",
		"cut-in-data.pcap":                "damage 1",
		"unknown-opcode.pcap":             "payload-layout 1, payload-layout 1, unknown_opcode 2", // one of each side
	} {
		raw, ok := files[name]
		if !ok {
			t.Errorf("there is no %s", name)
			continue
		}
		s := report(t, name, raw, stats.Options{Rules: check.Problems})
		if got := kinds(&s); got != want {
			t.Errorf("%s: %q, want %q: %+v", name, got, want, s.Problems)
		}
		brief := report(t, name, raw, stats.Options{Rules: check.Problems, Brief: true, Buckets: stats.ChartOnly})
		if diff := gocmp.Diff(s.Problems, brief.Problems) + gocmp.Diff(s.Bandwidth.Rates, brief.Bandwidth.Rates); diff != "" || brief.Opcodes != nil {
			t.Errorf("%s: the brief report (-whole +brief)\n%s", name, diff)
		}
		if s := report(t, name, raw, stats.Options{Filter: "frame", Rules: check.Problems}); len(s.Problems) > 0 {
			t.Errorf("%s: with a filter %+v", name, s.Problems)
		}
	}
}

// played is the report of a battle, and the capture.
func played(t *testing.T, o *battle.Options) (figures.Stats, []byte) {
	t.Helper()
	_, raw := reporttest.Battle(t, *o)
	return report(t, "battle", raw, stats.Options{Rules: check.Problems}), raw
}

// TestMissingCopiesAreTrue compares what is named with what the simulator left out.
func TestMissingCopiesAreTrue(t *testing.T) {
	o := battle.Options{Players: 4, Duration: 40 * time.Second, Seed: 3, Start: reporttest.Start}
	s, _ := played(t, &o)
	if len(s.Problems) > 0 {
		t.Errorf("nothing is wrong, but %+v", s.Problems)
	}
	s = report(t, "forgets", reporttest.Shipped(t)["match-forgets-torpedoes.pcap.gz"], stats.Options{})
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
			s, raw := played(t, &o)
			for _, x := range s.Problems {
				if dialect == message.Stock || x.Code != "shield-without-facings" && x.Code != "update-roundrobin" { // which make it another dialect
					t.Errorf("seed %d %s, %d bytes: %+v", seed, dialect, len(raw), x)
				}
			}
		}
	}
}

// TestRealProblems: all that captures of a real server lack are copies of StartWarp, which it does
// not pass on. That clients got too few updates would be false.
func TestRealProblems(t *testing.T) {
	for name, raw := range outside.Read(t, 8<<20) {
		s := report(t, name, raw, stats.Options{Rules: check.Problems})
		for _, x := range s.Problems {
			switch x.Kind {
			case "missing":
				if !strings.Contains(x.Text, "StartWarp") || strings.Contains(x.Text, "StateUpdate") {
					t.Errorf("%s: %s", name, x.Text)
				}
			case "updates", "join", "damage":
				t.Errorf("%s: %s", name, x.Text)
			}
		}
	}
}

// updatesAt is a capture in which the host tells two clients of a ship, one of them every so often.
func updatesAt(every time.Duration, n int) *talk {
	k := newTalk()
	for i := range n {
		k.at = time.Duration(i) * every
		k.say(reporttest.Host, reporttest.First, updated(0x3FFFFFFF, 0x20))
	}
	for i := range 2 * n {
		k.at = time.Duration(i) * 100 * time.Millisecond
		k.say(reporttest.Host, reporttest.Second, updated(0x3FFFFFFF, 0x20))
	}
	return k
}

// TestSlowUpdates: fewer than 9 a second, for five seconds.
func TestSlowUpdates(t *testing.T) {
	for _, tt := range []struct {
		every time.Duration
		n     int
		want  string
	}{
		{100 * time.Millisecond, 100, ""},
		{110 * time.Millisecond, 100, ""},
		{125 * time.Millisecond, 100, "updates 1"},
		{125 * time.Millisecond, 30, ""}, // too few to tell
		{2 * time.Minute, 10, ""},        // pauses
	} {
		s := updatesAt(tt.every, tt.n).report(t)
		if got := kinds(&s); got != tt.want {
			t.Errorf("%d updates every %v: %q, want %q", tt.n, tt.every, got, tt.want)
		}
		if tt.want != "" && s.Problems[0].Lines != int64(tt.n) {
			t.Errorf("%+v", s.Problems)
		}
	}
}

// TestSlowUpdatesAndLoss: where one of eight numbered messages is missing, updates are missing too. They are few only if
// they are fewer than that leaves of nine a second. Where one is sent again and none is missing, chance may show none.
func TestSlowUpdatesAndLoss(t *testing.T) {
	for _, tt := range []struct {
		every          time.Duration
		missing, again bool
		want           bool
	}{
		{115 * time.Millisecond, false, false, true}, {115 * time.Millisecond, true, false, false}, {150 * time.Millisecond, true, false, true},
		{115 * time.Millisecond, false, true, false}, {125 * time.Millisecond, false, true, true},
	} {
		k := updatesAt(tt.every, 200)
		for i := range uint16(200) {
			k.at = time.Duration(i) * 100 * time.Millisecond
			if tt.missing && i%8 == 7 {
				continue
			}
			k.say(reporttest.Host, reporttest.First, synth.Reliable(i, synth.Chat(1, fmt.Sprint(i))))
			if tt.again && i == 100 {
				k.at += time.Second
				k.say(reporttest.Host, reporttest.First, synth.Reliable(i, synth.Chat(1, fmt.Sprint(i))))
			}
			k.say(reporttest.First, reporttest.Host, synth.AckHigh(i))
		}
		s := k.report(t)
		if got := strings.Contains(kinds(&s), "updates"); got != tt.want {
			t.Errorf("every %v, missing %v, again %v: %q", tt.every, tt.missing, tt.again, kinds(&s))
		}
	}
}

// TestUnacked has a message without an Ack, of a side that goes on speaking or does not.
func TestUnacked(t *testing.T) {
	hello := synth.Reliable(0, synth.Chat(2, "hello"))
	const never = "transport-ack-every-reliable 1"
	for _, tt := range []struct {
		speaks time.Duration
		acked  bool
		want   string
	}{{0, false, ""}, {2 * time.Second, false, ""}, {4 * time.Second, false, never}, {4 * time.Second, true, ""}} {
		k := newTalk().say(reporttest.First, reporttest.Host, hello)
		if tt.acked {
			k.say(reporttest.Host, reporttest.First, synth.AckHigh(0))
		}
		k.at += tt.speaks
		k.say(reporttest.Host, reporttest.First, updated(0x3FFFFFFF, 0x20))
		s := report(t, "talk", k.Pcap(synth.Ethernet()), stats.Options{Rules: check.Problems})
		s.Problems = slices.DeleteFunc(s.Problems, func(x figures.Problem) bool { return x.Kind != "unacked" })
		if got := kinds(&s); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
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
		s := k.report(t)
		for _, p := range s.Problems {
			if p.Kind == "resends" != (tt.want != "") {
				t.Errorf("%+v: %s", tt, p.Text)
			}
		}
		if len(s.Problems) == 0 && tt.want != "" {
			t.Errorf("%+v: nothing", tt)
		}
	}
}

// TestBrokenRulesAreProblems: whatever rule of severity error a server or a client breaks, there is a problem.
// Nobody pays for the rules who does not ask for problems.
func TestBrokenRulesAreProblems(t *testing.T) {
	place := 0
	for _, rule := range check.Rules() {
		if strings.HasPrefix(rule.ID, "entity-") || rule.Severity != check.Error && rule.ID != "event-broadcast" {
			continue
		}
		if place++; place%heavy.Scale(60, 3) != 0 && rule.ID != "event-broadcast" {
			continue
		}
		o := battle.Options{Seed: 1, Players: 3, Duration: 100 * time.Second, Breaks: []string{rule.ID}, GameSpy: 0.2, Start: reporttest.Start}
		s, raw := played(t, &o)
		want := rule.ID
		if strings.HasPrefix(want, "relay-") && strings.HasSuffix(want, "-all-peers") {
			want = "missing" // it names the opcodes, from the same account
		}
		for _, c := range check.Causes() {
			if c.Follows[0].Rule == rule.ID && c.Follows[0].Tied == nil { // known by it alone
				want = c.ID
			}
		}
		if !slices.ContainsFunc(s.Problems, func(x figures.Problem) bool { return x.Code == want && x.Count > 0 && x.Text != "" }) {
			t.Errorf("%s: %s", rule.ID, kinds(&s))
		}
		reporttest.CheckQueries(t, &s, reporttest.Open(t, rule.ID, raw, decode.Options{}))
	}
}

// TestTwoCaptures: violations of several captures are one problem, and the captures that keep the rule say
// nothing of it.
func TestTwoCaptures(t *testing.T) {
	all := stats.New(stats.Options{Rules: check.Problems})
	for i, breaks := range [][]string{nil, {"chat-sender-id"}, {"chat-sender-id"}} {
		_, raw := reporttest.Battle(t, battle.Options{Seed: uint64(i), Players: 3, Duration: time.Minute, Breaks: breaks})
		name := fmt.Sprint(i)
		must.Do(t, all.File(name, reporttest.Open(t, name, raw, decode.Options{})))
	}
	s := all.Report()
	if len(s.Problems) != 1 || s.Problems[0].Code != "chat-sender-id" || s.Problems[0].File != "1" || s.Problems[0].Severity != "error" {
		t.Errorf("%+v", s.Problems)
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
				k.at += time.Second
				k.say(reporttest.First, reporttest.Host, one)
			}
		}
		s := k.report(t)
		if got := kinds(&s); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

// TestMostCostlyFirst: the order is that of the costs.
func TestMostCostlyFirst(t *testing.T) {
	for name, raw := range reporttest.Shipped(t) {
		s := report(t, name, raw, stats.Options{Rules: check.Problems})
		for i := range s.Problems {
			if i > 0 && s.Problems[i].Cost > s.Problems[i-1].Cost {
				t.Errorf("%s: %+v", name, s.Problems)
			}
		}
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

// TestIncomplete: what is lost with an IP fragment, and States that end too soon, are problems; a network that
// repeats a fragment loses nothing.
func TestIncomplete(t *testing.T) {
	script := synth.EntityGame(synth.EntityOptions{Players: 2, Length: 3 * time.Second, Seed: 1})
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
		s := report(t, tt.what, file(tt.frames), stats.Options{Rules: check.Problems})
		if got := kinds(&s); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
	for i := range script.Sent {
		if d := &script.Sent[i]; i%100 == 99 && len(d.Payload) > 40 {
			d.Payload = d.Payload[:len(d.Payload)-3]
		}
	}
	s := report(t, "short", script.Pcap(synth.Ethernet()), stats.Options{Rules: check.Problems})
	if got := kinds(&s); got != "entity-whole 4" {
		t.Errorf("%q: %+v", got, s.Problems)
	}
}
