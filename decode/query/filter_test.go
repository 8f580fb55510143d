package query_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/query"
	"bcdump/decode/record"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

var (
	client = netip.MustParseAddrPort("192.0.2.7:50000")
	host   = netip.MustParseAddrPort("192.0.2.1:22101")
)

// sent is a record of a message that a client sent in a frame.
func sent(frame int64, proto record.Protocol, header *transport.Message, payload []byte) *record.Record {
	side := &record.Side{Proto: proto}
	if proto == record.BC || proto == record.EntityState {
		side.Dir, side.Link, side.Client = record.ToServer, 1, "Ace"
	}
	r := &record.Record{}
	r.Begin(&capture.Datagram{Frame: frame, Ends: &capture.Ends{Src: client, Dst: host}, Payload: payload}, side, header, payload)
	return r
}

// records is one of each kind of record, by name.
func records() map[string]*record.Record {
	text := message.Append(nil, message.OpcodeChat, &message.Chat{SenderID: 2, Text: wire.Text("well met")})
	data := transport.NewData(true, 7)
	part := transport.NewFragment(8, 0, 2)
	ack := transport.NewAck(&data)
	joined := &record.Record{}
	joined.Join(sent(4, record.BC, &part, text[:5]), &record.Parts{Frames: []int64{3, 4}, Length: 40}, text)
	lost := &record.Record{}
	lost.Join(sent(6, record.BC, &part, nil), &record.Parts{Frames: []int64{5, 6}, Lost: true}, nil)
	unread := sent(7, record.BC, nil, []byte{0xEE})
	unread.Unread = true
	return map[string]*record.Record{
		"chat":    sent(1, record.BC, &data, text),
		"ack":     sent(2, record.BC, &ack, nil),
		"part":    sent(3, record.BC, &part, text[:5]),
		"joined":  joined,
		"lost":    lost,
		"unread":  unread,
		"state":   sent(8, record.EntityState, nil, entitystate.Append(nil, 4, entitystate.NewState([]entitystate.Entity{{ID: 9}}))),
		"gamespy": sent(9, record.GameSpy, nil, []byte(`\status\`)),
		"unknown": sent(10, record.Unknown, nil, []byte("hello")),
	}
}

// TestFilters applies filters to one of each kind of record: each keeps exactly what it says, and
// what a record does not have is no error.
func TestFilters(t *testing.T) {
	all := records()
	for expression, want := range map[string][]string{
		`proto == "bc"`:                         {"ack", "chat", "joined", "lost", "part", "unread"},
		`proto == "entity-state"`:               {"state"},
		`proto == "gamespy"`:                    {"gamespy"},
		`proto == "unknown"`:                    {"unknown"},
		`type == "ack"`:                         {"ack"},
		`type == "unknown"`:                     {"unread"},
		`name == "Chat"`:                        {"chat", "joined"},
		`name == "State"`:                       {"state"},
		`opcode == 0x2C`:                        {"chat", "joined"},
		`opcode == "0x2C" && !frames`:           {"chat"},
		`opcode == 4`:                           {"state"},
		`fields.text == "well met"`:             {"chat", "joined"},
		`fields.text == "well"`:                 nil,
		`fields.sender_id > 1`:                  {"chat", "joined"},
		`fields.sender_id > 2`:                  nil,
		`fields.kind == "query"`:                {"gamespy"},
		`fields.entities.id == 9`:               {"state"},
		`fields`:                                {"ack", "chat", "gamespy", "joined", "state"},
		`fragment`:                              {"part"},
		`fragment.total == 2`:                   {"part"},
		`frames == 5`:                           {"lost"},
		`frames`:                                {"joined", "lost"},
		`seq == 7`:                              {"ack", "chat"},
		`reliable && seq == 8`:                  {"joined", "lost", "part"},
		`dir == "C>S" && proto != "bc"`:         {"state"},
		`!dir`:                                  {"gamespy", "unknown"},
		`dir == "S>C"`:                          nil,
		`player == "Ace" && len == 40`:          {"joined"},
		`src == "192.0.2.7:50000" && frame > 8`: {"gamespy", "unknown"},
		`dst == "192.0.2.7:50000"`:              nil,
		`file == "a.pcap" && frame == 10`:       {"unknown"},
		`file == "b.pcap"`:                      nil,
	} {
		f, err := query.NewFilter(expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		m := f.Matcher("a.pcap")
		var kept []string
		for name, r := range all {
			if m.Match(r) {
				kept = append(kept, name)
			}
		}
		if slices.Sort(kept); !slices.Equal(kept, want) {
			t.Errorf("%s keeps %q, want %q", expression, kept, want)
		}
	}
}

// TestNoFilter: without a filter everything is kept.
func TestNoFilter(t *testing.T) {
	var f *query.Filter
	for name, r := range records() {
		if !f.Matcher("").Match(r) {
			t.Errorf("%s is not kept", name)
		}
	}
}

// TestNever: what no record can pass is told before there is one; what one may pass is not.
func TestNever(t *testing.T) {
	for expression, never := range map[string]bool{
		`opcode == 0x2C && name == "Chat"`:           false,
		`opcode == 0x2C && name == "StateUpdate"`:    true,
		`proto == "gamespy" && type == "ack"`:        true,
		`name == "Chat" && fields.speed > 1`:         true,
		`name == "StateUpdate" && fields.speed > 1`:  false,
		`proto == "entity-state" && fields.entities`: false,
	} {
		f, err := query.NewFilter(expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if got := f.Never(""); (got != nil) != never {
			t.Errorf("%s: %v, can it never match: %v", expression, got, never)
		}
	}
	f, err := query.NewFilter(`name == "State"`)
	if err != nil || f.Never("") != nil || f.Never(record.BC) == nil {
		t.Errorf("%v; a State can come, but not where all is said to be of the game", err)
	}
}

// TestUnknownKey: a misspelled key is an error that names the one that was meant.
func TestUnknownKey(t *testing.T) {
	if f, err := query.NewFilter(`opcod == 0x2C`); err == nil || f != nil {
		t.Errorf("%v, %v", f, err)
	}
}

// TestWordsOfDocuments: flags and messages are known by the names that documents give them; other words are errors.
func TestWordsOfDocuments(t *testing.T) {
	for _, text := range []string{
		`fields.flags contains "WEAPON_STATES"`, `fields.flags contains "Weapon States"`, `fields.flags == "wpn"`, `fields.flags in ["Position Delta", "ORIENTATION_FWD"]`,
		`fields.flags == "0x00"`, `name == "torpedo fire"`, `name == "STATE_UPDATE"`,
	} {
		if _, err := query.NewFilter(text); err != nil {
			t.Error(text, err)
		}
	}
	for text, want := range map[string]string{`fields.flags contains "NONSENSE"`: "fields.flags never has the value", `fields.flags == "CLOAC"`: `did you mean "CLOAK"`} {
		if _, err := query.NewFilter(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(text, err)
		}
	}
}
