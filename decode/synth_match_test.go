package decode_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/internal/must"
)

// matchAccount is what shows in records that a battle went as the truth says. Connections, kills, scores and chat are
// held against it in report/match.
type matchAccount struct {
	frames    map[string][]int64     // by client and opcode: messages to the host, repeats too
	named     map[string][]int64     // by client: where it says its name
	copies    map[string]int         // by client and opcode: messages from the host, without repeats
	asked     []asked                // messages to the host that it should copy
	until     map[string]int64       // newest frame to a client
	boots     map[string][]string    // by client: reason and peer id
	blasts    map[string]bool        // ships with 0x29
	lifetimes map[string]float32     // of explosions, by ship
	parts     map[string]map[int]int // of answers, by client and index
}

// asked is a message of a client that the host should copy.
type asked struct {
	frame          int64
	client, opcode string
}

func newMatchAccount() *matchAccount {
	return &matchAccount{
		frames: map[string][]int64{}, named: map[string][]int64{}, copies: map[string]int{}, until: map[string]int64{}, boots: map[string][]string{},
		blasts: map[string]bool{}, lifetimes: map[string]float32{}, parts: map[string]map[int]int{},
	}
}

func (a *matchAccount) add(r *decode.Record) {
	client := clientOf(r)
	if r.Dir == decode.ToClient {
		a.until[client] = r.Frame
	} else if r.Part() {
		if a.parts[client] == nil {
			a.parts[client] = map[int]int{}
		}
		a.parts[client][int(r.Header.FragmentIndex)]++
	}
	if r.IsGame() && r.Dir == decode.ToServer {
		key := client + name(r.Payload[0])
		a.frames[key] = append(a.frames[key], r.Frame)
	}
	if r.Has(decode.Retransmit) || r.Part() {
		return
	}
	if r.IsGame() && r.Dir == decode.ToClient {
		a.copies[client+name(r.Payload[0])]++
	} else if r.IsGame() && r.Content().Spec.Direction == message.Relayed {
		a.asked = append(a.asked, asked{r.Frame, client, name(r.Payload[0])})
	}
	const objectExploding = 0x0080004E
	switch m := r.Content().Message.(type) {
	case *transport.Peer:
		if r.Dir == decode.ToServer {
			a.named[client] = append(a.named[client], r.Frame)
		}
	case *transport.Kick:
		a.boots[client] = append(a.boots[client], fmt.Sprint(m.Reason, " ", m.PeerID))
	case *message.Explosion:
		a.blasts[fmt.Sprintf("0x%08X", m.ObjectID)] = true
	case *message.Event:
		if m.EventCode == objectExploding {
			a.lifetimes[fmt.Sprintf("0x%08X", m.TargetID)] = m.Lifetime
		}
	}
}

// checkMatch looks at what a reader cannot find by itself, by what has to be.
func checkMatch(t *testing.T, truth *battle.Truth, a *matchAccount) {
	t.Helper()
	for _, k := range truth.Kills {
		checkHit(t, truth, k, a)
	}
	for _, p := range truth.Presence {
		if p.Named > 0 && !slices.Contains(a.named[p.Client], p.Named) {
			t.Errorf("%s is not named in frame %d, but in %d", p.Client, p.Named, a.named[p.Client])
		}
	}
	for _, x := range truth.Scores {
		if s := x.Sent; s.Kills != nil && *s.Kills > x.Kills || s.Points != nil && *s.Points > x.Points || s.Deaths != nil && *s.Deaths > x.Deaths {
			t.Errorf("%s: more was sent than there is: %+v", x.Client, x)
		}
	}
}

// checkHit finds the message that a kill comes from.
func checkHit(t *testing.T, truth *battle.Truth, k *battle.Kill, a *matchAccount) {
	t.Helper()
	by, opcode := k.Victim, map[string]string{"self_destruct": "0x13", "collision": "0x15"}[k.Cause]
	if k.Cause == "weapon" {
		by, opcode = *k.Killer, map[string]string{"phaser": "0x07", "pulse": "0x1A", "torpedo": "0x19"}[*k.Weapon]
	}
	for _, p := range truth.Presence {
		if p.Player == by && slices.Contains(a.frames[p.Client+opcode], k.Hit) && k.Hit < k.Frame {
			return
		}
	}
	t.Errorf("no message %s of %s in frame %d: %+v", opcode, by, k.Hit, k)
}

// play records a battle of half a minute and reads it back.
func play(t *testing.T, o battle.Options) (*battle.Truth, *matchAccount) {
	t.Helper()
	o.Start, o.Duration, o.Seed = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC), 30*time.Second, 5
	var file bytes.Buffer
	truth := must.Get(recorder.Record(&file, o, recorder.Options{}))(t)
	a := newMatchAccount()
	for r := range open(t, file.Bytes(), decode.Options{}).Records() {
		a.add(r)
	}
	return truth, a
}

// troubles reads values of --trouble.
func troubles(texts ...string) (list []battle.Trouble) {
	for _, text := range texts {
		x, err := battle.ParseTrouble(text)
		if err != nil {
			panic(err)
		}
		list = append(list, x)
	}
	return list
}

// Who is not let in is told why, and the truth says it.
func TestTroubleRefused(t *testing.T) {
	for trouble, want := range map[string]struct {
		presence battle.Presence
		boot     string
	}{
		"password": {battle.Presence{End: battle.Refused, RefusedFor: battle.ForPassword}, "2 255"},
		"full":     {battle.Presence{End: battle.Refused, RefusedFor: battle.ForFull}, "3 255"},
		"address":  {battle.Presence{End: battle.Refused, RefusedFor: battle.ForAddress}, "5 255"},
		"version":  {battle.Presence{End: battle.Refused, RefusedFor: battle.ForVersion}, "4 3"},
		"files":    {battle.Presence{End: battle.Refused, RefusedFor: battle.ForFiles, File: "Akira.pyc", FileIs: "changed", FileRound: "2"}, "4 3"},
		"files@FF": {battle.Presence{End: battle.Refused, RefusedFor: battle.ForFiles, File: "MissionMenusShared.pyc", FileIs: "changed", FileRound: "FF"}, "4 3"},

		"file-missing@3": {battle.Presence{End: battle.Refused, RefusedFor: battle.ForFiles, File: "CardSpecificSetup.pyc", FileIs: "missing", FileRound: "3"}, "4 3"},
		"file-extra":     {battle.Presence{End: battle.Refused, RefusedFor: battle.ForFiles, File: "Zephyr.pyc", FileIs: "extra", FileRound: "2"}, "4 3"},
		"file-kick@0":    {battle.Presence{End: battle.Kicked, File: "App.pyc", FileIs: "changed", FileRound: "0"}, "4 3"},
	} {
		t.Run(trouble, func(t *testing.T) {
			truth, a := play(t, battle.Options{Players: 2, Troubles: troubles(trouble)})
			p := truth.Presence[len(truth.Presence)-1]
			if p.End != want.presence.End || p.RefusedFor != want.presence.RefusedFor ||
				p.File != want.presence.File || p.FileIs != want.presence.FileIs || p.FileRound != want.presence.FileRound {
				t.Errorf("%+v", p)
			}
			if p.Connect == 0 || p.EndFrame <= p.Connect || p.Entered != 0 || p.Told != 0 || p.Last > p.EndFrame+20 {
				t.Errorf("%+v", p)
			}
			named := p.RefusedFor == battle.ForVersion || p.RefusedFor == battle.ForFiles
			if named != (p.Notice > 0) || p.Notice > p.EndFrame || (named || p.File != "") != (p.PeerID != nil) {
				t.Errorf("%+v", p)
			}
			if got := a.boots[p.Client]; !slices.Equal(got, []string{want.boot}) || len(a.boots) != 1 {
				t.Errorf("boots %q", a.boots)
			}
		})
	}
}

// A join that hangs stays where it is.
func TestTroubleHangs(t *testing.T) {
	for trouble, want := range map[string]struct {
		at, waitsFor     string
		requests, answer int // opcodes 0x20 and 0x21
	}{
		"silent-host":      {"connect", "host", 0, 0},
		"silent-host@0":    {"round 1", "host", 1, 1},
		"silent-host@3":    {"round FF", "host", 4, 4},
		"silent-host@ff":   {"settings", "host", 5, 5},
		"silent-client":    {"round 2", "client", 3, 2},
		"silent-client@0":  {"round 0", "client", 1, 0},
		"silent-client@FF": {"round FF", "client", 5, 4},
		"lost-fragment":    {"round 2", "client", 3, 2},
	} {
		t.Run(trouble, func(t *testing.T) {
			truth, a := play(t, battle.Options{Players: 2, Troubles: troubles(trouble)})
			p := truth.Presence[1]
			if p.HangsAt != want.at || p.WaitsFor != want.waitsFor || p.End != battle.CaptureEnded || p.Entered != 0 {
				t.Errorf("%+v", p)
			}
			requests, answers := a.copies[p.Client+"0x20"], len(a.frames[p.Client+"0x21"])
			if requests != want.requests || answers != want.answer {
				t.Errorf("%d requests, %d answers", requests, answers)
			}
			if parts := a.parts[p.Client]; trouble == "lost-fragment" && (parts[0] == 0 || parts[1] != 0 || parts[2] == 0) {
				t.Errorf("parts %v", parts)
			}
			if silent := trouble == "silent-host"; silent != (a.until[p.Client] == 0) {
				t.Errorf("newest frame to the client: %d", a.until[p.Client])
			}
			if truth.Presence[0].HangsAt != "" {
				t.Errorf("%+v", truth.Presence[0])
			}
		})
	}
}

// A client that falls silent is given up after a while, and the others are told.
func TestTroubleTimeout(t *testing.T) {
	truth, a := play(t, battle.Options{Players: 3, Timeout: 9 * time.Second, Troubles: troubles("timeout@9s:2", "late@100ms:3")})
	p, others := truth.Presence[2], []string{truth.Presence[0].Client, truth.Presence[1].Client}
	if p.Player != "Ace" || p.End != battle.TimedOut || p.EndFrame != p.Last || p.Told <= p.EndFrame {
		t.Errorf("%+v", p)
	}
	if a.until[p.Client] >= p.Told+2 || a.until[p.Client] < p.EndFrame+100 || len(a.boots[p.Client]) != 0 {
		t.Errorf("told in frame %d, the last frame to it is %d", p.Told, a.until[p.Client])
	}
	checkGone(t, a, others, fmt.Sprint("1 ", *p.PeerID))
}

// A client is kicked, and the others are told.
func TestTroubleKick(t *testing.T) {
	truth, a := play(t, battle.Options{Players: 3, Troubles: troubles("kick@9s:2", "late@100ms:3")})
	p := truth.Presence[2]
	if p.Player != "Ace" || p.End != battle.Kicked || p.EndFrame == 0 || p.Told == 0 || p.RefusedFor != "" {
		t.Errorf("%+v", p)
	}
	if want := []string{fmt.Sprint("4 ", *p.PeerID)}; !slices.Equal(a.boots[p.Client], want) || a.until[p.Client] > p.Last+2 {
		t.Errorf("boots %q, last frame to it %d", a.boots, a.until[p.Client])
	}
	checkGone(t, a, []string{truth.Presence[0].Client, truth.Presence[1].Client}, "")
}

// checkGone says whether the others got all that tells of the end of a player.
func checkGone(t *testing.T, a *matchAccount, others []string, boot string) {
	t.Helper()
	for _, client := range others {
		if a.copies[client+"0x14"] != 1 || a.copies[client+"0x18"] != 1 || a.copies[client+"0x17"] < 2 {
			t.Errorf("%s: %d 0x14, %d 0x18, %d 0x17", client, a.copies[client+"0x14"], a.copies[client+"0x18"], a.copies[client+"0x17"])
		}
		if got := a.boots[client]; boot == "" && got != nil || boot != "" && !slices.Equal(got, []string{boot}) {
			t.Errorf("%s: boots %q", client, got)
		}
	}
}

// Who comes back gets the slot that is free, and has another port.
func TestTroubleReturn(t *testing.T) {
	for _, tt := range []struct {
		troubles []string
		same     bool
	}{
		{[]string{"leave@7s:1", "return:1", "late@1s:2"}, true},
		{[]string{"leave@7s:1", "late@8s:2", "return@12s:1"}, false},
		{[]string{"timeout@5s:1", "late@1s:2", "return:1"}, true}, // the timeout is over after 14 s
		{[]string{"timeout@5s:1", "late@15s:2", "return@19s:1"}, false},
		{[]string{"kick@7s:1", "return@9s:1", "late@1s:2"}, true},
		{[]string{"password:1", "return@9s:1", "late@1s:2"}, false},
	} {
		truth, _ := play(t, battle.Options{Players: 2, Timeout: 9 * time.Second, Troubles: troubles(tt.troubles...)})
		first, last := truth.Presence[0], truth.Presence[len(truth.Presence)-1]
		if first.Player != "Cady2" || last.Player != "Cady2" || first.Client == last.Client || last.Entered == 0 || len(truth.Presence) != 3 {
			t.Errorf("%q: %+v %+v", tt.troubles, first, last)
			continue
		}
		if same := first.Slot != nil && *first.Slot == *last.Slot; same != tt.same {
			t.Errorf("%q: the same slot: %v", tt.troubles, same)
		}
	}
}

// Ships end on demand, as it was seen: no explosion, no DestroyObject, a score without
// a killer.
func TestTroubleDeaths(t *testing.T) {
	truth, a := play(t, battle.Options{Players: 2, Troubles: troubles("collision@9s:1", "self-destruct@9s:2", "late@1s:2")})
	if len(truth.Kills) < 2 {
		t.Fatalf("kills %+v", truth.Kills)
	}
	for i, want := range []struct {
		victim, cause string
		lifetime      float32
	}{{"Ace", "self_destruct", 9.5}, {"Cady2", "collision", 12.9}} {
		k := truth.Kills[slices.IndexFunc(truth.Kills, func(k *battle.Kill) bool { return k.Cause == want.cause })]
		checkHit(t, truth, k, a)
		if k.Victim != want.victim || k.Killer != nil || k.KillerShip != nil || k.Weapon != nil || a.blasts[k.ObjectID] || a.lifetimes[k.ObjectID] != want.lifetime {
			t.Errorf("%d: %+v, lifetime %v, explosion %v", i, k, a.lifetimes[k.ObjectID], a.blasts[k.ObjectID])
		}
		for _, p := range truth.Presence {
			if a.copies[p.Client+"0x36"] != 2 || a.copies[p.Client+"0x14"] != 0 {
				t.Errorf("%s: %d ScoreChanges, %d DestroyObjects", p.Client, a.copies[p.Client+"0x36"], a.copies[p.Client+"0x14"])
			}
		}
		if s := truth.Scores[1-i]; s.Player != want.victim || s.Deaths < 1 || s.Sent.Deaths == nil || *s.Sent.Deaths != 1 {
			t.Errorf("%+v", s)
		}
	}
}

// What the host forgets is not in the capture, and listed one by one.
func TestForget(t *testing.T) {
	for _, text := range []string{"TorpedoFire:1", "0x07:2", "0x2C", "all:3", "all"} {
		t.Run(text, func(t *testing.T) {
			f := must.Get(battle.ParseForgets(text))(t)
			// Trouble at the end only, so that nobody comes and goes.
			o := battle.Options{Players: 3, Forget: []battle.Forgets{f}, Troubles: troubles("kick@29s:3", "late@100ms:3")}
			truth, a := play(t, o)
			if want, got := a.missing(&f, truth), listed(truth); !slices.Equal(want, got) || len(got) == 0 {
				t.Errorf("want %d %v\ngot %d %v", len(want), want, len(got), got)
			}
		})
	}
}

// missing works out which copies there should have been: of each message to each client
// who was in the game.
func (a *matchAccount) missing(f *battle.Forgets, truth *battle.Truth) (list []string) {
	for _, m := range a.asked {
		for i, p := range truth.Presence {
			self := p.Client == m.client && m.opcode != "0x2C" // chat goes to its sender too
			wanted := f.All || m.opcode == name(f.Opcode)
			number := slices.Index([]string{"Cady2", "Ace", "Kang"}, p.Player) + 1
			if wanted && !self && p.Entered > 0 && m.frame > p.Entered && (f.Player == 0 || f.Player == number) && i < 3 && m.frame < goneFrom(p) {
				list = append(list, fmt.Sprint(m.frame, " ", m.opcode, " ", p.Client))
			}
		}
	}
	slices.Sort(list)
	return list
}

// goneFrom is the frame from which a client gets nothing.
func goneFrom(p *battle.Presence) int64 {
	if p.End == battle.CaptureEnded {
		return math.MaxInt64
	}
	return p.EndFrame
}

// listed is what the truth says is missing.
func listed(truth *battle.Truth) (list []string) {
	for _, f := range truth.Forgotten {
		for _, m := range f.Missing {
			list = append(list, fmt.Sprint(m.Frame, " ", f.Opcode, " ", m.Client))
		}
	}
	slices.Sort(list)
	return list
}
