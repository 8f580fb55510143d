package match_test

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/capture"
	"bcdump/decode/match"
)

// told is a message about an object; the zero client is "a".
type told struct {
	what   string // "create", "update", "explode", "remove"
	from   string // client that sends it; "" = the host does
	to     string // client that the host sends it to
	class  string
	by     uint32
	server uint8
	object uint32
	second int64 // of the time; 0 = a tenth after the message before
}

func own(what, from, class string) told { return told{what: what, from: from, class: class} }
func tell(what, to, class string) told  { return told{what: what, to: to, class: class} }
func later(second int64, m told) told   { m.second = second; return m }
func killer(by uint32, m told) told     { m.by = by; return m }
func at(server uint8, m told) told      { m.server = server; return m }
func object(id uint32, m told) told     { m.object = id; return m }
func client(name string) netip.AddrPort { return address(name[0], 40000) }
func host(server uint8) netip.AddrPort  { return address(server, 22101) }
func address(n uint8, port uint16) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, n}), port)
}

// lives follows lives, and keeps the frames of their updates.
type lives struct {
	*match.Lives
	updates map[*match.Ship][]string
}

func newLives(limit int, forget func(*match.Ship)) lives {
	return lives{match.NewLives(limit, forget), map[*match.Ship][]string{}}
}

// play gives messages to lives, each in a frame of its own.
func play(l lives, messages []told) {
	tenths := int64(0)
	for i, m := range messages {
		if tenths++; m.second > 0 {
			tenths = 10 * m.second
		}
		x := &match.Message{
			Key:      match.Key{Server: host(m.server), Object: m.object},
			Event:    match.Event{Frame: int64(i + 1), Time: capture.Nanos(tenths * 1e8)},
			ToServer: m.from != "", Client: client(m.from + m.to),
		}
		switch m.what {
		case "create":
			l.Created(x, m.class)
		case "update":
			if life := l.Updated(x.Key, x.ToServer); life != nil {
				l.updates[life] = append(l.updates[life], fmt.Sprint(i+1))
			}
		case "explode", "remove":
			l.Ended(x, match.End{Exploded: m.what == "explode", By: m.by})
		}
	}
}

// texts writes lives as "number class born-died: updates", with 0 for what nobody told.
func texts(l lives) (out []string) {
	for _, x := range l.All() {
		out = append(out, fmt.Sprintf("%d %s %d-%d: %s", x.Number, x.Class, x.Born.Frame, x.Died.Frame, strings.Join(l.updates[x], " ")))
	}
	return out
}

func TestLives(t *testing.T) {
	for _, tt := range []struct {
		name     string
		messages []told
		want     []string // texts
	}{
		{"created by its owner", []told{own("create", "a", "akira"), own("update", "a", "")}, []string{"1 akira 1-0: 2"}},
		{"relayed to others", []told{
			own("create", "a", "akira"), tell("create", "b", "akira"), own("update", "a", ""), tell("create", "c", "akira"), tell("update", "b", ""),
		}, []string{"1 akira 1-0: 3 5"}},
		{"told to a newcomer, who was told before", []told{
			own("create", "a", "akira"), tell("create", "b", "akira"), own("update", "a", ""), tell("create", "b", "akira"), tell("update", "b", ""),
		}, []string{"1 akira 1-0: 3 5"}},
		{"a capture that begins later", []told{own("update", "a", ""), tell("create", "b", "akira"), tell("create", "c", "akira")}, []string{"1 akira 2-0: 1"}},
		{"only the host is heard", []told{tell("create", "b", "akira"), tell("update", "b", "")}, []string{"1 akira 1-0: 2"}},
		{"updates overtake the creation", []told{
			own("update", "a", ""), own("create", "a", "akira"), own("update", "a", ""), tell("create", "b", "akira"),
		}, []string{"1 akira 2-0: 1 3"}},
		{"a creation without a known class", []told{own("create", "a", ""), tell("create", "b", "akira")}, []string{"1 akira 1-0: "}},
		{"a copy without a known class", []told{own("create", "a", "akira"), tell("create", "b", ""), tell("create", "c", "akira")}, []string{"1 akira 1-0: "}},
		{"a host that names another class to one client", []told{own("create", "a", "akira"), tell("create", "b", "akira"), tell("create", "c", "galor")}, []string{"1 akira 1-0: "}},
		{"a host that tells one client of another class again", []told{own("create", "a", "akira"), tell("create", "b", "akira"), tell("create", "b", "galor")},
			[]string{"1 akira 1-0: ", "2 galor 3-0: "}},
		{"a wreck is told to its owner", []told{own("create", "a", "akira"), tell("explode", "b", ""), tell("create", "a", "akira")}, []string{"1 akira 1-2: "}},
		{"the owner creates another one", []told{own("create", "a", "akira"), own("update", "a", ""), own("create", "a", "akira"), own("update", "a", "")},
			[]string{"1 akira 1-0: 2", "2 akira 3-0: 4"}},
		{"the host creates one of another class", []told{tell("create", "b", "akira"), tell("create", "b", "galor"), tell("create", "c", "galor")},
			[]string{"1 akira 1-0: ", "2 galor 2-0: "}},
		{"the owner takes one of another class", []told{own("create", "a", "akira"), own("create", "a", "galor"), tell("create", "b", "galor")},
			[]string{"1 akira 1-0: ", "2 galor 2-0: "}},
		{"death, then an update, then creation", []told{
			own("create", "a", "akira"), tell("explode", "b", ""), own("update", "a", ""), own("create", "a", "akira"), tell("create", "b", "akira"), own("update", "a", ""),
		}, []string{"1 akira 1-2: 3", "2 akira 4-0: 6"}},
		{"death of one whose creation is not there, then creation", []told{
			own("update", "a", ""), tell("explode", "b", ""), own("create", "a", "akira"), own("update", "a", ""),
		}, []string{"1  0-2: 1", "2 akira 3-0: 4"}},
		{"death, while the creation is still on its way to others", []told{
			own("create", "a", "akira"), tell("create", "b", "akira"), tell("explode", "b", ""), tell("create", "c", "akira"), tell("update", "c", ""),
		}, []string{"1 akira 1-3: 5"}},
		{"after its death the host tells the same client of a creation", []told{
			own("create", "a", "akira"), tell("create", "b", "akira"), tell("explode", "b", ""), tell("create", "b", "akira"), tell("create", "c", "akira"),
		}, []string{"1 akira 1-3: ", "2 akira 4-0: "}},
		{"death of a ship whose owner is not heard, then creation", []told{
			tell("update", "b", ""), tell("explode", "b", ""), tell("create", "b", "akira"), tell("update", "b", ""),
		}, []string{"1  0-2: 1", "2 akira 3-0: 4"}},
		{"a wreck whose creation is not there is told to a newcomer", []told{
			own("update", "a", ""), tell("explode", "b", ""), tell("create", "c", "akira"),
		}, []string{"1 akira 0-2: 1"}},
		{"a life ends once", []told{
			own("create", "a", "akira"), tell("explode", "a", ""), tell("explode", "b", ""), tell("explode", "a", ""), tell("remove", "a", ""),
		}, []string{"1 akira 1-2: "}},
		{"the end of what nobody knows", []told{tell("explode", "a", ""), tell("remove", "a", "")}, nil},
		{"a copy of the end comes after the next creation", []told{
			own("create", "a", "akira"), tell("remove", "a", ""), own("create", "a", "akira"), tell("remove", "b", ""), tell("remove", "c", ""), tell("remove", "b", ""),
		}, []string{"1 akira 1-2: ", "2 akira 3-6: "}},
		{"a copy of the end comes before the next creation", []told{
			own("create", "a", "akira"), tell("remove", "a", ""), tell("remove", "b", ""), own("create", "a", "akira"), tell("remove", "b", ""),
		}, []string{"1 akira 1-2: ", "2 akira 4-5: "}},
		{"another end after the next creation", []told{
			own("create", "a", "akira"), killer(7, tell("explode", "a", "")), own("create", "a", "akira"), killer(8, tell("explode", "b", "")),
		}, []string{"1 akira 1-2: ", "2 akira 3-4: "}},
		{"an end long after the one before", []told{
			own("create", "a", "akira"), tell("remove", "a", ""), own("create", "a", "akira"), later(10, tell("remove", "b", "")),
		}, []string{"1 akira 1-2: ", "2 akira 3-4: "}},
		{"an end after the clock was set back", []told{
			later(20, own("create", "a", "akira")), tell("remove", "a", ""), own("create", "a", "akira"), later(10, tell("remove", "b", "")),
		}, []string{"1 akira 1-2: ", "2 akira 3-4: "}},
		{"the same id at two servers", []told{
			at(1, own("create", "a", "akira")), at(2, own("create", "b", "galor")), at(1, own("update", "a", "")), at(2, tell("remove", "b", "")),
		}, []string{"1 akira 1-0: 3", "1 galor 2-4: "}},
		{"two objects of a server", []told{
			object(1, own("create", "a", "akira")), object(2, own("create", "a", "akira")), object(1, tell("remove", "a", "")), object(2, own("create", "a", "akira")),
		}, []string{"1 akira 1-3: ", "1 akira 2-0: ", "2 akira 4-0: "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLives(100, func(*match.Ship) {})
			play(l, tt.messages)
			if diff := cmp.Diff(tt.want, texts(l)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestAnswers looks at what each message is answered with.
func TestAnswers(t *testing.T) {
	l := newLives(100, func(*match.Ship) {})
	key := match.Key{Server: host(1), Object: 1}
	m := &match.Message{Key: key, Event: match.Event{Frame: 5, Digits: 6}, Client: client("a"), ToServer: true}
	if l.Current(key) != nil {
		t.Error("a life before any message")
	}
	x, first := l.Created(m, "akira")
	if x == nil || !first || x.Born != m.Event || !x.Owned || l.Current(key) != x {
		t.Errorf("%+v, first %v", x, first)
	}
	copied := *m
	copied.ToServer, copied.Frame = false, 6
	if y, first := l.Created(&copied, "akira"); y != x || first || x.Born.Frame != 5 {
		t.Errorf("a copy: %+v, first %v", y, first)
	}
	if l.Updated(key, false) != x {
		t.Error("an update has another life")
	}
	if l.Ended(&copied, match.End{}) != x || x.Died.Frame != 6 || l.Ended(&copied, match.End{}) != nil {
		t.Errorf("ended: %+v", x)
	}
}

// TestNextCapture has the same id in two captures: the second is another object.
func TestNextCapture(t *testing.T) {
	l := newLives(100, func(*match.Ship) {})
	play(l, []told{own("create", "a", "akira"), tell("create", "b", "akira")})
	l.NextCapture()
	play(l, []told{tell("explode", "b", ""), own("update", "a", "")})
	if diff := cmp.Diff([]string{"1 akira 1-0: ", "1  0-0: 2"}, texts(l)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if x := l.All()[1]; x.Before() != nil || l.All()[0].After() != nil {
		t.Error("lives of two captures follow one another")
	}
}

// TestForgotten lets the oldest lives make room: of an object with a newer life the number goes
// on, the others begin anew.
func TestForgotten(t *testing.T) {
	var gone []string
	l := newLives(2, func(x *match.Ship) { gone = append(gone, fmt.Sprint(x.Object, " ", x.Number)) })
	play(l, []told{
		object(1, own("create", "a", "akira")), object(1, own("create", "a", "galor")), object(1, own("create", "a", "akira")),
		object(2, own("create", "b", "akira")), object(3, own("create", "c", "akira")), object(1, own("update", "a", "")),
	})
	if diff := cmp.Diff([]string{"1 1", "1 2", "1 3", "2 1"}, gone); diff != "" {
		t.Errorf("forgotten (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1 akira 5-0: ", "1  0-0: 6"}, texts(l)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestChain follows the lives of an object, of which the oldest was forgotten.
func TestChain(t *testing.T) {
	l := newLives(2, func(*match.Ship) {})
	play(l, []told{own("create", "a", "akira"), own("create", "a", "galor"), own("create", "a", "akira")})
	second, third := l.All()[0], l.All()[1]
	if second.Number != 2 || third.Number != 3 || second.Before() != nil || second.After() != third || third.Before() != second || third.After() != nil {
		t.Errorf("%+v, then %+v", second, third)
	}
}

// TestManyClients tells more clients of a ship than are remembered. What the others are told
// counts as copies: they make no life of their own, and end none.
func TestManyClients(t *testing.T) {
	const clients = 40
	all := func(what string) (messages []told) {
		for c := range byte(clients) {
			messages = append(messages, later(1, tell(what, string('0'+c), "akira")))
		}
		return messages
	}
	remembered, other := "0", string('0'+byte(clients-1))
	created := slices.Concat([]told{own("create", "a", "akira")}, all("create"))
	for _, tt := range []struct {
		name     string
		messages []told
		want     []string
	}{
		{"creations", slices.Concat(created, []told{
			tell("remove", "0", ""), tell("create", other, "akira"), tell("create", remembered, "akira"),
		}), []string{"1 akira 1-42: ", "2 akira 44-0: "}},
		{"ends", slices.Concat(created, all("remove"), []told{
			own("create", "a", "akira"), later(1, tell("remove", other, "")), later(1, tell("remove", remembered, "")),
		}), []string{"1 akira 1-42: ", "2 akira 82-84: "}},
	} {
		l := newLives(100, func(*match.Ship) {})
		play(l, tt.messages)
		if diff := cmp.Diff(tt.want, texts(l)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

// TestUpdatesAllocateNothing holds the way of most messages.
func TestUpdatesAllocateNothing(t *testing.T) {
	l := newLives(100, func(*match.Ship) {})
	key := match.Key{Server: host(1), Object: 1}
	l.Updated(key, true)
	if n := testing.AllocsPerRun(100, func() { l.Updated(key, true).Heard(false) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
