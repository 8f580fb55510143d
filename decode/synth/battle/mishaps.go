package battle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcdump/decode/filehash"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// What troubles do to players, clients and the host.

// arrange sets what happens later; p is the player whom it happens to.
func (s *session) arrange(t *Trouble, p *player) {
	connected := func() bool { return p.link != nil && p.link.peer != 0 && !p.link.up.closed }
	inGame := func() bool { return connected() && p.link.entered }
	switch t.Name {
	case comesTwice:
		s.once(s.when(t), inGame, p.joinTwice)
	case leaves:
		s.once(s.when(t), inGame, p.leave)
	case fallsSilent:
		s.once(s.when(t), connected, p.fallSilent)
	case isKicked:
		s.once(s.when(t), inGame, func() { s.kick(p.link) })
	case returns:
		gone := func() bool { return p.link != nil && p.link.down.closed }
		s.once(t.At, gone, func() {
			s.after(s.pause(t), func() {
				if gone() {
					p.join()
				}
			})
		})
	case scuttles:
		s.once(s.when(t), p.fights, func() { p.scuttle(p.link, p.ship) })
	case collides:
		s.once(s.when(t), p.fights, p.crash)
	}
}

// when is the time of a trouble.
func (s *session) when(t *Trouble) time.Duration {
	switch {
	case t.At > 0:
		return t.At
	case s.Duration == 0:
		return 30 * time.Second
	}
	return s.Duration / 2
}

// pause is how long a player is away who comes back at no certain time.
func (s *session) pause(t *Trouble) time.Duration {
	if t.At > 0 {
		return 0
	}
	return 3 * time.Second
}

// once does something after a delay, as soon as it can be done.
func (s *session) once(delay time.Duration, ready func() bool, do func()) {
	s.after(delay, func() {
		if ready() {
			do()
			return
		}
		s.once(tick, ready, do)
	})
}

// arrival is when a player comes, if it is not as usual.
func (s *session) arrival(p *player) (at time.Duration, ok bool) {
	for i := range s.Troubles {
		if t := &s.Troubles[i]; t.Name == comesLate && s.playerOf(t) == p.number+1 {
			return s.when(t), true
		}
	}
	return 0, false
}

// fated reports that a link suffers a trouble.
func (k *link) fated(name string) bool { return k.fate != nil && k.fate.Name == name }

// The host does not let somebody in.

// refusal is why the host refuses a connection at once: a reason of Boot; 0 = it does not.
func (k *link) refusal() (reason int8, why Refusal) {
	switch {
	case k.fated(wrongPassword):
		return 2, ForPassword
	case k.fated(gameFull):
		return 3, ForFull
	case k.fated(comesTwice):
		return 5, ForAddress
	}
	return 0, ""
}

// refuse answers a request to connect with a Boot.
func (s *session) refuse(k *link, reason int8, why Refusal) {
	seen := k.presence.ends(Refused)
	k.boot(reason, synth.NoPeer, func(frame int64, at time.Time) {
		k.presence.RefusedFor = why
		seen(frame, at)
	})
}

// boot sends a client away; it gives up when it hears of that.
func (k *link) boot(reason int8, peer uint8, seen func(int64, time.Time)) {
	kick := transport.Kick{Reason: reason, PeerID: peer}
	k.down.instruct(transport.Boot, &kick, &content{effect: k.up.close, seen: seen})
	k.down.close()
}

// password is what a client sends, if the game has one.
func (s *session) password(k *link) wire.WideText {
	locked := slices.ContainsFunc(s.Troubles, func(t Trouble) bool { return t.Name == wrongPassword })
	switch {
	case k.fated(wrongPassword):
		return wire.NewWideText("letmein")
	case locked:
		return wire.NewWideText("ncc1701")
	}
	return wire.WideText{}
}

// places is how many players the host takes.
func (s *session) places() uint8 {
	const usual = 8
	places := len(s.players)
	for _, t := range s.Troubles {
		if t.Name == gameFull {
			places--
		}
	}
	if places == len(s.players) {
		return usual
	}
	return uint8(places)
}

// answer is what a client answers to a round of checksums.
func (k *link) answer(round uint8) []byte {
	answer := synth.StockAnswer(round)
	switch {
	case k.fated(otherVersion) && round == 0:
		answer[2] ^= 0x55 // the hash of the version
	case k.differs(round):
		return k.differing(answer, round)
	}
	return answer
}

// differs reports that the files of a round are not those that the host has.
func (k *link) differs(round uint8) bool {
	return k.fate != nil && slices.Contains(fileTroubles, k.fate.Name) && k.fate.at(round, "2")
}

// added is the file that others do not have.
const added = "Zephyr.pyc"

// differing changes one file of an answer, and files which: the first one, or one more.
func (k *link) differing(answer []byte, round uint8) []byte {
	m := message.Decode(answer).Message.(*message.ChecksumResponse)
	first := &m.Tree.Files[0]
	p := k.presence
	p.File, _ = filehash.NameOf("", first.NameHash)
	p.FileIs, p.FileRound = "changed", roundText(round)
	switch k.fate.Name {
	case missingFile:
		p.FileIs = "missing"
		m.Tree.Files = m.Tree.Files[1:]
	case extraFile:
		p.File, p.FileIs = added, "extra"
		m.Tree.Files = append(m.Tree.Files, message.FileHash{NameHash: filehash.Name(added), ContentHash: 0x5A5A1234})
	default:
		first.ContentHash ^= 0x5555
	}
	return message.Append(nil, message.OpcodeChecksumResponse, m)
}

// judges refuses a client whose answer differs, and reports that it did.
func (s *session) judges(k *link, round uint8) bool {
	p := k.presence
	switch {
	case k.fated(otherVersion) && round == 0:
		s.notify(k, 0x23, &message.VersionDifferent{Text: wire.Text("60")}, func() { p.RefusedFor = ForVersion })
	case k.differs(round) && !k.fated(kickedForFile):
		s.notify(k, 0x22, &message.SystemChecksumFail{Text: wire.Text(p.File)}, func() { p.RefusedFor = ForFiles })
	case !k.differs(round):
		return false
	}
	k.boot(4, k.peer, p.sentAway)
	s.slots[k.slot] = nil
	return true
}

// notify tells a client why it is not let in.
func (s *session) notify(k *link, opcode uint8, m wire.Message, seen func()) {
	k.down.reliable(message.Append(nil, opcode, m), &content{seen: func(frame int64, _ time.Time) {
		k.presence.Notice = frame
		seen()
	}})
}

// Joins that hang.

func (p *Presence) hangs(step, waitsFor string) { p.HangsAt, p.WaitsFor = step, waitsFor }

// ignores reports that the host sends no request after an answer.
func (k *link) ignores(round uint8) bool {
	if !k.fated(silentHost) || !k.fate.at(round, "") {
		return false
	}
	next := "settings"
	if i := slices.Index(steps, k.fate.Step) + 1; i < len(steps) {
		next = "round " + steps[i]
	}
	k.presence.hangs(next, "host")
	return true
}

// keepsStill reports that the client does not answer a request.
func (k *link) keepsStill(round uint8) bool {
	if !k.fated(silentClient) || !k.fate.at(round, "2") {
		return false
	}
	k.presence.hangs("round "+roundText(round), "client")
	return true
}

// losesPart is which part of an answer never arrives; 0 = all do.
func (k *link) losesPart(round uint8) int {
	if !k.fated(lostFragment) || round != 2 {
		return 0
	}
	k.presence.hangs("round 2", "client")
	return 1
}

// Somebody goes, or comes.

// fallSilent is a client that is heard no more; after a while the host notices.
func (p *player) fallSilent() {
	k := p.link
	k.up.close()
	k.up.mute = true
	p.s.after(p.s.Timeout+shortestWay+behindTap, func() { p.s.lost(k) })
}

// lost is what the host does with a client that it has not heard for too long.
func (s *session) lost(k *link) {
	if k.down.closed {
		return
	}
	kick := transport.Kick{Reason: 1, PeerID: k.peer}
	s.others(k.player, func(q *player) {
		q.link.down.instruct(transport.Boot, &kick, &content{seen: k.presence.timedOut})
	})
	s.gone(k)
}

// kick is what the host does with a client that it does not want any more.
func (s *session) kick(k *link) {
	k.boot(4, k.peer, k.presence.ends(Kicked))
	s.gone(k)
}

// joinTwice starts the game once more on the player's machine.
func (p *player) joinTwice() {
	k := p.s.newLink(p)
	k.fate = &Trouble{Name: comesTwice}
	p.connect(k)
}

// crash lets the player's ship hit another so hard that it bursts, or what lies in the
// middle if there is none.
func (p *player) crash() {
	p.target = nil
	other := &vessel{}
	for _, q := range p.s.players {
		if q != p && q.fights() && (other.life == nil || p.away(q.ship) < p.away(other)) {
			other = q.ship
		}
	}
	p.bump(other, times(2, p.ship.class.Subsystems[0].MaxCondition))
	if other.life != nil {
		other.owner.bump(p.ship, other.force(p.ship))
	}
}

// Trouble is something that happens to one player. With any of it nobody comes and goes
// but those whom it names.
type Trouble struct {
	Name   string // one of TroubleNames
	Player int    // from 1; 0 = the last one
	// At is when it happens; 0 = in the middle of the battle.
	At time.Duration
	// Step is the round of checksums that it is about: "0" to "3", "FF"; "" = the usual.
	Step string
}

// Troubles that a player has with a first join.
const (
	wrongPassword = "password"
	gameFull      = "full"
	otherVersion  = "version"
	otherFiles    = "files"
	missingFile   = "file-missing"
	extraFile     = "file-extra"
	kickedForFile = "file-kick" // another content, as of otherFiles, and the host does not say which
	silentHost    = "silent-host"
	silentClient  = "silent-client"
	lostFragment  = "lost-fragment"
)

// Troubles at some time.
const (
	comesLate   = "late"
	comesTwice  = "address"
	leaves      = "leave"
	fallsSilent = "timeout"
	isKicked    = "kick"
	returns     = "return"
	scuttles    = "self-destruct"
	collides    = "collision"
)

var (
	joinTroubles = slices.Concat([]string{wrongPassword, gameFull, otherVersion}, fileTroubles, []string{silentHost, silentClient, lostFragment})
	fileTroubles = []string{otherFiles, missingFile, extraFile, kickedForFile}
	laterEvents  = []string{comesTwice, comesLate, leaves, fallsSilent, isKicked, returns, scuttles, collides}
	steps        = []string{"0", "1", "2", "3", "FF"} // as rounds
)

// TroubleNames lists what may happen.
func TroubleNames() []string { return slices.Concat(joinTroubles, laterEvents) }

// ParseTrouble reads NAME[@WHEN][:PLAYER]; WHEN is a time such as 20s, or a round.
func ParseTrouble(text string) (t Trouble, err error) {
	text, who, chosen := strings.Cut(text, ":")
	if chosen {
		if t.Player, err = playerNumber("trouble", who); err != nil {
			return t, err
		}
	}
	name, when, timed := strings.Cut(text, "@")
	t.Name = name
	switch {
	case !timed:
	case slices.Contains(joinTroubles, name):
		t.Step = strings.ToUpper(when)
	default:
		if t.At, err = time.ParseDuration(when); err != nil || t.At <= 0 {
			return t, fmt.Errorf("trouble: %q is not a time such as 20s", when)
		}
	}
	err = t.check()
	return t, err
}

// check says what is impossible whatever the battle.
func (t *Trouble) check() error {
	stepped := t.Name == silentHost || t.Name == silentClient || slices.Contains(fileTroubles, t.Name)
	switch {
	case !slices.Contains(TroubleNames(), t.Name):
		return fmt.Errorf("trouble: %q is not known; expected %s", t.Name, strings.Join(TroubleNames(), ", "))
	case t.Step != "" && !stepped:
		return fmt.Errorf("trouble: %s has no round", t.Name)
	case t.Step != "" && !slices.Contains(steps, t.Step):
		return fmt.Errorf("trouble: %q is not a round; expected %s", t.Step, strings.Join(steps, ", "))
	case t.At < 0 || t.At > 0 && slices.Contains(joinTroubles, t.Name):
		return fmt.Errorf("trouble: %s cannot happen at %s", t.Name, t.At)
	}
	return nil
}

// checkTroubles says which of them do not go with this battle, or with each other.
func (o *Options) checkTroubles() error {
	if o.Timeout < 0 {
		return fmt.Errorf("timeout: %s is not possible", o.Timeout)
	}
	for i := range o.Troubles {
		t := &o.Troubles[i]
		if err := t.check(); err != nil {
			return err
		}
		switch {
		case t.Player < 0 || t.Player > o.Players:
			return fmt.Errorf("trouble: there is no player %d", t.Player)
		case o.Duration > 0 && t.At >= o.Duration:
			return fmt.Errorf("trouble: the battle is over before %s, at %s", t.Name, t.At)
		case o.clashes(i):
			return fmt.Errorf("trouble: player %d cannot fail to join in two ways", o.playerOf(t))
		case t.Name == returns && !o.ends(o.playerOf(t)):
			return fmt.Errorf("trouble: player %d never goes, and so cannot return", o.playerOf(t))
		}
	}
	return nil
}

// playerOf is the number of a trouble's player.
func (o *Options) playerOf(t *Trouble) int {
	if t.Player == 0 {
		return o.Players
	}
	return t.Player
}

// clashes reports that an earlier trouble is of the join of the same player.
func (o *Options) clashes(i int) bool {
	t := &o.Troubles[i]
	return slices.Contains(joinTroubles, t.Name) && o.has(o.Troubles[:i], o.playerOf(t), joinTroubles...)
}

// ends reports that a connection of a player comes to an end.
func (o *Options) ends(player int) bool {
	return o.has(o.Troubles, player, slices.Concat(fileTroubles, []string{leaves, fallsSilent, isKicked, wrongPassword, gameFull, otherVersion})...)
}

func (o *Options) has(list []Trouble, player int, names ...string) bool {
	return slices.ContainsFunc(list, func(t Trouble) bool { return o.playerOf(&t) == player && slices.Contains(names, t.Name) })
}

// at reports that a trouble is about a round of checksums, by default the usual one.
func (t *Trouble) at(round uint8, usual string) bool {
	step := t.Step
	if step == "" {
		step = usual
	}
	return step == roundText(round)
}

func roundText(round uint8) string { return strings.TrimPrefix(byteText(round)[2:], "0") }

// fateOf is the trouble of the first join of a player; nil = none.
func (o *Options) fateOf(player int) *Trouble {
	for i := range o.Troubles {
		t := &o.Troubles[i]
		if o.playerOf(t) == player && slices.Contains(joinTroubles, t.Name) {
			return t
		}
	}
	return nil
}

// Forgets is a fault of the host: it does not pass messages of an opcode on.
type Forgets struct {
	Opcode uint8
	All    bool // every opcode, not only this one
	Player int  // who does not get them, from 1; 0 = nobody does
}

// passedOn are the opcodes that the host copies.
var passedOn = []uint8{0x03, 0x07, 0x08, 0x0A, 0x11, 0x12, 0x19, 0x1A, 0x1B, 0x2C, 0x2D, 0x41}

// ParseForgets reads OPCODE[:PLAYER], where an opcode is a number such as 0x19, a name
// such as TorpedoFire, or "all".
func ParseForgets(text string) (f Forgets, err error) {
	opcode, who, chosen := strings.Cut(text, ":")
	i := slices.IndexFunc(passedOn, func(o uint8) bool { return isOpcode(o, opcode) })
	switch {
	case opcode == "all":
		f.All = true
	case i < 0:
		return f, fmt.Errorf("forget: %q is not an opcode that the host copies: %s, all", opcode, passedOnTexts())
	default:
		f.Opcode = passedOn[i]
	}
	if chosen {
		f.Player, err = playerNumber("forget", who)
	}
	return f, err
}

// isOpcode reports that a text is an opcode's number or name.
func isOpcode(opcode uint8, text string) bool {
	n, err := strconv.ParseUint(text, 0, 8)
	return err == nil && n == uint64(opcode) || strings.EqualFold(message.Lookup(opcode).Name, text)
}

func passedOnTexts() string {
	texts := make([]string, len(passedOn))
	for i, opcode := range passedOn {
		texts[i] = byteText(opcode)
	}
	return strings.Join(texts, ", ")
}

// playerNumber reads the number of a player.
func playerNumber(flag, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MostPlayers {
		return 0, fmt.Errorf("%s: %q is not the number of a player", flag, text)
	}
	return n, nil
}

// ParseAt reads where a capture is taken: "host" or the number of a player.
func ParseAt(text string) (player int, err error) {
	if text == "host" {
		return 0, nil
	}
	return playerNumber("at", text)
}

func (o *Options) checkForget() error {
	for _, f := range o.Forget {
		switch {
		case f.Player < 0 || f.Player > o.Players:
			return fmt.Errorf("forget: there is no player %d", f.Player)
		case !f.All && !slices.Contains(passedOn, f.Opcode):
			return fmt.Errorf("forget: %s is not an opcode that the host copies: %s", byteText(f.Opcode), passedOnTexts())
		}
	}
	return nil
}

// forgets reports that a player, by number, gets no copies of an opcode.
func (o *Options) forgets(opcode uint8, player int) bool {
	return slices.ContainsFunc(o.Forget, func(f Forgets) bool {
		return (f.All || f.Opcode == opcode) && (f.Player == 0 || f.Player == player)
	})
}

// byteText is a byte such as an opcode as the truth has it: 0x1C.
func byteText(b uint8) string { return fmt.Sprintf("0x%02X", b) }
