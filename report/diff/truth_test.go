package diff_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/transport"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/diff"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// start is when most battles begin.
var start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)

// recorded plays a battle and gives its capture.
func recorded(t *testing.T, o battle.Options) []byte {
	t.Helper()
	_, raw := reporttest.Battle(t, o)
	return raw
}

// looksOf gives the looks of a capture.
func looksOf(t *testing.T, raw []byte) *diff.Looks {
	t.Helper()
	f := must.Get(facts.Read(reporttest.Open(t, "a.pcap", raw, decode.Options{}), facts.Options{}))(t)
	return diff.Look(f, diff.Options{})
}

// ranked lists the differences by rank.
func ranked(d *figures.Diff) (list []figures.Difference) {
	list = make([]figures.Difference, len(d.Differences))
	for i, x := range d.Differences {
		if x.Rank > 0 && x.Rank <= len(list) {
			i = x.Rank - 1
		}
		list[i] = x
	}
	return list
}

// told gives differences as lines.
func told(d *figures.Diff) string {
	var b strings.Builder
	for _, x := range ranked(d) {
		fmt.Fprintf(&b, "\n%d %s: %s", x.Rank, x.Section, x.Text)
	}
	return b.String()
}

// pairOf is the same battle over two networks: the second one loses, doubles and delays, with other
// addresses, another time, sometimes other places of the capture's frames.
func pairOf(i int) (a, b battle.Options) {
	loss := []float64{0, 0.01, 0.02, 0.05, 0.1}[i%5]
	a = battle.Options{Players: 2 + i%7, Duration: 90 * time.Second, Seed: uint64(50 + i), NetworkSeed: uint64(2*i + 1), IPv6: i%4 == 3}
	if i%3 == 1 {
		a.Dialect = message.OpenBC
	}
	b = a
	b.NetworkSeed, b.Start, b.IPv6 = uint64(2*i+2), start.AddDate(0, 0, i).Add(time.Duration(i)*1234567*time.Microsecond), i%4 == 2
	b.Loss, b.Reorder, b.Duplicate = loss, loss/2, loss/4
	return a, b
}

// The same battle over another network has the same conversation and layout, and is sent at the same rate
// and pace; a network that loses more shows in the tables of links and joins, and is no difference.
func TestTruthNetworks(t *testing.T) {
	heavy.SkipRace(t, "TestQueries has the same goroutines")
	for i := range heavy.Scale(5, 10) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			a, b := pairOf(i)
			var o diff.Options
			if b.Loss >= 0.1 {
				// A join may take longer than the four seconds between two. The generator then tells of joins
				// in the order of the battle, which is not that of this network: Ace of Kang, and Kang not of Ace.
				o.Ignore = []string{"rules:join-playerlist-sent server"}
			}
			if d := diff.Of(looksOf(t, recorded(t, a)), looksOf(t, recorded(t, b)), o); !d.Equal {
				t.Errorf("%d players, loss %v:%s", a.Players, b.Loss, told(d))
			}
		})
	}
}

// changed is one change, and what the first sentence says of it.
type changed struct {
	name string
	do   edit.Edit // of the capture
	play func(*battle.Options)
	want string // an expression for section: text
}

func change(name, want string) changed { return changed{name, edit.Changed(name), nil, want} }

func played(name string, do func(*battle.Options), want string) changed {
	return changed{name, edit.All(), do, want}
}

// Each change is found, and is the first of the summary.
func TestTruthChanges(t *testing.T) {
	heavy.SkipRace(t, "TestQueries has the same goroutines")
	data := transport.NewData(true, 0)
	list := []changed{
		change("settings-collision", `Settings.*collision_damage.*true.*false`),
		change("mission-limit", `MissionInit.*player_limit.*8.*16`),
		change("explosion-radius", `Explosion.*radius`),
		change("explosion-lifetime", `lifetime`),
		change("torpedo-flags", `TorpedoFire.*flags`),
		change("object-team", `ObjectCreateTeam.*team`),
		change("chat-longer", `Chat.*trailing`),
		change("peerinfo-address", `(?i)peerinfo`),
		change("up-never", `StateUpdate.*UP`),
		change("round-missing", `Checksum(Request|Response) 3`),
		change("mission-after-list", `PlayerListEvent.*MissionInit`),
		change("no-player-list", `PlayerListEvent`),
		change("no-scores", `(?i)score`),
		change("settings-late", `ChecksumComplete|Settings|checksum response 255`),
		change("relay-late", `until the host passes a message on`),
		change("update-rate-7", `^rhythm: interval of updates .*p90 10\d.* p90 20\d`),
		change("blocks-larger", `block|unusual`),
		change("position-rare", `^rhythm: interval of full positions`),
		change("ack-late", `^rhythm: until messages C>S are acknowledged`),
		change("ack-once", `^(rates|rhythm|links): .*(Ack|acknowledge)`),
		change("keepalive-2s", `^rhythm: interval of keepalives`),
		change("fragment-300", `(?i)fragment|transport-sizes`),
		played("--resend 400ms", func(o *battle.Options) { o.Resend = 400 * time.Millisecond }, `^rhythm: until messages .* are sent again`),
		{"torpedoes-not-relayed", edit.Each(edit.Copied.And(edit.Down(0x19), func(m *edit.Message) bool { return m.Slot == 0 }), edit.Omit), nil, `TorpedoFire.*missing|relay-weapons-all-peers`},
		{"settings-first", edit.Each(edit.Down(0x28), func(c *edit.Capture, m *edit.Message) { edit.Swap(m, c.Find(edit.Down(0x00).And(edit.On(m.Number)))) }), nil, `Settings comes after|join-complete-order`},
		{"fires-once", edit.Every(2, edit.Up(0x07), edit.Relays(edit.Omit)), nil, `StartFiring|weapon-startfiring-pairs`},
		{"targets-relayed", edit.Each(edit.Up(0x0D), func(c *edit.Capture, m *edit.Message) {
			for _, l := range c.Present(m.At()) {
				if l != m.Link {
					c.Insert(m.At()+30*time.Millisecond, l, edit.ToClient, data, m.Payload)
				}
			}
		}), nil, `PythonEvent2|sender-target-event-client`},
		{"ack-flags", edit.Every(20, edit.Kind(transport.Ack), edit.Copies(func(x *edit.Copy) { x.Header.AckFlags |= 0x80 })), nil, `transport-ack-flags-zero|Ack`},
		{"left-unsaid", edit.Each(edit.Down(0x18).And(edit.On(2)), edit.Omit), nil, `leave-messages|PlayerLeftText`},
	}
	base := battle.Options{Players: 4, Duration: 2 * time.Minute, Seed: 4, Loss: 0.02, NetworkSeed: 1}
	reference := looksOf(t, recorded(t, base))
	for i, x := range list {
		t.Run(x.name, func(t *testing.T) {
			if !heavy.On() && i%4 != 0 {
				t.Skip("a sample only")
			}
			t.Parallel()
			o := base
			o.NetworkSeed = uint64(i + 2)
			if x.play != nil {
				x.play(&o)
			}
			raw := must.Get(edit.Read(recorded(t, o)))(t).Of(x.do)
			first(t, x, diff.Of(reference, looksOf(t, raw), diff.Options{}))
		})
	}
}

// That messages are passed on is not shown by one of them.
func TestTruthNothingPassedOn(t *testing.T) {
	raw := recorded(t, battle.Options{Players: 4, Duration: time.Minute, Seed: 4})
	d, n := diff.Of(looksOf(t, raw), looksOf(t, must.Get(edit.Read(raw))(t).Of(edit.Each(edit.Copied, edit.Omit))), diff.Options{}), 0
	for _, x := range d.Differences {
		if strings.Contains(x.Text, "passed on by the host") {
			if n++; strings.Contains(string(x.QueryA), "frame ==") {
				t.Errorf("%s: %s", x.Text, x.QueryA)
			}
		}
	}
	if n == 0 {
		t.Errorf("nothing is found:%s", told(d))
	}
}

// A capture at a client has nobody to whom its shots are passed on, and is told of ships of players whom it has not: only times
// depend on the place.
func TestTruthAtClient(t *testing.T) {
	for seed := range heavy.Scale[uint64](2, 6) {
		o := battle.Options{Players: 4, Duration: 2 * time.Minute, Seed: 1 + seed, At: 2}
		there := looksOf(t, recorded(t, o))
		o.At = 0
		for _, x := range diff.Of(looksOf(t, recorded(t, o)), there, diff.Options{}).Differences {
			if x.Section != "rhythm" {
				t.Errorf("seed %d: %s", o.Seed, x.Text)
			}
		}
	}
}

// What one side does differently is no difference where the other one is judged, in what hosts pass on of it neither.
func TestTruthJudge(t *testing.T) {
	heavy.SkipRace(t, "TestWorkers has the same goroutines")
	o := battle.Options{Players: 4, Duration: 90 * time.Second, Seed: 4, NetworkSeed: 1}
	raw := recorded(t, o)
	reference := looksOf(t, raw)
	for name, side := range map[string]string{"torpedo-flags": "client", "settings-collision": "server", "mission-limit": "server", "relay-late": "server", "ack-late": "server"} {
		changed := looksOf(t, must.Get(edit.Read(raw))(t).Of(edit.Changed(name)))
		for _, judge := range []string{"server", "client"} {
			d := diff.Of(reference, changed, diff.Options{Judge: judge})
			if d.Equal != (judge != side) || !d.Equal && d.Differences[0].Judges != side {
				t.Errorf("%s, which is the %s's, where the %s is judged:%s", name, side, judge, told(d))
			}
		}
	}
}

// Two captures of one real server do not differ, but in the mission, in what the network does, and in rules, which some of them break
// because of what people do: never in how long texts are, in names and ids, or where notes are.
func TestTruthRealServer(t *testing.T) {
	folder := outside.Folder(t)
	names := []string{"battle-1", "long-1", "cooked-1", "teams-1", "handshake-1", "lossy-1-server"}
	all := map[string]*diff.Looks{}
	for _, name := range names[:heavy.Scale(3, 6)] {
		all[name] = looksOf(t, must.Get(os.ReadFile(filepath.Join(folder, name+".pcap")))(t))
	}
	if d := diff.Of(all["battle-1"], all["long-1"], diff.Options{}); !d.Equal {
		t.Errorf("two battles:%s", told(d))
	}
	for a, x := range all {
		for b, y := range all {
			d := diff.Of(x, y, diff.Options{Only: []string{"layout", "conversation", "relays"}})
			for _, y := range d.Differences {
				if !strings.HasPrefix(y.Key, "0x35 S>C ") && y.Key != "0x00 S>C map_name" { // of MissionInit and Settings: what is played
					t.Errorf("%s, %s: %s", a, b, y.Text)
				}
			}
		}
	}
}

// first checks that a change is what the first sentence is about.
func first(t *testing.T, x changed, d *figures.Diff) {
	t.Helper()
	want := regexp.MustCompile(x.want)
	for _, y := range ranked(d) {
		if want.MatchString(y.Section + ": " + y.Text) {
			t.Logf("%-28s | %d of %d | %s: %s", x.name, y.Rank, len(d.Differences), y.Section, y.Text)
			if y.Rank != 1 {
				t.Errorf("%s is not the first difference:%s", x.name, told(d))
			}
			return
		}
	}
	t.Errorf("%s is not found:%s", x.name, told(d))
}

// Looks do not change when ids, addresses and times do.
func TestTruthRenamed(t *testing.T) {
	a := battle.Options{Players: 3, Duration: time.Minute, Seed: 9, NetworkSeed: 1}
	b := a
	b.NetworkSeed, b.Start, b.IPv6 = 2, start.AddDate(1, 2, 3), true
	x, y := formOf(looksOf(t, recorded(t, a))), formOf(looksOf(t, recorded(t, b)))
	if len(x) < 100 {
		t.Fatalf("a form of %d lines", len(x))
	}
	for i, line := range x {
		if i >= len(y) || line != y[i] {
			t.Fatalf("another form:\n%s\n%s", line, y[min(i, len(y)-1)])
		}
	}
}

// formOf gives what of looks is no time: what was said in joins, ships and ends, and the values of fields.
func formOf(l *diff.Looks) (lines []string) {
	for _, line := range l.Lines() {
		if strings.Contains(line, "hit_offset.magnitude ") || strings.HasPrefix(line, "0x1C ") {
			continue // are random, and depend on when an update goes out
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestRelayDelay: the query of the delay keeps as many messages as were measured, though the host passes on updates, too.
func TestRelayDelay(t *testing.T) {
	raw := must.Get(os.ReadFile(outside.Path(t, "captures", "battle-1.pcap")))(t)
	d := diff.Of(looksOf(t, recorded(t, battle.Options{Players: 4, Duration: time.Minute, Seed: 4})), looksOf(t, raw), diff.Options{Only: []string{"rhythm"}})
	i := slices.IndexFunc(d.Differences, func(x figures.Difference) bool { return x.Key == "relay delay" })
	if i < 0 {
		t.Fatal(told(d))
	}
	n := 0
	for range reporttest.Open(t, "battle-1.pcap", raw, decode.Options{Filter: reporttest.FilterOf(t, string(d.Differences[i].QueryB))}).Records() {
		n++
	}
	if x := d.Differences[i]; !strings.HasSuffix(strings.ReplaceAll(x.B, ",", ""), fmt.Sprint("of ", n)) {
		t.Errorf("%s: the query keeps %d", x.B, n)
	}
}
