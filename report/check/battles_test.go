package check_test

import (
	"bytes"
	"net/netip"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/cipher"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/figures"
)

// view is what of a battle is captured.
type view struct {
	from  time.Duration                                        // what comes earlier is not there
	lacks func(at time.Duration, from, to netip.AddrPort) bool // what is not there; nil = nothing
	set   func(at time.Duration) time.Duration                 // by how much the clock was set; nil = it was not
	alter alteration                                           // of the datagrams that are recorded; nil = none
	drops func(plain []byte) bool                              // datagrams that are not there either; nil = none
}

// alteration changes a plaintext datagram in place.
type alteration func(from, to netip.AddrPort, plain []byte)

// tap records what a view has.
type tap struct {
	*recorder.Recorder
	view
}

// Datagram records a datagram, if the view has it.
func (t tap) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	if at < t.from || t.lacks != nil && t.lacks(at, from, to) {
		return 0
	}
	if t.set != nil {
		at += t.set(at)
	}
	plain := make([]byte, len(payload))
	if cipher.Decipher(plain, payload); t.drops != nil && t.drops(plain) {
		return 0
	}
	if t.alter != nil {
		t.alter(from, to, plain)
		payload = plain
		cipher.Encipher(payload, plain)
	}
	return t.Recorder.Datagram(at, from, to, payload)
}

// capture plays a battle and records what a view has of it.
func capture(t testing.TB, o battle.Options, v view) (*battle.Truth, []byte) {
	t.Helper()
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var b bytes.Buffer
	r := must.Get(recorder.New(&b, recorder.Options{Start: o.Start}))(t)
	truth, err := battle.Run(o, tap{r, v})
	if err == nil {
		err = r.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return truth, b.Bytes()
}

// judged holds a capture against all rules.
func judged(t testing.TB, content []byte) *figures.CheckFile {
	t.Helper()
	c := must.Get(decode.Open("battle.pcap", bytes.NewReader(content), decode.Options{}))(t)
	defer func() { _ = c.Close() }()
	return must.Get(check.Of("battle.pcap", c, check.Options{Judge: check.Both}))(t)
}

// failed gives the rules that failed.
func failed(f *figures.CheckFile) (list []figures.CheckRule) {
	return slices.DeleteFunc(slices.Clone(f.Rules), func(r figures.CheckRule) bool { return r.Verdict != figures.Failed })
}

// recordedOf plays a battle and gives its capture.
func recordedOf(o battle.Options) []byte {
	o.Start = time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var b bytes.Buffer
	if _, err := recorder.Record(&b, o, recorder.Options{Start: o.Start}); err != nil {
		panic(err)
	}
	return b.Bytes()
}
