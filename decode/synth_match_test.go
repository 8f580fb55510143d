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

// matchAccount puts together from records what the truth says of the match.
type matchAccount struct {
	list   []*battle.Presence // in the order of the connections
	byAddr map[string]*battle.Presence
	kills  []*battle.Kill
	dead   map[uint32]bool
	ships  map[uint32]string // classes of ships, by id
	scores []*battle.Standing
	chat   []battle.Line
	// killers are the ships that the host names, whose creation may come later.
	killers []uint32

	frames    map[string][]int64     // by client and opcode: messages to the host, repeats too
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
		byAddr: map[string]*battle.Presence{}, dead: map[uint32]bool{}, ships: map[uint32]string{}, frames: map[string][]int64{},
		copies: map[string]int{}, until: map[string]int64{}, boots: map[string][]string{}, blasts: map[string]bool{},
		lifetimes: map[string]float32{}, parts: map[string]map[int]int{},
	}
}

func (a *matchAccount) add(r *decode.Record) {
	client := clientOf(r)
	p := a.byAddr[client]
	if r.Dir == decode.ToServer && p != nil {
		p.Last = r.Frame
	} else if p != nil {
		a.until[client] = r.Frame
	}
	if r.Dir == decode.ToServer && r.Part() {
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
	if r.IsGame() {
		a.game(r, client)
		return
	}
	a.control(r, client, p)
}

func (a *matchAccount) control(r *decode.Record, client string, p *battle.Presence) {
	switch m := r.Content().Message.(type) {
	case *transport.ConnectRequest:
		p = &battle.Presence{Client: client, Connect: r.Frame, Last: r.Frame, End: battle.CaptureEnded}
		a.list, a.byAddr[client] = append(a.list, p), p
	case *transport.ConnectResponse:
		peer, slot := m.AssignedPeerID, m.AssignedPeerID-2
		p.PeerID, p.Slot = &peer, &slot
	case *transport.Peer:
		if r.Dir == decode.ToServer {
			p.Named, p.Player = r.Frame, m.Name.String()
		}
	case *transport.Leave:
		p.End, p.EndFrame = battle.Left, r.Frame
	case *transport.Kick:
		a.boots[client] = append(a.boots[client], fmt.Sprint(m.Reason, " ", m.PeerID))
		a.boot(r, m, p)
	}
}

func (a *matchAccount) boot(r *decode.Record, m *transport.Kick, p *battle.Presence) {
	if m.Reason == 1 {
		if gone := a.holder(m.PeerID); gone.Told == 0 {
			gone.Told, gone.End, gone.EndFrame = r.Frame, battle.TimedOut, gone.Last
		}
		return
	}
	p.End, p.EndFrame = battle.Refused, r.Frame
	switch {
	case m.Reason == 2:
		p.RefusedFor = battle.ForPassword
	case m.Reason == 3:
		p.RefusedFor = battle.ForFull
	case m.Reason == 5:
		p.RefusedFor = battle.ForAddress
	case p.RefusedFor == "":
		p.End = battle.Kicked
	}
}

// holder is the newest connection with a peer id.
func (a *matchAccount) holder(peer uint8) *battle.Presence {
	for _, p := range slices.Backward(a.list) {
		if p.PeerID != nil && *p.PeerID == peer {
			return p
		}
	}
	return &battle.Presence{} // of nobody
}

func (a *matchAccount) game(r *decode.Record, client string) {
	p := a.byAddr[client]
	opcode := r.Payload[0]
	if r.Dir == decode.ToClient {
		a.copies[client+name(opcode)]++
	} else if spec := r.Content().Spec; spec.Direction == message.Relayed {
		a.asked = append(a.asked, asked{r.Frame, client, name(opcode)})
	}
	switch m := r.Content().Message.(type) {
	case *message.MissionInit:
		p.Entered = r.Frame
		a.scores = append(a.scores, &battle.Standing{Player: p.Player, Client: client})
	case *message.VersionDifferent:
		refuse(p, r, battle.ForVersion)
	case *message.SystemChecksumFail:
		p.File = m.Text.String()
		refuse(p, r, battle.ForFiles)
	case *message.ObjectCreate:
		a.ships[m.ObjectID] = m.Class().Key
		if r.Dir == decode.ToServer {
			a.dead[m.ObjectID] = false
		}
	case *message.Chat:
		if r.Dir == decode.ToServer {
			a.chat = append(a.chat, battle.Line{Frame: r.Frame, Player: p.Player, Client: client, Text: m.Text.String()})
		}
	case *message.Score:
		a.scored(m)
	case *message.ScoreChange:
		deaths := m.VictimDeaths
		if x := a.standing(m.VictimID); x != nil {
			x.Sent.Deaths = &deaths
		}
	case *message.DestroyObject:
		a.told(r, uint8((m.ObjectID-0x3FFFFFFF)/0x40000)+2)
	case *message.Explosion:
		a.blasts[fmt.Sprintf("0x%08X", m.ObjectID)] = true
	case *message.Event:
		a.event(r, m)
	}
}

// refuse is what a client hears before the Boot.
func refuse(p *battle.Presence, r *decode.Record, why battle.Refusal) {
	p.Notice, p.RefusedFor = r.Frame, why
}

func (a *matchAccount) told(r *decode.Record, peer uint8) {
	p := a.holder(peer)
	for _, q := range slices.Backward(a.list) {
		if q.PeerID != nil && *q.PeerID == peer && q.End != battle.CaptureEnded {
			p = q // what comes late is not about who has the number now
			break
		}
	}
	if p.Told == 0 {
		p.Told = r.Frame
	}
}

func (a *matchAccount) event(r *decode.Record, m *message.Event) {
	const objectExploding, deletePlayer = 0x0080004E, 0x00060005
	if m.EventCode == deletePlayer {
		a.told(r, m.PeerID)
	}
	if m.EventCode != objectExploding || a.dead[m.TargetID] {
		return
	}
	a.dead[m.TargetID] = true
	a.lifetimes[fmt.Sprintf("0x%08X", m.TargetID)] = m.Lifetime
	k := &battle.Kill{
		Frame: r.Frame, Time: time.Unix(r.Time.Sec, int64(r.Time.Nanos)).UTC(), ObjectID: fmt.Sprintf("0x%08X", m.TargetID), KillerShip: a.classOf(m.SourceID),
		Victim: a.holder(uint8((m.TargetID-0x3FFFFFFF)/0x40000) + 2).Player, Ship: a.ships[m.TargetID], Cause: "weapon",
	}
	switch {
	case m.FiringPlayer != 0:
		k.Killer = &a.holder(uint8(m.FiringPlayer)).Player
	case m.Lifetime > 12 && m.Lifetime < 13:
		k.Cause = "collision"
	default:
		k.Cause = "self_destruct"
	}
	a.kills, a.killers = append(a.kills, k), append(a.killers, m.SourceID)
}

func (a *matchAccount) standing(peer int32) *battle.Standing {
	client := a.holder(uint8(peer)).Client
	for _, x := range a.scores {
		if x.Client == client {
			return x
		}
	}
	return nil
}

func (a *matchAccount) scored(m *message.Score) {
	if x := a.standing(m.PlayerID); x != nil {
		kills, deaths, points := m.Kills, m.Deaths, m.Score // the message is used again
		x.Sent = battle.Sent{Kills: &kills, Deaths: &deaths, Points: &points}
	}
}

func (a *matchAccount) conclude(t *battle.Truth) {
	for i, k := range a.kills {
		if k.KillerShip == nil { // created after it had killed, as far as the capture shows
			k.KillerShip = a.classOf(a.killers[i])
		}
	}
	t.Presence, t.Kills, t.Scores, t.Chat = a.list, a.kills, a.scores, a.chat
}

func (a *matchAccount) classOf(id uint32) *string {
	if class, ok := a.ships[id]; ok {
		return &class
	}
	return nil
}

// checkMatch looks at what a reader cannot find by itself, by what has to be.
func checkMatch(t *testing.T, truth *battle.Truth, a *matchAccount) {
	t.Helper()
	for _, k := range truth.Kills {
		checkHit(t, k, a)
	}
	for _, x := range truth.Scores {
		if s := x.Sent; s.Kills != nil && *s.Kills > x.Kills || s.Points != nil && *s.Points > x.Points || s.Deaths != nil && *s.Deaths > x.Deaths {
			t.Errorf("%s: more was sent than there is: %+v", x.Client, x)
		}
	}
}

// checkHit finds the message that a kill comes from.
func checkHit(t *testing.T, k *battle.Kill, a *matchAccount) {
	t.Helper()
	by, opcode := k.Victim, map[string]string{"self_destruct": "0x13", "collision": "0x15"}[k.Cause]
	if k.Cause == "weapon" {
		by, opcode = *k.Killer, map[string]string{"phaser": "0x07", "pulse": "0x1A", "torpedo": "0x19"}[*k.Weapon]
	}
	for client, p := range a.byAddr {
		if p.Player == by && slices.Contains(a.frames[client+opcode], k.Hit) && k.Hit < k.Frame {
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
		checkHit(t, k, a)
		if k.Victim != want.victim || k.Killer != nil || k.KillerShip != nil || k.Weapon != nil || a.blasts[k.ObjectID] || a.lifetimes[k.ObjectID] != want.lifetime {
			t.Errorf("%d: %+v, lifetime %v, explosion %v", i, k, a.lifetimes[k.ObjectID], a.blasts[k.ObjectID])
		}
		for client := range a.byAddr {
			if a.copies[client+"0x36"] != 2 || a.copies[client+"0x14"] != 0 {
				t.Errorf("%s: %d ScoreChanges, %d DestroyObjects", client, a.copies[client+"0x36"], a.copies[client+"0x14"])
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
