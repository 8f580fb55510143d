package entitystate

import "bcdump/decode/wire"

// LobbyStatus, type 14 of early and 12 of late servers, server to clients.
//
//	+0   u32  host_id      player who may start
//	+4   u8   base_lives
//	+5   u8   difficulty
//	+6   u8   started
//	+7   u8   reserved
//
// Source: documents.
type LobbyStatus struct {
	HostID     uint32
	BaseLives  uint8
	Difficulty uint8
	Started    uint8
	Reserved   uint8
}

// Visit describes the fields in wire order.
func (m *LobbyStatus) Visit(v wire.Visitor) {
	v.U32("host_id", &m.HostID)
	v.U8("base_lives", &m.BaseLives)
	v.U8("difficulty", &m.Difficulty)
	v.U8("started", &m.Started)
	v.U8("reserved", &m.Reserved)
}
