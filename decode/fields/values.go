package fields

import (
	"encoding/hex"
	"fmt"
	"math"
	"strings"

	"bcdump/decode/wire"
	"bcdump/internal/printable"
)

// Values gives the value of each field as text, in wire order, hidden ones too:
// entry i belongs to span i of a Reader that traced the same message. Of a message
// that was cut only the first limit fields are given.
// Beside numbers it says what they stand for: objects, players, classes, codes.
func Values(m wire.Message, limit int, names Names) []string {
	v := valueViewer{names: names}
	v.view.Show(m, limit, &v)
	return v.values
}

type valueViewer struct {
	view   wire.View
	values []string
	names  Names
	field  string // the last number
}

// Value takes one. A text that owns no bytes says what the number before it stands for.
func (v *valueViewer) Value(n *wire.Node) {
	if !n.Owned() {
		name := n.Name
		if n.Kind == wire.Characters && (strings.HasSuffix(name, "_name") && name != "posted_name" || name == "ship" && v.field == "species") {
			v.Explain(string(n.Bytes))
		}
		return
	}
	text := AppendValue(nil, n)
	switch {
	case n.Kind == wire.Characters:
		text = []byte(printable.Text(string(text)))
	case n.Kind == wire.Real && n.Unit != "":
		text = append(append(text, ' '), n.Unit...)
	}
	v.values = append(v.values, string(text))
	if n.Name == "rgba" {
		v.Explain(fmt.Sprintf("red %d, green %d, blue %d, alpha %d", uint8(n.Int>>24), uint8(n.Int>>16), uint8(n.Int>>8), uint8(n.Int)))
	}
	switch n.Kind {
	case wire.Int:
		v.field = n.Name
		v.Explain(PlayerOf(v.names, n))
	case wire.ID:
		if v.names != nil {
			v.Explain(string(v.names.AppendName(nil, uint32(n.Int))))
		}
	}
}

// Explain adds what the last value stands for.
func (v *valueViewer) Explain(text string) {
	if n := len(v.values); n > 0 && text != "" {
		v.values[n-1] += "  " + printable.Text(text)
	}
}

// Open does nothing.
func (v *valueViewer) Open(wire.Group, string) {}

// Close does nothing.
func (v *valueViewer) Close(wire.Group, bool) {}

// players gives names to peer ids, where Names does so too.
type players interface{ Player(peer uint8) string }

// PlayerOf is the name of the player whose peer id a value is; "" = it is none, or nobody knows it.
func PlayerOf(names Names, n *wire.Node) string {
	switch n.Name {
	case "player_id", "killer_id", "victim_id", "sender_id", "firing_player", "peer_id":
		if n.Kind == wire.Int {
			return PlayerName(names, n.Int)
		}
	}
	return ""
}

// PlayerName is the name of the player with a peer id; "" if nobody knows it.
func PlayerName(names Names, peer int64) string {
	if p, ok := names.(players); ok && peer > 0 && peer <= math.MaxUint8 {
		return p.Player(uint8(peer))
	}
	return ""
}

// AppendHexBytes appends data as pairs of hex digits with spaces between.
func AppendHexBytes(b, data []byte) []byte {
	for i := range data {
		if i > 0 {
			b = append(b, ' ')
		}
		b = hex.AppendEncode(b, data[i:i+1])
	}
	return b
}
