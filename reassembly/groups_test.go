package reassembly

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"bcdump/decode/cipher"
	"bcdump/decode/transport"
	"bcdump/internal/must"
)

// group is a sequence of datagrams for one fresh tracker, with what is to be said of
// each message.
type group struct {
	Name       string      `json:"name"`
	Steps      []groupStep `json:"steps"`
	Unfinished []lostEntry `json:"unfinished"`
}

type groupStep struct {
	Link       string       `json:"link"` // A or B: two clients of one host
	Hex        string       `json:"hex"`
	Enciphered bool         `json:"enciphered"`
	Messages   int          `json:"messages"`
	Retransmit []bool       `json:"retransmit"` // each missing flag is false
	Conflict   []bool       `json:"conflict"`
	OutOfOrder []bool       `json:"out_of_order"`
	Joined     []groupEntry `json:"joined"`
}

type groupEntry struct {
	Seq    uint16 `json:"seq"`
	Parts  int    `json:"parts"`
	Length int    `json:"length"`
	SHA256 string `json:"sha256"`
	Opcode byte   `json:"opcode"`
}

type lostEntry struct {
	Link  string `json:"link"`
	Seq   uint16 `json:"seq"`
	Have  []int  `json:"have"`
	Total int    `json:"total"`
}

func TestGroups(t *testing.T) {
	decoder := json.NewDecoder(bytes.NewReader(must.Get(os.ReadFile(filepath.Join("testdata", "groups.json")))(t)))
	decoder.DisallowUnknownFields()
	var groups []group
	must.Do(t, decoder.Decode(&groups))
	for _, g := range groups {
		t.Run(g.Name, func(t *testing.T) { replayGroup(t, &g) })
	}
}

func replayGroup(t *testing.T, g *group) {
	tr := New()
	for i, step := range g.Steps {
		plain := must.Get(hex.DecodeString(step.Hex))(t)
		if step.Enciphered {
			cipher.Decipher(plain, plain)
		}
		messages, fault := transport.Walk(plain, 0, nil)
		if fault.Cause != transport.None || len(messages) != step.Messages {
			t.Fatalf("step %d: %d messages, %s", i, len(messages), fault.String())
		}
		var joined []groupEntry
		for k := range messages {
			m := &messages[k]
			at := Point{Frame: int64(i), Flow: groupFlow(step.Link, plain[0]), Peer: plain[0], Index: k}
			out := tr.Observe(m, m.Payload(plain), at)
			got := [3]bool{out.Retransmit, out.Conflict, out.OutOfOrder}
			want := [3]bool{flag(step.Retransmit, k), flag(step.Conflict, k), flag(step.OutOfOrder, k)}
			if got != want {
				t.Errorf("step %d message %d: retransmit, conflict, out of order = %v, want %v", i, k, got, want)
			}
			if j := out.Joined; j != nil {
				sum := sha256.Sum256(j.Payload)
				joined = append(joined, groupEntry{
					m.Seq, len(j.Frames), len(j.Payload), hex.EncodeToString(sum[:]), j.Payload[0],
				})
			}
			if len(out.Lost) > 0 || out.FragmentConflict != "" {
				t.Errorf("step %d message %d: %s", i, k, verdict(out))
			}
		}
		if !reflect.DeepEqual(joined, step.Joined) {
			t.Errorf("step %d joins %+v, want %+v", i, joined, step.Joined)
		}
	}
	unfinished := []lostEntry{}
	for _, l := range tr.Flush() {
		link := "A"
		if l.Last.Flow == groupFlow("B", 2) {
			link = "B"
		}
		unfinished = append(unfinished, lostEntry{link, l.Seq, l.Have, l.Total})
	}
	if !reflect.DeepEqual(unfinished, g.Unfinished) {
		t.Errorf("unfinished are %+v, want %+v", unfinished, g.Unfinished)
	}
}

func groupFlow(link string, peer byte) Flow {
	n := int(link[0])
	if peer == hostPeer {
		return host(n)
	}
	return client(n)
}

func flag(flags []bool, i int) bool { return i < len(flags) && flags[i] }
