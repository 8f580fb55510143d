package reporttest_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/synth"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/desync"
	"bcdump/report/diff"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/files"
	"bcdump/report/internal/reporttest"
	"bcdump/report/match"
	"bcdump/report/overview"
	"bcdump/report/replay"
	"bcdump/report/rows"
	"bcdump/report/stats"
	"bcdump/report/timeline"
)

// FuzzToldApart tells classes, owners, ids and slots of the same ships differently to different receivers: every
// report of it ends, and none indexes by one class what it sized by another. Five bytes are a step.
func FuzzToldApart(f *testing.F) {
	// Ann makes a ship of few parts, of which Ben is told as it is, and Cyd as one of many; blocks to Ben before and behind that.
	for _, few := range []byte{0, 13, 30} {
		const many = 11
		f.Add([]byte{0, 12, few, 64, 10, 1, 13, few, 64, 10, 4, 13, few, 64, 7, 1, 14, many, 64, 10, 4, 13, many, 64, 7})
	}
	for seed := range heavy.Scale(8, 100) {
		script := make([]byte, 5*(5+seed%36))
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		for i := range script {
			script[i] = byte(rng.Uint32())
		}
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		const most = 5 * 40
		content := apart(script[:min(len(script), most)])
		for _, report := range reports {
			report(t, content)
		}
	})
}

// TestClassToldApart: that the host tells Ben of another class than it tells Cyd is found, once and as that, whether the
// owner's creation is in the capture or not. To all others the ship stays what it is.
func TestClassToldApart(t *testing.T) {
	for _, heard := range []bool{true, false} {
		s := newStory()
		ann, ben, cyd, dan := s.joins("Ann", 1), s.joins("Ben", 2), s.joins("Cyd", 3), s.joins("Dan", 4)
		s.wait(5 * time.Second)
		x := ann.build("ambassador")
		wrong := *x
		wrong.class = ship.Stock().ByKey("akira")
		makes := func() { ann.says(x.created) }
		if heard {
			makes()
		} else {
			s.losing(makes)
			s.begins()
		}
		cyd.told(x.created)
		ben.told(creationFor(&wrong, 64))
		dan.told(x.created)
		s.tellAll(synth.Game(0x1D, &message.ObjectNotFound{ObjectID: x.id}))
		s.wait(10 * time.Second)
		content := s.content()
		d := must.Get(desync.Of(must.Get(facts.Read(opened(t, content), facts.Options{}))(t), desync.Options{}))(t)
		if len(d.Findings) != 1 || d.Findings[0].Kind != figures.DesyncClass || d.Findings[0].Client != 2 || !strings.HasSuffix(d.Findings[0].Text, "Ambassador as Akira") {
			t.Errorf("the owner heard %v: %+v", heard, d.Findings)
		}
		causes := must.Get(check.Of("it.pcap", opened(t, content), check.Options{Judge: check.Both}))(t).Causes
		if !slices.ContainsFunc(causes, func(c figures.Cause) bool { return c.ID == "class-differs" }) {
			t.Errorf("the owner heard %v: causes %+v", heard, causes)
		}
		classes := map[string]int{}
		for r := range opened(t, content).Records() {
			if op, _ := r.Opcode(); op == message.OpcodeStateUpdate && r.Context.Class != nil {
				classes[r.Context.Class.Key]++
			}
		}
		if heard && len(classes) != 1 || classes["ambassador"] == 0 {
			t.Errorf("updates are of %v", classes)
		}
	}
}

// reports are all that are made of a capture.
var reports = []func(*testing.T, []byte){
	func(t *testing.T, content []byte) {
		s := stats.New(stats.Options{})
		must.Do(t, s.File("it.pcap", opened(t, content)))
		s.Report()
	},
	func(t *testing.T, content []byte) {
		must.Get(check.Of("it.pcap", opened(t, content), check.Options{Judge: check.Both}))(t)
	},
	func(t *testing.T, content []byte) {
		must.Get(match.Of("it.pcap", opened(t, content), match.Options{}))(t)
	},
	func(t *testing.T, content []byte) {
		_, err := overview.Why("it.pcap", "", 0, opened(t, content), facts.Options{})
		must.Do(t, err)
	},
	func(t *testing.T, content []byte) {
		must.Get(desync.Of(must.Get(facts.Read(opened(t, content), facts.Options{}))(t), desync.Options{}))(t)
	},
	func(t *testing.T, content []byte) {
		flown := timeline.New(timeline.Options{})
		must.Do(t, flown.File("it.pcap", opened(t, content)))
		flown.Summary()
	},
	func(t *testing.T, content []byte) {
		must.Get(files.Of("it.pcap", opened(t, content), files.Options{}))(t)
	},
	func(t *testing.T, content []byte) {
		l := diff.Look(must.Get(facts.Read(opened(t, content), facts.Options{}))(t), diff.Options{})
		if d := diff.Of(l, l, diff.Options{}); len(d.Differences) > 0 {
			t.Errorf("it differs from itself: %+v", d.Differences)
		}
	},
	func(t *testing.T, content []byte) {
		replay.Of(must.Get(facts.Read(opened(t, content), facts.Options{}))(t), replay.Options{})
	},
	func(t *testing.T, content []byte) {
		must.Get(overview.Of("it.pcap", opened(t, content), facts.Options{}))(t)
	},
	func(t *testing.T, content []byte) {
		must.Do(t, rows.Of(opened(t, content), rows.Options{
			Deliver: func(*rows.Batch) error { return nil }, Figures: func(string, any) error { return nil }, Stats: true,
		}))
	},
}

func opened(t *testing.T, content []byte) *decode.Capture {
	return reporttest.Open(t, "it.pcap", content, decode.Options{Jobs: 1})
}

// apart is the capture of a script. Three players come into the game, and fly; the last one is only heard of.
func apart(script []byte) []byte {
	s := newStory()
	classes := ship.Stock().Classes()
	s.flies("Ann", 1, "akira")
	s.flies("Ben", 2, "ambassador")
	s.joins("Cyd", 3)
	for ; len(script) >= 5; script = script[5:] {
		act, p, x := script[0], s.players[script[1]%3], toldOf(s, script[1]>>2)
		x.class = &classes[int(script[2])%len(classes)]
		n := script[4]
		if script[3]&3 == 3 { // another ship of the slot
			x.id += uint32(n)
		}
		switch act % 10 {
		case 0:
			p.says(creationFor(x, script[3]>>2))
		case 1, 2:
			p.told(creationFor(x, script[3]>>2))
		case 3:
			x.owner = p
			p.sends(synth.Unreliable(x.update(nil)))
		case 4, 5:
			m := message.StateUpdate{ObjectID: x.id, GameTime: s.clock(), DirtyFlags: script[3] >> 2 & message.FlagCloak}
			m.SetContext(message.Context{Class: x.class, Dialect: message.Stock})
			x.block(&m, &view{cursor: int(n) % max(1, len(x.class.Subsystems))}, script[3]&1 == 0, 0)
			p.gets(synth.Unreliable(synth.Game(0x1C, &m)))
		case 6:
			p.told(synth.Game(0x14, &message.DestroyObject{ObjectID: x.id}))
		case 7:
			p.told(synth.Game(0x06, &message.Event{ClassID: message.ClassObjectExploding, EventCode: 0x0080004E, SourceID: x.id, TargetID: x.id + uint32(n), Lifetime: 9.5}))
		case 8:
			p.settles(func(m *message.Settings) { m.PlayerSlot = script[3] % 4 })
		case 9:
			p.says(synth.Game(0x19, &message.TorpedoFire{ObjectID: x.id + uint32(script[3]), Flags: 1, Direction: wire.CV3{127, 0, 0}, TargetID: x.id + uint32(n)}))
		}
		x.hull, x.shield = script[3], n
		s.wait(time.Duration(n) * time.Millisecond)
	}
	return s.content()
}

// toldOf gives a ship as somebody is told of it: one that flies, or one that does not.
func toldOf(s *story, n uint8) *craft {
	x := s.craft("akira", n%4, 0)
	if p := s.players[n%3]; p.ship != nil && n%2 == 0 {
		*x = *p.ship
		x.views = map[*player]*view{}
	}
	return x
}

// creationFor is the creation of a ship that belongs to a slot, as it says.
func creationFor(x *craft, slot uint8) []byte {
	payload := x.creation()
	if slot < 4 {
		payload[1] = slot // opcode, owner slot
	}
	return payload
}
