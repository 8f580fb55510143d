package check

// Effect is what players notice if stock software is not what they meet.
type Effect struct {
	Class Class
	Says  string
}

// Class is how much an effect matters, the heaviest first.
type Class uint8

// Classes of effects.
const (
	ThrownOut Class = iota
	OtherWorld
	EventsLost
	Late
	Wasteful
	Unnoticed
)

// String names a class as JSON does.
func (c Class) String() string { return classes[c] }

var classes = [...]string{"thrown_out", "other_world", "events_lost", "late", "wasteful", "unnoticed"}

// Effects lists the names of the classes, the heaviest first.
func Effects() []string { return classes[:] }

var (
	noEntry        = &Effect{ThrownOut, "Players cannot join, or are refused."}
	thrown         = &Effect{ThrownOut, "Players are thrown out while they play."}
	unfound        = &Effect{ThrownOut, "Players do not find the server in their list."}
	unseen         = &Effect{OtherWorld, "Some players do not see some ships."}
	ghosts         = &Effect{OtherWorld, "Players see ships that are not there."}
	misplaced      = &Effect{OtherWorld, "Players see ships where they are not."}
	jerks          = &Effect{OtherWorld, "Ships move by jerks, or stand still."}
	damaged        = &Effect{OtherWorld, "Players see wrong damage on ships."}
	cloaked        = &Effect{OtherWorld, "Players see wrongly who is cloaked."}
	deaths         = &Effect{OtherWorld, "Ships explode otherwise, or not at all."}
	illegible      = &Effect{EventsLost, "A stock game cannot read some messages."}
	lost           = &Effect{EventsLost, "Some players miss shots, chat or scores."}
	shots          = &Effect{EventsLost, "Some players do not see some shots."}
	events         = &Effect{EventsLost, "Some players miss repairs, warps or deaths."}
	chat           = &Effect{EventsLost, "Chat goes astray, or has the wrong name."}
	scores         = &Effect{EventsLost, "Kills, deaths or scores are wrong."}
	listed         = &Effect{EventsLost, "The list of players is wrong."}
	figured        = &Effect{EventsLost, "The list of servers has wrong figures."}
	late           = &Effect{Late, "Messages that the network loses come late."}
	wasted         = &Effect{Wasteful, "Bandwidth is wasted; no other effect is known."}
	worldKept      = &Effect{OtherWorld, "Receivers drop messages: players see an old world."}
	unseenEntities = &Effect{OtherWorld, "Players do not see some entities, or see them wrongly."}
	blinking       = &Effect{OtherWorld, "Players see entities vanish, come back, or become others."}
	worldsDiffer   = &Effect{OtherWorld, "Players do not see the same world."}
	uneven         = &Effect{Late, "Entities move by jerks, or bandwidth is wasted."}
	frail          = &Effect{Late, "A State is lost with any of its packets."}
	unnoticed      = &Effect{Unnoticed, "No effect on players is known."}
)
