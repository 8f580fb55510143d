package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/terminal"
)

// TestBytes: a datagram as it is on the wire, its plaintext, and each message alone are decoded to what the capture has.
func TestBytes(t *testing.T) {
	heavy.SkipRace(t, "TestReportAction has the same goroutines")
	of := func(words ...string) (names []string) {
		t.Helper()
		var out, wrong bytes.Buffer
		status := run(append([]string{"decode", "-o", "json"}, words...), streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(&wrong)})
		for line := range strings.Lines(out.String()) {
			var x struct {
				Type, Opcode, Name, Dir string
				Size                    int
			}
			must.Do(t, json.Unmarshal([]byte(line), &x))
			names = append(names, fmt.Sprint(x.Type, x.Opcode, x.Name, x.Size, x.Dir))
		}
		if status != exitOK {
			t.Errorf("%q: status %d, %s", words, status, &wrong)
		}
		return names
	}
	tried := map[string]int{}
	for _, capture := range []string{"session-small.pcap", "stock-messages.pcap", "join-files.pcap"} {
		c := must.Get(decode.OpenFile("../../testdata/pcaps/"+capture, decode.Options{}))(t)
		var want []string
		flush := func(wire, plain string) {
			if len(want) == 0 {
				return
			}
			if got := of("--bytes", wire); !slices.Equal(got, want) {
				t.Errorf("%s, %s: %q, want %q", capture, wire, got, want)
			}
			if got := of("--bytes", plain); !slices.Equal(got, want) {
				t.Errorf("%s, plain %s: %q, want %q", capture, plain, got, want)
			}
			tried["datagrams"]++
		}
		var wire, plain string
		frame := int64(0)
		for r := range c.Records() {
			if r.Frame != frame {
				if tried["datagrams"] < 400 {
					flush(wire, plain)
				}
				frame, want, wire, plain = r.Frame, nil, fmt.Sprintf("%x", r.Datagram.Payload), fmt.Sprintf("% x", r.Plain)
			}
			if r.Proto != decode.BC || r.Joined() || r.Unread || r.Part() || r.Undecoded() {
				frame, want = r.Frame, nil
				wire = ""
				continue
			}
			opcode, game := r.Opcode()
			name, size := r.Title(), len(r.Payload)
			text := fmt.Sprint(r.TypeName(), "", "", 0, r.Dir)
			if game {
				text = fmt.Sprint(r.TypeName(), fmt.Sprintf("0x%02X", opcode), name, size, r.Dir)
			}
			if wire != "" {
				want = append(want, text)
			}
			if game && tried[name] < 3 && r.Copy == 0 {
				tried[name]++
				if got := of("--bytes", fmt.Sprintf("0x%x", r.Payload), "--dir", string(r.Dir)); !slices.Equal(got, []string{text}) {
					t.Errorf("%s, frame %d: %q, want %q", capture, r.Frame, got, text)
				}
			}
		}
		must.Do(t, c.Close())
	}
	if tried["datagrams"] < 300 || len(tried) < 20 {
		t.Errorf("only %v tried", tried)
	}
	for words, want := range map[string]string{
		"--bytes 1cz": "no hexadecimal digit", "--bytes 1cf": "3 digits are no whole bytes", "--bytes ,": "there are no bytes", "--dir C>S x.pcap": "--dir needs --bytes",
		"--bytes 1c x.pcap": "--bytes takes no file", "--bytes 1c --dir host": "expected C>S, S>C",
	} {
		var out, wrong bytes.Buffer
		if status := run(append([]string{"decode"}, strings.Fields(words)...), streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(&wrong)}); status != exitUsage || !strings.Contains(wrong.String(), want) {
			t.Errorf("%s: status %d, %s", words, status, &wrong)
		}
	}
}
