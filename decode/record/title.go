package record

import (
	"fmt"
	"sync"

	"bcdump/decode/gamespy"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// Titles of records that are no messages with a name.
const (
	titleUnknown    = "unknown"
	titleUnreadable = "unreadable"
	titleLost       = "lost message"
	titlePart       = "part"
)

// typeTitles are what control messages are called; Data is one without an opcode.
var typeTitles = map[transport.Type]string{
	transport.PeerInfo: "PeerInfo", transport.Ack: "Ack", transport.Keepalive: "Keepalive",
	transport.Connect: "Connect", transport.Boot: "Boot", transport.Disconnect: "Disconnect",
	transport.OldDisconnect: "Disconnect", transport.Data: "Data",
}

// Title is what the record is called where people read it: the name of its message, if there
// is one, "Ack" and the like for control messages, and a word for what is no whole message.
// Every record has one. JSON prints Name instead.
func (r *Record) Title() string {
	if name := r.Name(); name != "" {
		return name
	}
	opcode, hasOpcode := r.Opcode()
	switch {
	case r.Proto == GameSpy:
		return gameSpyTitle(r.Content().Kind)
	case r.Proto != BC && r.Dir == "":
		return titleUnknown
	case r.Proto != BC && hasOpcode:
		return EntityTitle(opcode)
	case r.Proto != BC || r.Unread:
		return titleUnreadable
	case r.Lost():
		return titleLost
	case r.Part():
		return titlePart
	case hasOpcode:
		return opcodeTitles()[opcode]
	}
	return TypeTitle(r.Header.Type)
}

func gameSpyTitle(k gamespy.Kind) string { return "GameSpy " + k.String() }

// Titles lists all titles but the names of messages. The rare ones are those of opcodes and types
// that no source knows.
func Titles() (usual, rare []string) {
	for _, t := range ControlTypes() {
		usual = append(usual, TypeTitle(t))
	}
	for k := gamespy.KindUnknown; k <= gamespy.KindValidate; k++ {
		usual = append(usual, gameSpyTitle(k))
	}
	for opcode, title := range opcodeTitles() {
		if message.Lookup(uint8(opcode)) == nil {
			rare = append(rare, title)
		}
		rare = append(rare, EntityTitle(uint8(opcode)))
	}
	return append(usual, "Data", titlePart, titleLost, titleUnreadable, titleUnknown), rare
}

// ControlTypes lists the types of transport messages other than Data.
func ControlTypes() []transport.Type {
	return []transport.Type{
		transport.Ack, transport.Keepalive, transport.Connect, transport.PeerInfo, transport.Boot, transport.Disconnect,
	}
}

// TypeTitle is what messages of such a type are called: "Ack", "PeerInfo".
func TypeTitle(t transport.Type) string { return typeTitles[t] }

// EntityTitle is what an entity-state message of a type is called that has no name.
func EntityTitle(kind uint8) string { return fmt.Sprintf("type %d", kind) }

// OpcodeTitle is what a game message is called whose opcode has no name.
func OpcodeTitle(opcode uint8) string { return opcodeTitles()[opcode] }

// opcodeTitles are made once: a flood of unknown opcodes costs nothing.
var opcodeTitles = sync.OnceValue(func() (titles [256]string) {
	for opcode := range titles {
		titles[opcode] = fmt.Sprintf("opcode 0x%02X", opcode)
		if message.OfMods(uint8(opcode)) {
			titles[opcode] = fmt.Sprintf("mod 0x%02X", opcode)
		}
	}
	return titles
})
