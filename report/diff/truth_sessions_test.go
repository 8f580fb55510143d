package diff_test

import (
	"bytes"
	"regexp"
	"slices"
	"testing"
	"time"

	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/synth"
	"bcdump/decode/wire"
	"bcdump/report/diff"
	"bcdump/report/figures"
)

// The test of which most is published: one player flies a Sovereign into something until it bursts, once
// on stock software and once on OpenBC. Bytes, times and counts below are published; between them, the
// updates of a whole ship are put together.

// crash is one run of it.
type crash struct {
	script   *synth.Script
	now      time.Duration
	clock    float32 // of the game when the capture begins
	up, down uint16  // next numbers of messages
	openbc   bool
	class    *ship.Class
	cursor   int
	whole    time.Duration // when the next full position is due
}

// newCrash gives a run after the published join: its checksums are those of stock software in both.
func newCrash(openbc bool, clock float32) *crash {
	join := synth.StockJoin()
	c := &crash{script: &synth.Script{Start: start}, clock: clock, openbc: openbc, up: 5, down: 5}
	for _, d := range join.Sent {
		if welcomes(d) {
			break
		}
		c.script.Sent = append(c.script.Sent, d)
		c.now = d.At + 20*time.Millisecond
	}
	classes := ship.Stock().Classes()
	c.class = &classes[slices.IndexFunc(classes, func(x ship.Class) bool { return x.Key == "sovereign" })]
	return c
}

// welcomes reports that a datagram has ChecksumComplete.
func welcomes(d synth.Sent) bool {
	plain := make([]byte, len(d.Payload))
	cipher.Decipher(plain, d.Payload)
	return bytes.Contains(plain, synth.Hex("320680050028"))
}

// say has the client send messages, which the host acknowledges.
func (c *crash) say(payloads ...[]byte) {
	c.send(false, synth.Client, &c.up, payloads)
}

// tell has the host send messages, which the client acknowledges.
func (c *crash) tell(payloads ...[]byte) { c.send(true, synth.Host, &c.down, payloads) }

func (c *crash) send(down bool, peer uint8, next *uint16, payloads [][]byte) {
	var list, acks [][]byte
	for _, p := range payloads {
		list, acks = append(list, synth.Reliable(*next, p)), append(acks, synth.AckHigh(*next))
		*next++
	}
	c.datagram(down, synth.Datagram(peer, list...))
	c.datagram(!down, synth.Datagram(3-peer, acks...))
}

func (c *crash) datagram(down bool, plain []byte) {
	from, to := synth.StockClient, synth.StockServer
	if down {
		from, to = to, from
	}
	c.script.Game(c.now, from, to, plain)
	c.now += 5 * time.Millisecond
}

func hexes(texts ...string) (list [][]byte) {
	for _, text := range texts {
		list = append(list, synth.Hex(text))
	}
	return list
}

// enter is the join after the checksums, to the ship.
func (c *crash) enter() {
	const settings = "610025004D756C7469706C617965722E457069736F6465312E4D697373696F6E312E4D697373696F6E31"
	if c.openbc {
		c.tell(hexes("00 F6287041"+settings, "01")...) // 15.01
	} else {
		c.tell(hexes("28", "00 00A0AC41"+settings, "01")...) // 21.58
	}
	c.now += 150 * time.Millisecond
	c.say(synth.Hex("2A20"))
	if c.openbc {
		c.tell(hexes("350701FFFF", "37 02000000 00000000 00000000 00000000")...)
	} else {
		c.tell(hexes("350801FFFF", "1766080000F100800000000000A806000002")...)
	}
}

// spawn creates the published ship.
func (c *crash) spawn() {
	c.say(synth.Hex(`03000208800000FFFFFF3F0500001842000044C200000CC25293453FBBC922BFE25810B3258D6CB20000000000000005436164793206
		4D756C746931FFFF64FFFFFFFFFFFFFF64FFFFFFFFFFFF64FFFFFFFFFFFFFF646000FF64FFFFFFFFFFFFFFFFFF6401FFFFFFFFFF6401FFFFFF64FF`))
	if !c.openbc {
		c.tell(synth.Hex("1DFFFFFF3F"))
	}
}

// fly sends updates of client and host until the game's clock says so.
func (c *crash) fly(until float32) {
	interval := 101 * time.Millisecond
	if c.openbc {
		interval = 142 * time.Millisecond
	}
	for mine, theirs := c.now, c.now; c.time() < until; {
		if mine <= theirs {
			c.now = max(c.now, mine)
			c.datagram(false, synth.Datagram(synth.Client, synth.Unreliable(c.motion())))
			mine += 100 * time.Millisecond
			continue
		}
		c.now = max(c.now, theirs)
		messages := [][]byte{synth.Unreliable(c.block())}
		if !c.openbc { // stock repeated its newest Ack in most datagrams of this session
			messages = append([][]byte{synth.AckHigh(c.up - 1)}, messages...)
		}
		c.datagram(true, synth.Datagram(synth.Host, messages...))
		theirs += interval
	}
}

func (c *crash) time() float32 { return c.clock + float32(c.now.Seconds()) }

// motion is an update of the client.
func (c *crash) motion() []byte {
	m := &message.StateUpdate{ObjectID: 0x3FFFFFFF, GameTime: c.time(), DirtyFlags: message.FlagDelta | message.FlagSpeed | message.FlagWeapons}
	if c.now >= c.whole {
		c.whole = c.now + 1300*time.Millisecond
		m.DirtyFlags = message.FlagPosition | message.FlagForward | message.FlagUp | message.FlagSpeed | message.FlagWeapons
		m.HasHash, m.SubsysHash = true, 0x1234
	}
	m.Position = wire.Vector{38, -49, float32(c.now.Seconds())}
	m.Delta = wire.CV4{Direction: wire.CV3{0, 0, 127}, Magnitude: wire.NewCF16(1)}
	m.Forward, m.Up, m.Speed = wire.CV3{0, 127, 0}, wire.CV3{0, 0, 127}, wire.NewCF16(6)
	m.Power = []message.PowerSetting{}
	return message.Append(nil, message.OpcodeStateUpdate, m)
}

// block is an update of the host: the next subsystems of the whole ship.
func (c *crash) block() []byte {
	dialect := message.Stock
	if c.openbc {
		dialect = message.OpenBC
	}
	m := &message.StateUpdate{ObjectID: 0x3FFFFFFF, GameTime: c.time(), DirtyFlags: message.FlagSubsystems}
	m.SetContext(message.Context{Class: c.class, Dialect: dialect})
	m.Subsystems.StartIndex = uint8(c.cursor)
	for length, bools := 1, 0; length < 10; c.cursor = (c.cursor + 1) % len(c.class.Subsystems) {
		sub := &c.class.Subsystems[c.cursor]
		state := message.SubsystemState{Condition: 255, Children: bytes.Repeat([]byte{255}, len(sub.Children))}
		length += ship.EntrySize(sub, false)
		if sub.Format.HasPower() {
			if bools%5 == 0 {
				length++
			}
			bools++
		}
		if sub.Format == ship.Shield && !c.openbc {
			state.Facings = bytes.Repeat([]byte{255}, len(sub.FacingMax))
		}
		if sub.Format == ship.Shield && c.openbc {
			length -= len(sub.FacingMax)
		}
		if sub.Format == ship.Reactor {
			state.Main, state.Backup = 255, 255
		}
		m.Subsystems.Items = append(m.Subsystems.Items, state)
	}
	return message.Append(nil, message.OpcodeStateUpdate, m)
}

// burst is the collision that is too much.
func (c *crash) burst() {
	if c.openbc {
		c.say(hexes("15248100005000800000000000FFFFFF3F01007E03D299B69144", "15248100005000800000000000FFFFFF3F01007E03D299B69144")...)
		c.repairs("1E000000", 0x10, 0x13, 0x1E, 0x2A)
		c.tell(hexes("06298100004E00800000000000FFFFFF3F0000000000001841", "29FFFFFF3F1D7A0C95611B57E278")...)
	} else {
		c.say(hexes("15248100005000800000000000FFFFFF3F01F97E02D865C29244", "15248100005000800000000000FFFFFF3F01F97E02D865C29244")...)
		const first = 0x40000000
		var ids []uint32
		for _, i := range []uint32{2, 13, 14, 17, 18, 31, 32, 28, 5, 25, 26, 3, 1} {
			ids = append(ids, first+i)
		}
		c.repairs("18000040", ids...)
		c.tell(synth.Hex("06298100004E00800000000000FFFFFF3F0000000066664E41"))
	}
	c.tell(synth.Hex("3600000000020000000100000000"))
}

// repairs tells what is added to the repair list.
func (c *crash) repairs(team string, ids ...uint32) {
	for _, id := range ids {
		b := synth.Hex("0601010000DF008000")
		b = append(b, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
		c.tell(append(b, synth.Hex(team)...))
	}
}

// stockCrash is the run on stock software, openbcCrash that on OpenBC, by the clock of the game.
func stockCrash() *crash {
	c := newCrash(false, 21.2)
	c.enter()
	c.now = seconds(26.31 - 21.2)
	c.spawn()
	c.fly(33.40)
	c.burst()
	c.fly(46.20)
	return c
}

func openbcCrash() *crash {
	c := newCrash(true, 14.6)
	c.enter()
	c.now = seconds(18.30 - 14.6)
	c.spawn()
	c.fly(51.5)
	c.burst()
	c.fly(112.75)
	return c
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// What was published about both runs is among the differences.
func TestTruthPublished(t *testing.T) {
	d := diff.Of(looksOf(t, stockCrash().script.Pcap(synth.Ethernet())), looksOf(t, openbcCrash().script.Pcap(synth.Ethernet())), diff.Options{})
	list := ranked(d)
	for _, x := range []struct{ what, want string }{ // an empty expression: it is not told
		{"no ChecksumComplete", `ChecksumComplete`},
		{"another player limit in MissionInit", `MissionInit.*player_limit.*8.*7|gamespy-limit`},
		{"no PlayerListEvent for the newcomer", `PlayerListEvent NEW_PLAYER_IN_GAME`},
		{"a Score about the newcomer itself", `Score|join-scores`},
		{"no ObjectNotFound after the creation", `ObjectNotFound|object-not-found-after-create`},
		{"repair events name no parts of the ship", `event-repair-ids|ADD_TO_REPAIR.*(source|target)_id|PythonEvent.*(source|target)_id`},
		{"4 repair events, not 13", ``},
		{"a lifetime of 9.5 s, not 12.9 s", `lifetime.*12\.90?.*9\.50?|death-lifetime`},
		{"an Explosion after a collision", `Explosion|death-explosion`},
		{"updates of their own ship every 142 ms, not 101 ms", `interval of updates of their own ship S>C.*p50 10\d.*p50 14\d`},
		{"a tenth of the Acks", `Acks S>C`},
	} {
		if x.want == "" {
			t.Logf("%-50s | not found", x.what)
			continue
		}
		i := slices.IndexFunc(list, func(y figures.Difference) bool {
			return regexp.MustCompile(x.want).MatchString(y.Section + ": " + y.Text)
		})
		if i < 0 {
			t.Errorf("not found: %s", x.what)
			continue
		}
		t.Logf("%-50s | %d of %d | %s: %s", x.what, list[i].Rank, len(list), list[i].Section, list[i].Text)
	}
	if t.Failed() || testing.Verbose() {
		t.Log(told(d))
	}
}
