package check

import (
	"encoding/binary"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

var causes = [...]Cause{
	{
		ID: "counts-in-8-bits", Side: Both, Effect: thrown,
		Says: "Sequence numbers are counted in 8 bits: 0 follows 255. What comes then is sent again though acknowledged, and at last the receiver is given up.",
		Mend: "Count sequence numbers, and compare those of Acks, in 16 bits.",
		Follows: []Follower{
			{"transport-seq-16bit", nil},
			{"transport-retransmit-stops", wrappedMessage},
			{"transport-retransmit-interval", wrappedMessage},
			{"transport-seq-unique", func(t *trial, _ *link, _ match.Event) bool {
				h := &t.heard
				return !h.control() && h.link.numbers[h.to][0].eightBit && h.number >= wrapsAt
			}},
			{"leave-timeout", (*trial).exhausted},
		},
	},
	{
		ID: "relays-client-updates", Side: Server, Effect: wasted,
		Says: "Updates of clients are passed on as they are, beside the host's own.",
		Mend: "Put motion and subsystems into one update of the host, with its clock, and pass none on.",
		Follows: []Follower{
			{"update-not-relayed", nil},
			{"update-subsystems-from-server", relayedUpdate},
			{"update-hash-side", relayedUpdate},
			{"update-cloak-only-cloakers", relayedUpdate},
			{"update-clock", func(t *trial, _ *link, _ match.Event) bool {
				return t.newest.relayed || t.newest.stream.newestRelayed
			}},
			{"update-remote-motion", onlyRelayedMotion},
			{"update-position-refresh", onlyRelayedMotion},
			{"update-position-jumps", func(t *trial, _ *link, _ match.Event) bool {
				return t.about.carried > 0 && t.about.carried < t.about.moving
			}},
		},
	},
	{
		ID: "clock-of-one", Side: Server, Effect: jerks,
		Says:    "One client is told another time of the game than the others.",
		Mend:    "Write the same clock into the updates for all.",
		Follows: []Follower{{"update-clock-shared", nil}, {"update-clock-drift", (*trial).clockApart}, {"update-clock", (*trial).clockApart}},
	},
	{
		ID: "shield-without-facings", Side: Server, Effect: damaged,
		Says:    "The shield generator is written without its six facings.",
		Mend:    "Write the six facings of the shield generator into its block.",
		Follows: []Follower{{"update-block-layout", (*trial).shieldOnly}},
	},
	{
		ID: oneCursor, Side: Server, Effect: damaged,
		Says:    "Subsystem blocks of a moment begin alike for all receivers: a ship has one cursor. Who gets shorter blocks than the owner never gets some subsystems.",
		Mend:    "Keep a cursor for each ship and receiver, and move it with each block.",
		Follows: []Follower{{"update-roundrobin", func(t *trial, _ *link, _ match.Event) bool { return t.about.chain.alike() }}},
	},
	{
		ID: "echoes-peerinfo", Side: Server, Effect: wasted,
		Says: "Each client gets its own PeerInfo back, again and again, and that of nobody else.",
		Mend: "Send each PeerInfo once to every client, under a new number.",
		Follows: []Follower{
			{"join-peerinfo-not-periodic", ownPeerInfo},
			{"join-peerinfo-relay", func(_ *trial, l *link, _ match.Event) bool { return l.echoed && !l.introduced }},
			{"transport-retransmit-until-ack", func(t *trial, _ *link, _ match.Event) bool {
				d := t.delivery
				return d.to == toClient && d.channel == 1 && d.link.echoed && transport.Type(t.Row(d.row).Kind) == transport.PeerInfo
			}},
			{"transport-seq-unique", ownPeerInfo},
		},
	},
	{
		ID: "relays-reports", Side: Server, Effect: unnoticed,
		Says:    "Messages of a client that are for the host alone are passed on: NewPlayerInGame, CollisionEffect.",
		Mend:    "Keep NewPlayerInGame (0x2A) and CollisionEffect (0x15), pass neither on.",
		Follows: []Follower{{"sender-newplayer-client", relayedMessage}, {"sender-collision-client", relayedMessage}},
	},
	{
		ID: "scores-with-gameinit", Side: Server, Effect: unnoticed,
		Says:    "Scores share a datagram with GameInit, the newcomer's own among them.",
		Mend:    "Wait for NewPlayerInGame (0x2A), and send MissionInit before scores.",
		Follows: []Follower{{"join-missioninit-first", (*trial).scoredEarly}, {"join-scores", (*trial).scoredEarly}},
	},
	{
		ID: "round-skipped", Side: Server, Effect: noEntry,
		Says:    "A round of checksums is never asked for.",
		Mend:    "Ask for the rounds 0, 1, 2, 3 and 255, one after the other.",
		Follows: []Follower{{"checksum-requests", nil}, {"checksum-serial", (*trial).roundSkipped}},
	},
	{
		ID: "no-player-list", Side: Server, Effect: listed,
		Says: "PlayerListEvent is never sent.",
		Mend: "Send every client a PlayerListEvent for each player that joins or leaves.",
		Follows: []Follower{
			{"join-playerlist-sent", neverTold(message.OpcodePlayerListEvent)}, {"join-order-after-newplayer", neverTold(message.OpcodePlayerListEvent)},
			{"leave-playerlist", neverTold(message.OpcodePlayerListEvent)}, {"leave-messages", neverTold(message.OpcodePlayerListEvent)},
		},
	},
	{
		ID: "no-scores", Side: Server, Effect: scores,
		Says:    "Scores are never sent.",
		Mend:    "Send a newcomer the score of each other player, and every client each change.",
		Follows: []Follower{{"join-scores", neverTold(message.OpcodeScore, message.OpcodeScoreInit, message.OpcodeScoreChange)}, {"death-score", neverTold(message.OpcodeScore, message.OpcodeScoreInit, message.OpcodeScoreChange)}},
	},
	{
		ID: "lengthens-chat", Side: Server, Effect: chat,
		Says:    "Chat is passed on with bytes behind its text.",
		Mend:    "Pass Chat on with the bytes that the client sent.",
		Follows: []Follower{{"payload-layout", longerChat}, {"chat-to-all", func(_ *trial, l *link, _ match.Event) bool { return l != nil && l.lengthened }}},
	},
	{
		ID: "leaver-not-listed", Side: Server, Effect: listed,
		Says:    "The others are not told once, with PlayerListEvent, that a client leaves.",
		Mend:    "Send each other client one PlayerListEvent with code 0x00060005 and the id of who leaves.",
		Follows: []Follower{{"leave-playerlist", nil}, {"leave-messages", (*trial).leftUnlisted}},
	},
	{
		ID: "creation-blob", Side: Client, Effect: damaged,
		Says: "The state of the subsystems in a creation is not that of the class.",
		Mend: "Write the state of each subsystem of the class, and nothing behind it.",
		Follows: []Follower{{"object-blob", nil}, {"payload-layout", func(t *trial, _ *link, _ match.Event) bool {
			m, ok := t.heard.content().Message.(*message.ObjectCreate)
			return ok && !blobRead(&t.heard, m)
		}}},
	},
	{
		ID: foreignID, Side: Client, Effect: unseen, Across: true,
		Says: "A ship has an id of another player's slot, or of another ship: what is said of both is mixed.",
		Mend: "Take the ids of ships from the slot that Settings tells: 0x3FFFFFFF + slot × 0x40000, and upward.",
		Follows: followForeign("object-ids", "object-own-only", "object-no-host-spawn", "object-used-after-death", "weapon-id-kind", "weapon-torpedo-kind", "event-class-and-code",
			"event-repair-ids", "death-event", "death-killer", "death-explosion", "relay-creation-all-peers", "relay-weapons-all-peers", "relay-events-all-peers", "update-subsystems-from-server", "update-hash-side", "update-own-form",
			"update-power-bytes", "update-remote-motion", "update-block-layout", "update-block-window", "update-roundrobin", "update-first-cycle", "update-rate", "update-position-refresh", "update-position-first", "update-clock",
			"update-gaps", "update-position-jumps", "update-condition-steady", "update-power-entries", "update-power-roundrobin", "update-cloak-only-cloakers", "update-cloak-follows-owner", "update-after-death", "update-clock-stands"),
	},
	{
		ID: "peerinfo-number-0", Side: Client, Effect: unnoticed,
		Says: "PeerInfo has sequence number 0, which the connect request had.",
		Mend: "Send PeerInfo once, with sequence number 1.",
		Follows: []Follower{
			{"join-peerinfo-once", func(_ *trial, l *link, _ match.Event) bool { return l.infoAtZero }},
			{"transport-seq-unique", func(t *trial, _ *link, _ match.Event) bool {
				return transport.Type(t.heard.Kind) == transport.PeerInfo && t.heard.Seq == 0
			}},
		},
	},
	{
		ID: "shots-without-object", Side: Client, Effect: shots,
		Says:    "Events name no object: the id is 0.",
		Mend:    "Name the part of the ship that the event is about.",
		Follows: []Follower{{"object-own-only", namesNothing}, {"event-class-and-code", namesNothing}},
	},
}

// foreignID is the cause of ships that players make with ids that are not theirs.
const foreignID = "id-of-another-slot"

func followForeign(rules ...string) (all []Follower) {
	for _, id := range rules {
		all = append(all, Follower{id, (*trial).aboutForeign})
	}
	return all
}

// aboutForeign reports whether a violation is about such a ship, or one of its parts.
func (t *trial) aboutForeign(*link, match.Event) bool {
	h := &t.heard
	switch {
	case len(t.foreign) == 0:
		return false
	case t.subject.object != 0:
		return t.isForeign(t.subject.object)
	case h.code < 0:
		return false
	}
	return slices.ContainsFunc(t.decoder.Locate(h.payload(), *t.Context(h.Row)), func(s wire.Span) bool {
		return s.Type == "id" && s.Length == 4 && t.isForeign(binary.LittleEndian.Uint32(h.payload()[s.Offset:]))
	})
}

// oneCursor is the cause of parts that are left out.
const oneCursor = "one-cursor-for-all"

func wrappedMessage(t *trial, _ *link, _ match.Event) bool { return t.delivery.wrapped() }

// exhausted reports whether the client that is gone has acknowledged number 256, and got eight more copies all the same.
func (t *trial) exhausted(l *link, at match.Event) bool {
	for _, gone := range t.links {
		if gone.stall.over() && (gone == l && l.Ending.Event == at || gone.Ending.Others.Frame == at.Frame) {
			return true
		}
	}
	return false
}

func relayedUpdate(t *trial, _ *link, _ match.Event) bool { return t.newest.relayed }

func relayedMessage(t *trial, _ *link, _ match.Event) bool { return t.Relays(t.heard.Row) }

// onlyRelayedMotion reports whether all updates of the host that move a ship are those of its owner.
func onlyRelayedMotion(t *trial, _ *link, _ match.Event) bool {
	return t.about.carried > 0 && t.about.carried == t.about.moving
}

// shieldOnly reports whether a block reads to its end without the facings of the shield generator, which it has.
func (t *trial) shieldOnly(*link, match.Event) bool {
	b := t.skim(&t.newest, t.Context(t.newest.Row).Class, message.OpenBC)
	return b.InOrder && b.HasShield
}

// clockApart reports whether the client is told another time then than the others.
func (t *trial) clockApart(l *link, at match.Event) bool {
	const near = 10 * time.Second // an earlier clock shows when what came before it has gone by
	return l != nil && slices.ContainsFunc(l.apart, func(x [2]capture.Time) bool { return at.Time.Sub(x[0]) >= -near && at.Time.Sub(x[1]) <= near })
}

func ownPeerInfo(t *trial, _ *link, _ match.Event) bool {
	p, ok := t.heard.content().Message.(*transport.Peer)
	return ok && t.heard.to == toClient && p.PeerID == t.heard.link.PeerID
}

// scoredEarly reports whether a newcomer gets scores in the datagram of GameInit.
func (t *trial) scoredEarly(l *link, _ match.Event) bool {
	init := l.told(l.First.Time, t.until, nil, message.OpcodeGameInit)
	return len(init) > 0 && slices.ContainsFunc(l.told(init[0].time, init[0].time, nil, message.OpcodeScore, message.OpcodeScoreInit), func(e *entry) bool {
		return e.Datagram == init[0].Datagram
	})
}

// roundSkipped reports whether the round before a request, or before the end of the checksums, is never asked for.
func (t *trial) roundSkipped(l *link, at match.Event) bool {
	before, asked := uint8(255), l.told(l.First.Time, at.Time, nil, message.OpcodeChecksumRequest)
	for _, e := range asked {
		if i := roundIndex(e.peer); e.at() == at && i > 0 {
			before = rounds[i-1].round
		}
	}
	return !slices.ContainsFunc(asked, func(e *entry) bool { return e.peer == before })
}

// neverTold reports whether a client has never been told something.
func neverTold(opcodes ...uint8) func(*trial, *link, match.Event) bool {
	return func(_ *trial, l *link, _ match.Event) bool {
		return len(l.told(l.First.Time, l.t.until, nil, opcodes...)) == 0
	}
}

// longerChat reports whether a chat of the host has the bytes of one that a client sent, and more.
func longerChat(t *trial, _ *link, _ match.Event) bool {
	const before = 10 * time.Second
	h := &t.heard
	more := len(h.content().Trailing)
	if h.to != toClient || h.code != message.OpcodeChat || more == 0 {
		return false
	}
	said := h.payload()
	said = said[:len(said)-more]
	longer := slices.ContainsFunc(t.links, func(l *link) bool { return l.has(toServer, h.n, said, h.Opcode, before, 0) })
	h.link.lengthened = h.link.lengthened || longer
	return longer
}

// leftUnlisted reports whether the others were not told once who left at a moment.
func (t *trial) leftUnlisted(o *link, at match.Event) bool {
	for _, gone := range t.links {
		if gone.goneAt == at {
			return len(t.leftListed(gone, o, at)) != 1
		}
	}
	return false
}

// namesNothing reports whether an event that has to be about an own object is about none.
func namesNothing(t *trial, _ *link, _ match.Event) bool {
	id, ok := weaponOf(&t.heard)
	return ok && id == 0 && t.heard.code != message.OpcodeStartWarp && t.heard.code != message.OpcodePythonEvent2
}

// Causes gives the causes that explain several rules, or name more than a rule does.
func Causes() []Cause { return causes[:] }
