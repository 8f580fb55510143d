package check_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/check"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// Each cause and each rule has what a list says of it.
func TestCauses(t *testing.T) {
	rules := map[string]*check.Rule{}
	for _, r := range check.Rules() {
		rules[r.ID] = r
		if r.Effect == nil {
			t.Errorf("%s has no effect", r.ID)
		}
	}
	for _, c := range check.Causes() {
		if rules[c.ID] != nil || c.Effect == nil || len(c.Follows) == 0 || !strings.HasSuffix(c.Says, ".") || !strings.HasSuffix(c.Mend, ".") {
			t.Errorf("%s: it has the id of a rule, or lacks an effect, a root or a sentence", c.ID)
		}
		for i, f := range c.Follows {
			if rules[f.Rule] == nil || i > 0 && f.Tied == nil {
				t.Errorf("%s: there is no rule %s, or nothing ties it", c.ID, f.Rule)
			}
		}
	}
}

// What one client alone is told wrong has one cause on the host's side, of this client alone and from the right frame.
func TestWhatPlayersSawHasOneCause(t *testing.T) {
	const from = 20 * time.Second
	for cause, do := range map[string]edit.Edit{
		"ship-unseen": edit.Blind(2, 0), "updates-stay-out": edit.Freeze(2, from, 5*time.Second), "condition-differs": edit.Lie(2, from, "hull", 38),
		"ship-haunts": edit.Ghost(2), "position-differs": edit.Elsewhere(2, from, 30),
	} {
		for _, seed := range []uint64{1, 510777} { // in the second one an id of a ghost is given again
			truth, content := capture(t, battle.Options{Seed: seed, Players: 3, Duration: 90 * time.Second}, view{})
			var seen []string
			for _, c := range judged(t, must.Get(edit.Read(content))(t).Of(do)).Causes {
				if c.Side != "server" || !slices.Equal(c.Players, []string{truth.Links[1].Name}) || c.Statement == "" || c.Mend == "" {
					t.Errorf("%s: %s, %v", cause, c.ID, c.Players)
				}
				if c.Seen() {
					seen = append(seen, c.ID)
				}
			}
			if !slices.Equal(seen, []string{cause}) {
				t.Errorf("%q, want %s", seen, cause)
			}
		}
	}
}

// What players see otherwise because an owner's reports jump follows from the rule that the client breaks.
func TestWhatOwnersDoIsTheirCause(t *testing.T) {
	_, content := capture(t, battle.Options{Seed: 1, Players: 3, Duration: 100 * time.Second}, view{})
	content = must.Get(edit.Read(content))(t).Of(editsOf("update-position-jumps")...)
	sides := map[string]bool{}
	for _, c := range judged(t, content).Causes {
		if sides[c.Side] = c.Seen(); c.ID != "update-position-jumps" || !c.Seen() {
			t.Errorf("%s of the %s explains %v", c.ID, c.Side, c.Explains)
		}
	}
	if !sides["server"] || !sides["client"] {
		t.Errorf("causes of %v", sides)
	}
}

// sound is a battle in which nobody does anything wrong.
func sound(seed uint64) battle.Options {
	o := battle.Options{Seed: seed, Players: 2 + int(seed%7), Duration: time.Duration(60+seed%4*30) * time.Second, Teams: seed%11 == 0}
	if seed%3 != 0 {
		o.Loss, o.Duplicate = float64(seed%5)*0.01, float64(seed%2)*0.02
	}
	if seed%4 == 1 {
		o.Reorder = 0.02
	}
	if seed%5 == 2 {
		o.Begin = time.Duration(5+seed%20) * time.Second
	}
	if seed%10 == 7 {
		o.At = 1 + int(seed)%o.Players
	}
	if seed%6 == 4 {
		o.NetworkSeed = seed
	}
	if seed%13 == 5 {
		o.Shots = 3
	}
	if seed%9 == 3 {
		o.GameSpy = 0.2
	}
	if seed%7 == 6 {
		o.Dialect = message.OpenBC
	}
	return o
}

// In battles in which nobody does anything wrong, whatever the network does, no rule has a cause, and nobody sees
// something else: that would be a cause too. The second dialect is one, and nothing else follows from it.
func TestSoundBattlesHaveNoCause(t *testing.T) {
	for seed := range heavy.Scale[uint64](4, 100) {
		if seed == 0 {
			seed = 400137 // a player joins while a ship explodes, and is told of that ship only on his way in
		}
		o := sound(seed + 1)
		_, content := capture(t, o, view{})
		f := judged(t, content)
		f.Causes = slices.DeleteFunc(f.Causes, func(c figures.Cause) bool { return o.Dialect == message.OpenBC && c.ID == "shield-without-facings" })
		if f.Causes == nil || len(f.Causes) > 0 {
			t.Errorf("seed %d (%+v): %+v", seed+1, o, f.Causes)
		}
	}
}

// Battles in which something untrue was said once.
func TestOddSoundBattles(t *testing.T) {
	battles := map[string]battle.Options{
		"who comes again at once has a ship with the id of the one before, and leaves again": {Seed: 8755, Players: 3, Duration: 72 * time.Second, Troubles: []battle.Trouble{
			{Name: "leave", At: 25 * time.Second, Player: 3}, {Name: "return", At: 28 * time.Second, Player: 3}, {Name: "kick", At: 31 * time.Second, Player: 3}}},
		"a client is told of another one each time that he comes": {Seed: 501, Players: 2, Duration: 72 * time.Second, At: 2, Troubles: []battle.Trouble{
			{Name: "leave", At: 20 * time.Second, Player: 1}, {Name: "return", At: 25 * time.Second, Player: 1}, {Name: "leave", At: 33 * time.Second, Player: 1}, {Name: "return", At: 39 * time.Second, Player: 1},
			{Name: "leave", At: 47 * time.Second, Player: 1}, {Name: "return", At: 52 * time.Second, Player: 1}, {Name: "leave", At: 60 * time.Second, Player: 1}, {Name: "return", At: 64 * time.Second, Player: 1}}},
		"a full host says how many players it takes":  {Seed: 1, Players: 3, Duration: time.Minute, GameSpy: 0.5, Troubles: []battle.Trouble{{Name: "full", Player: 3}}},
		"a score comes late, with the team of before": {Seed: 406, Players: 5, Duration: 90 * time.Second, Loss: 0.05, Duplicate: 0.02, Teams: true, Shots: 1, Troubles: []battle.Trouble{{Name: "late", At: 23 * time.Second, Player: 5}}},
		"a cloak is lost behind the capture, which lacks nothing": {
			Seed: 166, Players: 2, Duration: 3 * time.Minute, Loss: 0.005, Duplicate: 0.02, TimeLimit: 1, Begin: 17 * time.Second, Troubles: []battle.Trouble{{Name: "self-destruct", At: 45 * time.Second, Player: 1}},
		},
		"a cloak is lost behind the capture, and nothing else ever": {Seed: 1235, Players: 4, Duration: 2 * time.Minute, Loss: 0.002, TimeLimit: 1, Shots: 0.2, Troubles: []battle.Trouble{{Name: "version", Player: 4}}},
		"the network changes the order of what the host sends": {Seed: 1035, Players: 1, Duration: time.Minute, Loss: 0.002, Reorder: 0.1, Dialect: message.OpenBC, Timeout: 20 * time.Second,
			Troubles: []battle.Trouble{{Name: "kick", At: 57 * time.Second, Player: 1}, {Name: "return", At: 42 * time.Second, Player: 1}}},
		"nobody knows the dialect": {Seed: 1128, Players: 2, Duration: 90 * time.Second, Loss: 0.01, Duplicate: 0.05, Dialect: message.OpenBC, Shots: 0.5, Begin: 12 * time.Second,
			Troubles: []battle.Trouble{{Name: "file-missing", Player: 1}, {Name: "silent-host", Player: 2}, {Name: "return", Player: 1}}},
		"a player is thrown out twice": {Seed: 1346, Players: 7, Duration: 90 * time.Second, Loss: 0.03, TimeLimit: 1, Troubles: []battle.Trouble{
			{Name: "files", Player: 3}, {Name: "timeout", At: 61 * time.Second, Player: 5}, {Name: "kick", At: 58 * time.Second, Player: 4}}},
		"others are told late who left, and his id has somebody else": {Seed: 9, Players: 6, Duration: time.Minute, Loss: 0.2, Begin: 17 * time.Second, NetworkSeed: 16,
			Troubles: []battle.Trouble{{Name: "silent-host", Player: 2}, {Name: "leave", At: 13 * time.Second, Player: 4}}},
		"a client of whose join the capture has nothing is stuck in it": {Seed: 676, Players: 8, Duration: 2 * time.Minute, Shots: 6, Begin: 8 * time.Second,
			Troubles: []battle.Trouble{{Name: "lost-fragment", Player: 5}}},
		"who is introduced never comes to the host": {Seed: 369, Players: 3, Duration: 90 * time.Second, Loss: 0.08, Duplicate: 0.01, TimeLimit: 1, Timeout: 10 * time.Second, Parts: battle.Reversed,
			Troubles: []battle.Trouble{{Name: "version", Player: 3}, {Name: "self-destruct", At: 36 * time.Second, Player: 3}}},
		"a ship is shot at as soon as it is there": {Seed: 420, Players: 5, Duration: 90 * time.Second, Loss: 0.03, Reorder: 0.05, Duplicate: 0.2, Teams: true, NetworkSeed: 427,
			Troubles: []battle.Trouble{{Name: "password", Player: 2}}},
		"a copy tells of a death before the capture": {Seed: 312, Players: 3, Duration: time.Minute, Loss: 0.02, Duplicate: 0.02, Teams: true, Shots: 2, Begin: 9 * time.Second,
			Troubles: []battle.Trouble{{Name: "late", At: 23 * time.Second, Player: 3}}},
	}
	for _, why := range heavy.Some(slices.Sorted(maps.Keys(battles)), 6) {
		o := battles[why]
		_, content := capture(t, o, view{})
		f := judged(t, content)
		for _, c := range f.Causes {
			if c.Seen() {
				t.Errorf("%s: %s, %s", why, c.ID, c.Statement)
			}
		}
		for _, r := range failed(f) {
			if known := slices.Concat(ofTrouble["version"], ofTrouble["files"], ofTrouble["silent-host"]); r.ID == "update-block-layout" && o.Dialect == message.OpenBC || slices.Contains(known, r.ID) {
				continue
			}
			t.Errorf("%s: %s, %d of %d, %v", why, r.ID, r.Violations, r.Instances, r.Frames[:1])
		}
	}
}

// Of two faults both are named, and nothing else.
func TestPairsOfFaults(t *testing.T) {
	pairs := [][2]string{
		{"transport-seq-16bit", "relay-weapons-all-peers"}, {"update-not-relayed", "chat-sender-id"}, {"object-blob", "leave-playerlist"},
		{"transport-seq-16bit", "leave-timeout"}, {"update-block-window", "update-block-layout"}, {"object-blob", "object-ids"},
		{"death-event", "death-explosion"}, {"sender-newplayer-client", "sender-collision-client"}, {"join-scores", "chat-to-all"},
		{"join-peerinfo-relay", "join-peerinfo-not-periodic"}, {"transport-retransmit-interval", "transport-ack-flags-zero"},
		{"update-clock-drift", "update-not-relayed"}, {"checksum-hashes", "object-own-only"}, {"relay-events-all-peers", "event-repair-ids"},
		{"gamespy-limit", "join-playerlist-form"}, {"update-cloak-only-cloakers", "update-power-bytes"}, {"transport-silence", "chat-to-all"},
		{"update-roundrobin", "event-class-and-code"}, {"score-consistent", "death-lifetime"}, {"object-not-found-after-create", "join-slot"},
	}
	for i, pair := range pairs {
		if i%heavy.Scale(10, 1) != 0 {
			continue
		}
		t.Run(strings.Join(pair[:], ", "), func(t *testing.T) {
			f := judged(t, must.Get(bases())(t)[0].Of(editsOf(pair[:]...)...))
			for _, c := range f.Causes {
				if !slices.ContainsFunc(slices.Concat(faults...), func(x fault) bool {
					return slices.Contains(pair[:], x.rule) && (c.Root == x.rule || slices.ContainsFunc(x.follows, func(s string) bool {
						return strings.HasPrefix(s, c.ID+": ") || strings.HasPrefix(s, c.Root+": ")
					}))
				}) {
					t.Errorf("a cause %s of %s, %d of %d: %s", c.ID, c.Root, c.Instances, c.Of, c.Statement)
				}
			}
			for _, id := range pair {
				if !slices.ContainsFunc(f.Causes, func(c figures.Cause) bool { return c.Root == id }) {
					t.Errorf("%s is no cause", id)
				}
			}
		})
	}
}

// What a change breaks has one cause on each side.
func TestChangesHaveOneCause(t *testing.T) {
	sound := must.Get(bases())(t)[0]
	for _, x := range heavy.Some(edit.Changes, 9) {
		sides := map[string]int{}
		for _, c := range judged(t, sound.Of(x.Do)).Causes {
			if sides[c.Side]++; sides[c.Side] > 1 {
				t.Errorf("%s: another cause of the %s, %s", x.Name, c.Side, c.ID)
			}
		}
	}
}

// causeOf is what a capture of a real server shows of a cause.
type causeOf struct {
	instances int64
	explains  string
}

// Real servers have the causes that were read off their bytes by hand: all violations of a rule follow that are
// named with their number. What clients do alike comes last.
func TestCausesOfRealServers(t *testing.T) {
	if !outside.Set() {
		t.Skip("no captures from elsewhere")
	}
	for name, want := range map[string]map[string]causeOf{
		"battle-1.pcap": {
			"counts-in-8-bits":       {7, "112/112 transport-retransmit-interval, 80/80 transport-retransmit-stops, 3/3 leave-timeout"},
			"relays-client-updates":  {6469, "6469/6469 update-subsystems-from-server, 1209/1209 update-hash-side, 37/37 update-remote-motion, 18/18 update-position-refresh, 1532/1532 update-clock, 29/29 update-cloak-only-cloakers"},
			"shield-without-facings": {3729, ""},
			"one-cursor-for-all":     {39, "2/2 desync-condition"},
			"echoes-peerinfo":        {7, "7/8 transport-seq-unique, 1/1 transport-retransmit-until-ack, 20/20 join-peerinfo-relay"},
			"relays-reports":         {14, "67/67 sender-collision-client"},
			"scores-with-gameinit":   {7, "4/4 join-scores"},
			"creation-blob":          {14, "14/14 payload-layout"},
			"peerinfo-number-0":      {7, "7/7 transport-seq-unique"},
			"shots-without-object":   {542, "183/184 event-class-and-code"},
			"death-event":            {13, ""}, "update-block-window": {789, ""}, "event-repair-ids": {116, ""},
		},
		"long-1.pcap": {
			"counts-in-8-bits": {20, "137/163 transport-seq-unique, 330/330 transport-retransmit-interval, 320/320 transport-retransmit-stops, 20/20 leave-timeout"},
		},
		// Cady2 is silent for 23 s and then dropped, just after the wrap.
		"lossy-1-server.pcap": {"counts-in-8-bits": {3, ""}, "leave-timeout": {1, ""}},
	} {
		compareReal(t, filepath.Join(outside.Folder(t), name), want)
	}
}

func compareReal(t *testing.T, path string, want map[string]causeOf) {
	t.Helper()
	c := must.Get(decode.OpenFile(path, decode.Options{}))(t)
	defer func() { _ = c.Close() }()
	f := must.Get(check.Of(path, c, check.Options{Judge: check.Both}))(t)
	host := 0
	for _, x := range f.Causes {
		if x.Side == "server" {
			host++
		}
		if len(x.Frames) == 0 || x.Statement == "" {
			t.Errorf("%s: %s has frames %v and says %q", path, x.ID, x.Frames, x.Statement)
		}
		w, listed := want[x.ID]
		delete(want, x.ID)
		var explains []string
		for _, e := range x.Explains {
			explains = append(explains, fmt.Sprintf("%d/%d %s", e.Instances, e.Of, e.Finding))
		}
		if text := strings.Join(explains, ", "); listed && (x.Instances != w.instances || text != w.explains) {
			t.Errorf("%s: %s %d %s, want %v", path, x.ID, x.Instances, text, w)
		}
	}
	if len(want) > 0 || filepath.Base(path) == "battle-1.pcap" && host > 16 {
		t.Errorf("%s: %d causes of the host; missing %v", path, host, want)
	}
	if x := f.Causes[0]; x.ID != "counts-in-8-bits" {
		t.Errorf("%s: %s is the first cause", path, x.ID)
	}
}

// TestNoBrokenRuleWithoutACause: whatever else is wrong, a rule that is broken is a cause, or one explains it.
func TestNoBrokenRuleWithoutACause(t *testing.T) {
	files := reporttest.Shipped(t)
	if outside.Set() {
		maps.Copy(files, outside.Read(t, 4<<20))
		for _, path := range must.Get(filepath.Glob(outside.Path(t, "captures", "faults", "*.pcap")))(t) {
			files[path] = must.Get(os.ReadFile(path))(t)
		}
	}
	broken := 0
	for name, raw := range files {
		if _, err := decode.Open(name, bytes.NewReader(raw), decode.Options{}); err != nil {
			continue
		}
		f := judged(t, raw)
		for i := range f.Rules {
			r := &f.Rules[i]
			if r.Verdict != figures.Failed || r.Severity == check.Info { // what is worth knowing is no fault
				continue
			}
			broken++
			named := r.Cause != "" || slices.ContainsFunc(f.Causes, func(c figures.Cause) bool {
				return c.ID == r.ID || slices.ContainsFunc(c.Explains, func(e figures.Explained) bool { return e.Finding == r.ID })
			})
			if !named {
				t.Errorf("%s: %s of the %s is broken, and no cause has it", name, r.ID, r.Judges)
			}
		}
	}
	if broken < 50 {
		t.Errorf("only %d rules are broken", broken)
	}
}

// TestPartOfARuleFollows: of a rule that is broken by a death that one player is never told, and by much else that another one
// is not, the first follows from what he saw and the rest stands for itself: counts, frames and players add up.
func TestPartOfARuleFollows(t *testing.T) {
	c := must.Get(bases())(t)[0]
	events := edit.Down(message.OpcodePythonEvent)
	f := judged(t, c.Of(edit.First(1, events.And(edit.On(1), edit.Where(edit.Exploding)), edit.Omit), edit.Every(6, events.And(edit.On(2)).But(edit.Where(edit.Exploding)), edit.Omit)))
	var untold, rest *figures.Cause
	for i := range f.Causes {
		switch x := &f.Causes[i]; x.ID {
		case "explosion-untold":
			untold = x
		case "event-broadcast":
			rest = x
		}
	}
	if len(f.Causes) != 2 || untold == nil || rest == nil || len(untold.Explains) != 1 {
		t.Fatalf("%+v", f.Causes)
	}
	for _, r := range f.Rules {
		if r.ID == "event-broadcast" && (r.Violations != rest.Instances+untold.Explains[0].Instances || r.Violations != untold.Explains[0].Of || r.Cause != "") {
			t.Errorf("%d violations, %d and %+v", r.Violations, rest.Instances, untold.Explains)
		}
	}
	if slices.Contains(rest.Players, untold.Players[0]) || len(rest.Players) != 1 || slices.Contains(rest.Frames, untold.Frames[0]) {
		t.Errorf("%q, %v; %q, %v", untold.Players, untold.Frames, rest.Players, rest.Frames)
	}
}

// TestExplodesAsHeLeaves: the host tells that a ship explodes while its player's Disconnect is on its way: nothing is left to remove.
func TestExplodesAsHeLeaves(t *testing.T) {
	o := battle.Options{Seed: 275, Players: 4, Duration: 150 * time.Second, Dialect: message.OpenBC, Duplicate: 0.02}
	for _, text := range []string{"leave@30s:1", "return@45s:1"} {
		o.Troubles = append(o.Troubles, must.Get(battle.ParseTrouble(text))(t))
	}
	_, content := capture(t, o, view{})
	for _, r := range failed(judged(t, content)) {
		if r.ID == "leave-messages" {
			t.Errorf("%+v", r.Frames)
		}
	}
}
