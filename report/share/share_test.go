package share_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/check"
	"bcdump/report/facts"
	"bcdump/report/internal/reporttest"
	"bcdump/report/records"
	"bcdump/report/render"
	"bcdump/report/replay"
	"bcdump/report/share"
)

// everything replaces all that can be.
var everything = share.Options{Ports: true}

// shared writes a capture anew; nil = it has no packets.
func shared(t *testing.T, name string, raw []byte, p *share.Replacer, jobs int) []byte {
	t.Helper()
	c := reporttest.Open(t, name, raw, decode.Options{Jobs: jobs, NoLedger: true})
	var out bytes.Buffer
	w := capture.NewPcapngWriter(&out)
	info := c.Info()
	w.From("", &info)
	if err := p.Rewrite(c, w); err != nil {
		t.Fatal(name, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(name, err)
	}
	return out.Bytes()
}

// captures are those of the corpus, some from outside, and invented battles.
func captures(t *testing.T) map[string][]byte {
	t.Helper()
	shipped, files := reporttest.Shipped(t), map[string][]byte{}
	for _, name := range heavy.Some(slices.Sorted(maps.Keys(shipped)), 4) {
		files[name] = shipped[name]
	}
	if outside.Set() {
		for name, raw := range outside.Read(t, 1<<20) {
			files[name] = raw
		}
	}
	for seed := range heavy.Scale(3, 60) {
		files[fmt.Sprintf("battle %d", seed)] = invented(t, seed)
	}
	return files
}

// invented is a battle with loss, chat, queries and other traffic, in IPv4 and IPv6, some in IP fragments.
func invented(t *testing.T, seed int) []byte {
	t.Helper()
	var out bytes.Buffer
	o := battle.Options{
		Seed: uint64(7000 + seed), NetworkSeed: uint64(1 + seed), Players: 2 + seed%5, Duration: 40 * time.Second,
		Start: time.Unix(1700000000, 0), Loss: float64(seed%4) * 0.02, IPv6: seed%3 == 1, GameSpy: 1, Troubles: []battle.Trouble{{Name: "password", Player: 2}}, Noise: float64(seed % 2),
	}
	if seed%3 == 2 {
		o.Begin, o.Duration, o.GameSpy = o.Duration, 2*o.Duration, 0 // so that only ships tell most names
	}
	tap := must.Get(recorder.New(&out, recorder.Options{Start: o.Start, Fragment: seed % 3 / 2 * 300}))(t)
	must.Get(battle.Run(o, tap))(t)
	must.Do(t, tap.Close())
	return out.Bytes()
}

// line is what a record says but for what is replaced.
func line(r *decode.Record) string {
	var notes []string
	for _, n := range r.Diagnostics() {
		notes = append(notes, string(n.Code))
	}
	slices.Sort(notes)
	opcode, _ := r.Opcode()
	return fmt.Sprint(r.Time.Sec, r.Time.Nanos/1000, r.Dir, r.Link, r.Peer, r.Index, r.TypeName(), r.Length(), r.Header.Seq, opcode, r.Copy, r.Frames(), r.Relay.Frame, r.Answers.Frame, notes)
}

// TestDecodesAlike: what is shared decodes to the same messages, with the same notes, and keeps and breaks
// the same rules as often.
func TestDecodesAlike(t *testing.T) {
	for name, raw := range captures(t) {
		p := share.New(everything, share.NewKey())
		result := shared(t, name, raw, p, 2)
		if p.Count.Unreadable+p.Count.Others > 0 || p.Count.Frames == 0 || strings.HasSuffix(name, ".log") {
			continue // numbers of frames are others then
		}
		before, after := lines(t, name, raw), lines(t, name, result)
		if len(before) != len(after) {
			t.Errorf("%s: %d messages of %d", name, len(after), len(before))
		}
		for i := range min(len(before), len(after)) {
			if before[i] != after[i] {
				t.Errorf("%s: message %d is\n%s, was\n%s", name, i, after[i], before[i])
				break
			}
		}
		if a, b := verdicts(t, name, raw), verdicts(t, name, result); !slices.Equal(a, b) {
			for i := range a {
				if a[i] != b[i] {
					t.Errorf("%s: %s was %s", name, b[i], a[i])
				}
			}
		}
	}
}

func lines(t *testing.T, name string, raw []byte) (list []string) {
	t.Helper()
	for r := range reporttest.Open(t, name, raw, decode.Options{}).Records() {
		list = append(list, line(r))
	}
	return list
}

func verdicts(t *testing.T, name string, raw []byte) (list []string) {
	t.Helper()
	f := must.Get(check.Of(name, reporttest.Open(t, name, raw, decode.Options{}), check.Options{}))(t)
	for _, r := range f.Rules {
		list = append(list, fmt.Sprint(r.ID, r.Judges, r.Verdict, r.Instances, r.Violations))
	}
	return list
}

// TestReportsAlike: without the addresses, which are put back, the figures of all reports together are those of
// the original, to the byte.
func TestReportsAlike(t *testing.T) {
	compared := 0
	for name, raw := range captures(t) {
		p := share.New(share.Options{KeepNames: true, KeepChat: true}, share.NewKey())
		result := shared(t, name, raw, p, 2)
		if p.Count.Unreadable+p.Count.Others+p.Count.Zero > 0 || p.Count.Frames == 0 || strings.HasSuffix(name, ".log") {
			continue
		}
		if slices.ContainsFunc(slices.Collect(maps.Keys(p.Key.Addresses)), documented) {
			continue
		}
		want, got := reportOf(t, name, packed(t, name, raw)), back(p.Key, reportOf(t, name, result))
		if compared++; want != got {
			at := 0
			for at < min(len(want), len(got)) && want[at] == got[at] {
				at++
			}
			t.Errorf("%s: the reports differ: %.300s\nwas %.300s", name, got[max(0, at-100):], want[max(0, at-100):])
		}
	}
	if compared < heavy.Scale(3, 10) {
		t.Errorf("only %d captures were compared", compared)
	}
}

// packed writes the packets of a capture in the same container as the shared one.
func packed(t *testing.T, name string, raw []byte) []byte {
	t.Helper()
	c := reporttest.Open(t, name, raw, decode.Options{})
	var out bytes.Buffer
	w := capture.NewPcapngWriter(&out)
	info := c.Info()
	w.From("", &info)
	_, err := c.Packets(w, false)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(name, err)
	}
	return out.Bytes()
}

// back puts the addresses of the original into a text, those first that hold others.
func back(k *share.Key, text string) string {
	type pair struct{ now, old string }
	var list []pair
	for old, port := range k.Ends {
		if a, ok := k.Addresses[old.Addr()]; ok {
			list = append(list, pair{netip.AddrPortFrom(a, port).String(), old.String()})
		}
	}
	for old, a := range k.Addresses {
		list = append(list, pair{a.String(), old.String()}, pair{netip.AddrPortFrom(a, 22101).String(), netip.AddrPortFrom(old, 22101).String()})
	}
	slices.SortFunc(list, func(a, b pair) int { return cmp.Or(len(b.now)-len(a.now), strings.Compare(a.now, b.now)) })
	for _, p := range list {
		text = strings.ReplaceAll(text, p.now, p.old)
	}
	return text
}

func documented(a netip.Addr) bool {
	return documentation.Contains(a) || slices.ContainsFunc(given, func(p netip.Prefix) bool { return p.Contains(a) })
}

func reportOf(t *testing.T, name string, raw []byte) string {
	t.Helper()
	f := replay.Of(must.Get(facts.Read(reporttest.Open(t, name, raw, decode.Options{}), facts.Options{}))(t), replay.Options{})
	var out strings.Builder
	must.Do(t, render.WriteJSON(&out, f))
	return out.String()
}

// TestAnyWorkers: the result does not depend on workers, nor on how the capture comes.
func TestAnyWorkers(t *testing.T) {
	for seed := range 3 {
		raw := invented(t, seed)
		o := everything
		o.All = true
		want := shared(t, "one", raw, share.New(o, share.NewKey()), 1)
		if !bytes.Equal(want, shared(t, "three", raw, share.New(o, share.NewKey()), 3)) {
			t.Error("three workers write something else")
		}
		c := must.Get(decode.Open("slow", iotest.HalfReader(bytes.NewReader(raw)), decode.Options{Jobs: 2, ChunkSize: 700}))(t)
		var out bytes.Buffer
		w := capture.NewPcapngWriter(&out)
		info := c.Info()
		w.From("", &info)
		if err := errors.Join(share.New(o, share.NewKey()).Rewrite(c, w), w.Close()); err != nil || !bytes.Equal(want, out.Bytes()) {
			t.Error("small pieces give something else", err)
		}
	}
}

// secret is what is not to be found.
type secret struct {
	what string
	text []byte
}

// given are the blocks of the addresses in place of others. Some captures of the corpus have such ones.
var given = []netip.Prefix{
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
}

var documentation = netip.MustParsePrefix("2001:db8::/32")

// secrets are those of a capture: addresses in each form that bytes can have, names, texts, tokens, passwords.
func secrets(t *testing.T, name string, raw []byte) (list []secret) {
	t.Helper()
	seen := map[string]bool{}
	add := func(what string, text []byte) {
		if !seen[string(text)] && len(text) >= 4 {
			seen[string(text)] = true
			list = append(list, secret{what, bytes.Clone(text)})
		}
	}
	address := func(a netip.Addr) {
		if !a.IsValid() || a.IsUnspecified() || a.IsLoopback() || a.IsMulticast() || a == netip.AddrFrom4([4]byte{255, 255, 255, 255}) {
			return
		}
		if documented(a) {
			return // what others are replaced by
		}
		order := a.AsSlice()
		add("address", order)
		add("address in hexadecimal", fmt.Appendf(nil, "%x", order))
		add("address in hexadecimal", fmt.Appendf(nil, "%X", order))
		slices.Reverse(order)
		add("address reversed", order)
		add("address as text", []byte(a.String()))
	}
	for r := range reporttest.Open(t, name, raw, decode.Options{}).Records() {
		if r.Proto == decode.Unknown || r.Unread {
			continue
		}
		address(r.Src.Addr())
		address(r.Dst.Addr())
		switch m := r.Content().Message.(type) {
		case *transport.ConnectRequest:
			address(netip.AddrFrom4(m.Address))
			add("token", binary.LittleEndian.AppendUint32(nil, m.Token))
			add("password", m.Password)
		case *transport.Peer:
			address(netip.AddrFrom4(m.Address))
			add("name", m.Name)
			add("name", low(m.Name))
		case *message.ObjectCreate:
			add("name", m.ObjectName)
		case *message.Chat:
			add("chat", m.Text)
		case *message.TeamChat:
			add("chat", m.Text)
		}
	}
	return list
}

func low(wide []byte) (b []byte) {
	for ; len(wide) >= 2; wide = wide[2:] {
		b = append(b, wide[0])
	}
	return b
}

// found searches the bytes of a capture, its deciphered payloads, and what they decode to.
func found(t *testing.T, name string, result []byte, list []secret) (places []string) {
	t.Helper()
	begin := func(b []byte) int { return int(b[0])<<8 | int(b[1]) }
	var beginning [1 << 16][]secret // with two bytes: nearly all places of a text are none of any
	for _, s := range list {
		beginning[begin(s.text)] = append(beginning[begin(s.text)], s)
	}
	look := func(where string, frame int64, b []byte) {
		for ; len(b) > 1; b = b[1:] {
			for _, s := range beginning[begin(b)] {
				plain := s.what == "chat" && len(s.text) < 8 && where == "JSON" // a word that keys have too
				if !plain && bytes.HasPrefix(b, s.text) {
					places = append(places, fmt.Sprintf("%s: %s %q in %s of frame %d", name, s.what, s.text, where, frame))
				}
			}
		}
	}
	look("bytes", 0, result)
	printer := records.JSONLines(records.JSONOptions{Hex: true})()
	var printed []byte
	for r := range reporttest.Open(t, name, result, decode.Options{}).Records() {
		look("payload", r.Frame, r.Payload)
		printed = printer(printed[:0], r)
		look("JSON", r.Frame, printed)
	}
	return places
}

// TestNothingLeaks: nothing of the original that was replaced is in the result.
func TestNothingLeaks(t *testing.T) {
	for name, raw := range captures(t) {
		list := secrets(t, name, raw)
		for _, all := range []bool{false, true} {
			o := everything
			o.All = all
			if places := found(t, name, shared(t, name, raw, share.New(o, share.NewKey()), 2), list); len(places) > 0 {
				t.Errorf("%d places: %s", len(places), places[0])
			}
		}
	}
}

// keeps is a Replacer that leaves out one kind of edit.
type keeps struct {
	*share.Replacer
	what string
}

func (k keeps) Address(a netip.Addr) (netip.Addr, bool) {
	if k.what == "address" {
		return a, true
	}
	return k.Replacer.Address(a)
}

func (k keeps) Edits(r *decode.Record) ([]decode.Edit, decode.Fate) {
	edits, fate := k.Replacer.Edits(r)
	_, request := r.Content().Message.(*transport.ConnectRequest)
	return slices.DeleteFunc(edits, func(e decode.Edit) bool {
		return request && (k.what == "token" && e.Offset == 4 || k.what == "password" && e.Offset == 8)
	}), fate
}

// TestSearchFinds: what one replacer leaves is found by the search that finds nothing otherwise.
func TestSearchFinds(t *testing.T) {
	raw := join(t)
	list := secrets(t, "join", raw)
	for _, what := range []string{"", "address", "token", "password", "name", "chat"} {
		o := everything
		o.KeepNames, o.KeepChat = what == "name", what == "chat"
		c := reporttest.Open(t, "join", raw, decode.Options{})
		var out bytes.Buffer
		w := capture.NewPcapWriter(&out)
		must.Get(c.Rewrite(w, keeps{share.New(o, share.NewKey()), what}))(t)
		places := found(t, "join", out.Bytes(), list)
		if what == "" && len(places) > 0 || what != "" && len(places) == 0 {
			t.Errorf("without the replacer of %q: %q", what, places)
		}
	}
}

// join is a join with a password, and a chat that names somebody and an address.
func join(t *testing.T) []byte {
	t.Helper()
	client, host := netip.MustParseAddrPort("93.184.216.34:4711"), netip.MustParseAddrPort("198.41.0.4:22101")
	wide := func(s string) (b wire.WideText) {
		for _, c := range []byte(s) {
			b = append(b, c, 0)
		}
		return b
	}
	address := client.Addr().As4()
	s := synth.Script{Start: time.Unix(1700000000, 0)}
	s.Game(0, client, host, synth.Datagram(255, synth.Control(transport.Connect, 0,
		&transport.ConnectRequest{Address: address, Token: 0x6B5A4938, Password: wide("sesame")})))
	s.Game(1e8, host, client, synth.Datagram(1, synth.Control(transport.Connect, 0, &transport.ConnectResponse{AssignedPeerID: 2})))
	s.Game(2e8, client, host, synth.Datagram(2, synth.Control(transport.PeerInfo, 1,
		&transport.Peer{PeerID: 2, Address: address, Name: wide("Kathryn")})))
	text := synth.Chat(2, "Kathryn here, on 93.184.216.34:4711. "+strings.Repeat("A long story. ", 40))
	s.Game(3e8, client, host, synth.Datagram(2, synth.Reliable(0, synth.Chat(2, "Kathryn is at 93.184.216.34"))))
	s.Game(35e7, client, host, synth.Datagram(2, synth.Reliable(3, synth.Chat(2, "see you tomorrow evening"))))
	for i, part := range synth.PartsOf(1, text, 200) {
		s.Game(time.Duration(4+i)*1e8, client, host, synth.Datagram(2, part))
		s.Game(time.Duration(4+i)*1e8+1e7, client, host, synth.Datagram(2, part)) // and a copy
	}
	lost := synth.PartsOf(2, text, 200)
	s.Game(2e9, client, host, synth.Datagram(2, lost[1]))
	s.Text(3e9, host, client, `\hostname\Kathryn's game\player_0\Kathryn\hostaddress\198.41.0.4\final\\queryid\1.1`)
	return s.Pcap(synth.Ethernet())
}

// TestKey: a second capture with the key of the first gets the same, and a key is read as it was written.
func TestKey(t *testing.T) {
	raw := invented(t, 1)
	key := share.NewKey()
	want := shared(t, "first", raw, share.New(everything, key), 2)
	var file bytes.Buffer
	must.Do(t, key.Write(&file))
	text := file.String()
	again := must.Get(share.ReadKey(&file))(t)
	if !bytes.Equal(want, shared(t, "second", raw, share.New(everything, again), 2)) {
		t.Error("the key gives something else")
	}
	if err := again.Write(&file); err != nil || file.String() != text {
		t.Error("the key has grown", err)
	}
	many := []byte(`{"v":1,"tokens":{"0":0`)
	for i := range 32768 {
		many = fmt.Appendf(many, `,"%d":1`, i+1)
	}
	long := strings.Repeat("a", 1<<20)
	must.Get(share.ReadKey(strings.NewReader(`{"v":1,"names":{"` + long + `":"` + long + `"}}`)))(t) // which takes no minute
	for _, bad := range []string{
		"", "{", "null", `{"v":1} more`, `{"v":2}`, `{"v":1,"names":{"Ace":"Bobby"}}`, `{"v":1,"addresses":{"10.0.0.1":"::1"}}`, `{"v":1,"more":1}`, `{"v":1,"tokens":{"x":1}}`,
		`{"v":1,"addresses":null}`, `{"v":1,"hardware":null}`, `{"v":1,"ports":null}`, `{"v":1,"tokens":null}`, `{"v":1,"names":null}`, `{"v":1,"texts":null}`,
		`{"v":1,"names":{"` + strings.Repeat("a", 2<<20) + `":""}}`, string(many) + "}}",
	} {
		if _, err := share.ReadKey(strings.NewReader(bad)); err == nil {
			t.Errorf("%.80q is taken for a key", bad)
		}
	}
}

// TestCounts: of a battle with other traffic, the ports of what is written are counted, and the file that the host names as
// the one that differs stays, which no player wrote.
func TestCounts(t *testing.T) {
	var raw bytes.Buffer
	o := battle.Options{Seed: 7, Players: 2, Duration: 20 * time.Second, Start: time.Unix(1700000000, 0), Noise: 2, Troubles: []battle.Trouble{{Name: "files", Player: 2}}}
	tap := must.Get(recorder.New(&raw, recorder.Options{Start: o.Start}))(t)
	must.Get(battle.Run(o, tap))(t)
	must.Do(t, tap.Close())
	p := share.New(share.Options{}, share.NewKey())
	result := shared(t, "files", raw.Bytes(), p, 2)
	if p.Count.Others == 0 || p.Count.Ports != p.Count.Frames {
		t.Errorf("%+v", p.Count)
	}
	var text string
	for r := range reporttest.Open(t, "files", result, decode.Options{}).Records() {
		if m, ok := r.Content().Message.(*message.SystemChecksumFail); ok {
			text = string(m.Text)
		}
	}
	if !strings.HasSuffix(text, ".pyc") {
		t.Errorf("the host names %q", text)
	}
}

// TestNestedTap: a frame of pktap within another one is left out, with the process that its header names.
func TestNestedTap(t *testing.T) {
	tap := func(link byte, inner []byte) []byte {
		head := make([]byte, 108)
		head[0], head[4], head[8], head[9] = 108, 1, link, 1 // 0x0102 is pktap, 0x0101 nothing
		copy(head[52:], "secretprocess")
		return append(head, inner...)
	}
	var raw bytes.Buffer
	w := capture.NewPcapWriter(&raw)
	data := tap(2, tap(1, []byte("secretpayload")))
	err := w.Write(&capture.Frame{Number: 1, Data: data, WireLength: uint32(len(data)), Link: capture.LinkPktap, Digits: 6})
	must.Do(t, errors.Join(err, w.Close()))
	o := everything
	o.All = true
	p := share.New(o, share.NewKey())
	if result := shared(t, "nested", raw.Bytes(), p, 1); bytes.Contains(result, []byte("secret")) || p.Count.Unreadable != 1 {
		t.Errorf("%+v: %q", p.Count, result)
	}
}
