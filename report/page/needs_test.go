package page_test

import (
	"bytes"
	"compress/gzip"
	"encoding/ascii85"
	"encoding/binary"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// TestNeedsNoMore: with all that stats, match and check tell, the page shows what it shows with what its block has of them.
func TestNeedsNoMore(t *testing.T) {
	_, sound := battleOf(t)
	_, raw := record(battle.Options{Players: 3, Duration: 40 * time.Second, Seed: 4})
	raw = must.Get(edit.Read(raw))(t).Of(
		edit.Each(edit.Up(0x2C), edit.Relays(edit.Set(func(m *message.Chat) { m.SenderID++ }))),
		edit.First(3, edit.Down(0x1D), edit.Bytes(func(b []byte) []byte { return append(b, 0) })),
		edit.Each(edit.Up(0x2A), func(c *edit.Capture, m *edit.Message) {
			c.Tell(m.At()+time.Second, m.Link, m.Dir, 0x0E, &message.Event{})
		}))
	broken := replayOf(t, "broken.pcap", raw)
	if len(broken.Check.Files[0].Causes) == 0 || len(broken.Stats.Notes) == 0 {
		t.Error("no causes, or no notes")
	}
	for _, r := range []*figures.Replay{sound, broken} {
		html := written(t, r)
		own, all := open(t, r, fromAbove).tells(), openHTML(t, whole(t, html, r), fromAbove).tells()
		if len(own) < 200 {
			t.Errorf("%d texts and queries, that is not all", len(own))
		}
		for i := range max(len(own), len(all)) {
			if i >= len(own) || i >= len(all) || own[i] != all[i] {
				t.Fatalf("text %d of %d is %.200q, with all %.200q", i, len(own), own[i:min(i+1, len(own))], all[i:min(i+1, len(all))])
			}
		}
	}
}

// tells gives the texts of tables and maps, and their queries.
func (p *tab) tells() []string {
	p.Helper()
	return of[[]string](p, `[...document.querySelectorAll("#scores, #scores .query, #protocol, #protocol .query")].map((node) => {
		if (!node.classList.contains("query")) return node.innerHTML;
		node.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
		return node.textContent + ": " + document.querySelector("#tip code").textContent;
	})`)
}

// whole gives a page whose block has these documents as they are.
func whole(t *testing.T, html string, r *figures.Replay) []byte {
	t.Helper()
	text := between(t, html, `id="data">`, "</script>")
	unpacked := must.Get(gzip.NewReader(ascii85.NewDecoder(strings.NewReader(strings.ReplaceAll(text, "v", "<")))))(t)
	plain := must.Get(io.ReadAll(unpacked))(t)
	n := 8 + binary.LittleEndian.Uint32(plain[4:])
	var head struct {
		Columns json.RawMessage `json:"columns"`
		Report  map[string]any  `json:"report"`
		Stats   json.RawMessage `json:"stats"`
	}
	must.Do(t, json.Unmarshal(plain[8:n], &head))
	for key, document := range map[string]any{"match": r.Match, "stats": r.Stats, "check": r.Check} {
		head.Report[key] = []any{document}
	}
	full := must.Get(json.Marshal(head))(t)
	var out bytes.Buffer
	letters := ascii85.NewEncoder(&out)
	packed := gzip.NewWriter(letters)
	block := append(binary.LittleEndian.AppendUint32(plain[:4:4], uint32(len(full))), full...) //nolint:gosec // it is small
	must.Get(packed.Write(append(block, plain[n:]...)))(t)
	must.Do(t, packed.Close())
	must.Do(t, letters.Close())
	return []byte(strings.Replace(html, text, strings.ReplaceAll(out.String(), "<", "v"), 1))
}
