package battle

import "bcdump/decode/message"

// Codes of events; docs/protocol has all of them.
const (
	objectExploding   = 0x0080004E
	objectCollision   = 0x00800050
	targetChanged     = 0x00800058
	repairCompleted   = 0x00800074
	repairPriority    = 0x00800076
	weaponFired       = 0x0080007C
	phaserStarted     = 0x00800081
	phaserStopped     = 0x00800083
	startFiring       = 0x008000D8
	stopFiring        = 0x008000DA
	statusNotify      = 0x008000DD
	addToRepairList   = 0x008000DF
	setPhaserLevel    = 0x008000E0
	newPlayerInGame   = 0x008000F1
	torpedoTypeNotify = 0x008000FE
	deletePlayer      = 0x00060005
)

// joined and playerLeft name an object of the host, which differs from game to game.
func joined(list uint32, peer uint8) *message.Event {
	return &message.Event{ClassID: message.ClassPlayerList, EventCode: newPlayerInGame, TargetID: list, PeerID: peer}
}

func playerLeft(list uint32, peer uint8) *message.Event {
	return &message.Event{ClassID: message.ClassPlayerList, EventCode: deletePlayer, TargetID: list, PeerID: peer}
}
