package fields_test

import (
	"slices"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// crew knows an object and a player.
type crew struct{}

func (crew) AppendName(b []byte, id uint32) []byte {
	if id == 0x3FFFFFFF {
		return append(b, "Cady2's Akira"...)
	}
	return b
}

func (crew) Player(peer uint8) string {
	if peer == 3 {
		return "Ace"
	}
	return ""
}

// TestValuesNamed: what lines of text name is named beside the numbers of fields, too.
func TestValuesNamed(t *testing.T) {
	explosion := message.Event{ClassID: message.ClassObjectExploding, EventCode: 0x0080004E, TargetID: 0x3FFFFFFF, FiringPlayer: 3, Lifetime: 9.5}
	if got, want := fields.Values(&explosion, fields.All, crew{}), []string{
		"0x00008129  ObjectExplodingEvent", "0x0080004E  OBJECT_EXPLODING", "0x00000000", "0x3FFFFFFF  Cady2's Akira", "3  Ace", "9.50 s",
	}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	chat := message.Chat{SenderID: 4, Text: []byte("hi")}
	if got, want := fields.Values(&chat, fields.All, crew{}), []string{"4", "hi"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	torpedo := message.TorpedoFire{Projectile: 2, Flags: 4}
	if got := fields.Values(&torpedo, 2, nil); !slices.Equal(got, []string{"0x00000000", "2  Photon"}) {
		t.Errorf("cut: %q", got)
	}
}
