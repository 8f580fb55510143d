package battle

import "bcdump/decode/message"

// Classes and codes of events; docs/protocol.md has all of them.
const (
	subsystemEvent = 0x0101
	boolEvent      = 0x0104
	charEvent      = 0x0105
	objPtrEvent    = 0x010C
	listEvent      = 0x0866
	collisionEvent = 0x8124
	firingEvent    = 0x8128
	explodingEvent = 0x8129

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
	return &message.Event{ClassID: listEvent, EventCode: newPlayerInGame, TargetID: list, PeerID: peer}
}

func playerLeft(list uint32, peer uint8) *message.Event {
	return &message.Event{ClassID: listEvent, EventCode: deletePlayer, TargetID: list, PeerID: peer}
}
