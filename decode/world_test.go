package decode_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// moved is an update with an offset from the baseline along y.
func moved(t float32, y float64) []byte {
	return message.Append(nil, 0x1C, &message.StateUpdate{
		ObjectID: firstShip, GameTime: t, DirtyFlags: message.FlagDelta | message.FlagSpeed,
		Delta: wire.CV4{Direction: wire.CV3{0, 127, 0}, Magnitude: wire.NewCF16(y)}, Speed: wire.NewCF16(5),
	})
}

// placed is an update with a full position.
func placed(t float32, at wire.Vector) []byte {
	return message.Append(nil, 0x1C, &message.StateUpdate{
		ObjectID: firstShip, GameTime: t, DirtyFlags: message.FlagPosition | message.FlagSpeed, Position: at, Speed: wire.NewCF16(5),
	})
}

// turned is an update without motion.
func turned(t float32) []byte {
	return message.Append(nil, 0x1C, &message.StateUpdate{ObjectID: firstShip, GameTime: t, DirtyFlags: message.FlagForward})
}

// where says what is known of the place of a ship at each update.
func where(t testing.TB, capture []byte) (list []string) {
	t.Helper()
	for r := range open(t, capture, decode.Options{Jobs: 1}).Records() {
		if _, ok := r.Content().Message.(*message.StateUpdate); !ok {
			continue
		}
		w, text := r.Context.World, "-"
		if w.Known {
			text = fmt.Sprintf("%.0f %.0f %.0f", w.Position[0], w.Position[1], w.Position[2])
		}
		for word, on := range map[string]bool{" estimated": w.Estimated, " late": r.Has(decode.Late), " jump": r.Has(decode.Jump)} {
			if on {
				text += word
			}
		}
		if w.Stale {
			text += " stale"
		}
		list = append(list, text)
	}
	return list
}

func TestWorld(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	akira := creationOf(t, ship.Stock().ByKey("akira"), firstShip, "Kirk", wire.Vector{7, 8, 9})
	up := func(list ...[]byte) *file {
		f := newFile()
		for _, p := range list {
			f.game(client, host, 2, unreliable(p))
		}
		return f
	}
	tests := []struct {
		name string
		file *file
		want string
	}{
		{"no baseline", up(moved(1, 2)), "-"},
		{"offsets do not add up", up(placed(1, wire.Vector{1, 2, 3}), moved(1.1, 1), moved(1.2, 2)), "1 2 3, 1 3 3, 1 4 3"},
		{"late", up(placed(1, wire.Vector{1, 2, 3}), moved(1.2, 2), moved(1.1, 1), moved(1.3, 3)), "1 2 3, 1 4 3, - late, 1 5 3"},
		{"late position is no baseline", up(placed(2, wire.Vector{1, 2, 3}), placed(1, wire.Vector{50, 2, 3}), moved(2.1, 1)), "1 2 3, - late, 1 3 3"},
		{"same time", up(placed(1, wire.Vector{1, 2, 3}), placed(1, wire.Vector{1, 2, 3})), "1 2 3, 1 2 3"},
		{"two seconds", up(placed(1, wire.Vector{1, 2, 3}), moved(3, 1)), "1 2 3, 1 3 3"},
		{"more than two seconds", up(placed(1, wire.Vector{1, 2, 3}), moved(3.1, 1)), "1 2 3, 1 3 3 stale"},
		{"clock starts again", up(placed(60, wire.Vector{1, 2, 3}), moved(54.9, 1), placed(55, wire.Vector{4, 5, 6})), "1 2 3, -, 4 5 6"},
		{"clock goes back a little", up(placed(60, wire.Vector{1, 2, 3}), moved(55, 1)), "1 2 3, - late"},
		{"without motion, another clock", up(placed(60, wire.Vector{1, 2, 3}), turned(2), turned(500), moved(60.1, 1)), "1 2 3, -, -, 1 3 3"},
		{"estimated", up(akira, moved(1, 2)), "7 10 9 estimated"},
		{"no longer estimated", up(akira, moved(1, 2), placed(1.1, wire.Vector{70, 8, 9}), moved(1.2, 1)), "7 10 9 estimated, 70 8 9, 70 9 9"},
		{"created again", up(placed(60, wire.Vector{1, 2, 3}), akira, moved(2, 1)), "1 2 3, 7 9 9 estimated"},
		{"created again, the copy comes late", up(akira, placed(5, wire.Vector{1, 2, 3})).toClient(client, akira, placed(60, wire.Vector{500, 2, 3})).game(client, host, 2, unreliable(bytes.Clone(akira))).toClient(client, placed(60.1, wire.Vector{1, 2, 3})), "1 2 3, 500 2 3, 1 2 3"},
		{"jump", up(placed(1, wire.Vector{1, 2, 3}), moved(1.1, 900)), "1 2 3, 1 902 3 jump"},
		{"far but slowly", up(placed(1, wire.Vector{1, 2, 3}), placed(61, wire.Vector{1, 302, 3})), "1 2 3, 1 302 3"},
		{"ordinary flight after a lost position", up(placed(1, wire.Vector{1, 2, 3}), moved(2.1, 0.5), placed(3, wire.Vector{1, 12, 3})), "1 2 3, 1 2 3, 1 12 3"},
		{"time is no number", up(placed(1, wire.Vector{1, 2, 3}), moved(nan, 1), moved(inf, 1), moved(1.1, 1)), "1 2 3, -, -, 1 3 3"},
		{"position is no number", up(placed(1, wire.Vector{1, 2, 3}), placed(1.1, wire.Vector{nan, 0, 0}), moved(1.2, 1), placed(1.3, wire.Vector{1, 2, inf}), moved(1.4, 1), placed(1.5, wire.Vector{2, 2, 2})), "1 2 3, -, -, -, -, 2 2 2"},
		{"each way its own", up(placed(1, wire.Vector{1, 2, 3})).toClient(client, moved(1.1, 1), placed(1.2, wire.Vector{5, 5, 5})).toClient(other, moved(1.3, 1)).game(client, host, 2, unreliable(moved(1.4, 1))), "1 2 3, -, 5 5 5, -, 1 3 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(where(t, tt.file.data), ", "); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestWorldVectors reads published vectors with a known baseline.
func TestWorldVectors(t *testing.T) {
	tests := []struct {
		name, hex string
		want      [3]float64
	}{
		{"delta-world-y", "1c000100400000c24212007f0095615747", [3]float64{100, 139.011, 25.5}},
		{"delta-world-vector", "1c000100403333c242021d7a0c9561", [3]float64{143.16, 131.5696, 43.35931}},
		{"delta-zero", "1c000100406666c242020000000000", [3]float64{100, -50, 25.5}},
		{"delta-extreme-negative", "1c000100409a99c24202818181ff7f", [3]float64{-9900, -10050, -9974.5}},
	}
	base := message.Append(nil, 0x1C, &message.StateUpdate{
		ObjectID: 0x40000100, GameTime: 96.9, DirtyFlags: message.FlagPosition, Position: wire.Vector{100, -50, 25.5},
	})
	for _, tt := range tests {
		p := must.Get(hex.DecodeString(tt.hex))(t)
		f := newFile().game(client, host, 2, unreliable(base)).game(client, host, 2, unreliable(p))
		w := read(t, f.data, decode.Options{})[1].Context.World
		for i, want := range tt.want {
			if !w.Known || math.Abs(float64(w.Position[i])-want) > 0.001 {
				t.Errorf("%s: %+v, want %v", tt.name, w, tt.want)
				break
			}
		}
	}
}

// TestWorldMany: of 5,000 ships the places of the newest 4,096 are known. Nobody is told of the others: in an evening of eight
// players they are of former lives, and where one that lives is, its next position says.
func TestWorldMany(t *testing.T) {
	f := newFile()
	say := func(p []byte, ship uint32) {
		p[1], p[2] = byte(ship), byte(ship>>8)
		f.game(client, host, 2, unreliable(p))
	}
	const ships, kept = 5000, 4096
	for i := range uint32(ships) {
		say(placed(1, wire.Vector{}), i)
	}
	for _, i := range []uint32{ships - 1, ships - kept, ships - kept - 1} { // the last begins anew, and pushes out another
		say(moved(1.1, 1), i)
	}
	if got, want := where(t, f.data)[ships:], []string{"0 1 0", "0 1 0", "-"}; !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	c := open(t, f.data, decode.Options{})
	for range c.Records() {
	}
	if sum := c.Summary(); sum.Evictions() != 0 {
		t.Errorf("%d forgotten", sum.Evictions())
	}
}

// TestWorldOfSharedCaptures lists jumps. Ships of the simulator fly; those of the
// test clients are set somewhere else by a script now and then.
func TestWorldOfSharedCaptures(t *testing.T) {
	for name, raw := range outside.Read(t, 64<<20) {
		jumps, late, stale, known := 0, 0, 0, 0
		for r := range open(t, raw, decode.Options{}).Records() {
			if r.Has(decode.Jump) {
				if jumps++; jumps < 6 {
					t.Logf("%s frame %d %s: %+v", name, r.Frame, r.Dir, r.Diagnostics())
				}
			}
			if r.Has(decode.Late) {
				late++
			}
			if r.Context.World.Stale {
				stale++
			}
			if r.Context.World.Known {
				known++
			}
		}
		t.Logf("%s: %d positions, %d late, %d stale, %d jumps", name, known, late, stale, jumps)
		if jumps > 0 && (strings.HasPrefix(name, "synth") || name == "battle-1.pcap") {
			t.Errorf("%s: %d jumps", name, jumps)
		}
	}
}
