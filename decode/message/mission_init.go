package message

import "bcdump/decode/wire"

// MissionInit, opcode 0x35, host to a new player: the limits of the round.
//
//	+0   u8     opcode 0x35
//	+1   u8     player_limit
//	+2   u8     system_index       1-7 Multi1 to Multi7, 8 Albirea, 9 Poseidon
//	+3   u8     time_limit         minutes, 255 = none
//	     i32    end_time           host clock in seconds; only with a time limit
//	     u8     frag_limit         255 = none
//
// Source: observed without limits; end_time from the game's readable scripts.
type MissionInit struct {
	PlayerLimit uint8
	SystemIndex uint8
	TimeLimit   uint8
	EndTime     int32
	FragLimit   uint8
}

// NoLimit in TimeLimit or FragLimit means that there is none.
const NoLimit = 255

var systemNames = [...]string{1: "Multi1", "Multi2", "Multi3", "Multi4", "Multi5", "Multi6", "Multi7", "Albirea", "Poseidon"}

// Visit describes the fields in wire order.
func (m *MissionInit) Visit(v wire.Visitor) {
	v.U8("player_limit", &m.PlayerLimit)
	v.U8("system_index", &m.SystemIndex)
	name := m.SystemName()
	wire.Optional(v, name != "", "system_index 1 to 9", func() { v.ShowText("system_name", name) })
	v.U8None("time_limit", NoLimit, &m.TimeLimit)
	wire.Optional(v, m.TimeLimit != NoLimit, "time_limit not 255", func() {
		v.Evidence(wire.Document)
		v.I32("end_time", &m.EndTime)
		v.Evidence(wire.Observed)
	})
	v.U8None("frag_limit", NoLimit, &m.FragLimit)
}

// SystemName names the star system, "" if the index is not known.
func (m *MissionInit) SystemName() string {
	if int(m.SystemIndex) >= len(systemNames) {
		return ""
	}
	return systemNames[m.SystemIndex]
}
