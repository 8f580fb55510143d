package match

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"bcdump/decode/filehash"
	"bcdump/decode/message"
	"bcdump/decode/record"
)

// take takes a message of the checksum rounds; a second answer to the same round replaces the first.
func (a *answers) take(r *record.Record, c *Connection) {
	content := r.Content()
	switch x := content.Message.(type) {
	case *message.ChecksumRequest: // the host has accepted what was answered to others
		if r.Dir == record.ToClient && content.Fields > 0 {
			c.accept(func(k *Checked) bool { return k.Round != x.Round })
		}
	case *message.ChecksumComplete:
		if r.Dir == record.ToClient {
			c.accept(func(*Checked) bool { return true })
		}
	case *message.ChecksumResponse:
		if r.Dir == record.ToServer && content.Fields > 0 {
			a.answered(r, c, x, content.Complete())
		}
	}
}

func (c *Connection) accept(which func(*Checked) bool) {
	for i := range c.Checked {
		if k := &c.Checked[i]; which(k) {
			k.Accepted = true
		}
	}
}

func (a *answers) answered(r *record.Record, c *Connection, x *message.ChecksumResponse, whole bool) {
	k := Checked{Round: x.Round, Frame: r.Frame}
	if whole {
		if k.Answer = a.of(x, r.Payload); k.Answer == nil {
			a.left++
		}
		if x.Round == 0 {
			version := x.RefHash
			c.Version = &version
		}
	}
	i := slices.IndexFunc(c.Checked, func(o Checked) bool { return o.Round == x.Round })
	switch {
	case i >= 0:
		c.Checked[i] = k
	case len(c.Checked) < maxChecked:
		c.Checked = append(c.Checked, k)
	default:
		a.rounds++
	}
}

// TurnedAway is why a host did not let a client in, or threw it out for its files.
type TurnedAway struct {
	Event        // the message that says so
	By    string // its name
	File  string // that it names; "" = none
	Cause string // one of RefusalCauses
	Text  string // in words
	// From is what the files were held against: accepted answers of others, "against", "published", or "".
	From  string
	Files []Differing // that differ, the named one first
}

// Causes of a refusal.
const (
	//row:refusals `named_file` | the host names a file, and it is changed, missing or extra
	BecauseNamedFile = "named_file"
	//row:refusals `files` | files differ, but not one that the host names
	BecauseFiles = "files"
	//row:refusals `version` | the version of the game differs (VersionDifferent, 0x23)
	BecauseVersion = "version"
	//row:refusals `subsystem_hash` | the host had accepted all files, and an update had the note [subsys_hash](notes.md#subsys_hash)
	BecauseSubsysHash = "subsystem_hash"
	//row:refusals `host_hash` | the same, but the first hash came less than 2 s before, and the host has no ship: by one document its own hash is 0 then
	BecauseHostHash = "host_hash"
	//row:refusals `accepted` | the host had accepted all files: the reason is another one
	BecauseAccepted = "accepted"
	//row:refusals `nothing` | nothing differs, or there is nothing to compare with
	BecauseNothing = "nothing"
)

// RefusalCauses lists the causes of a refusal.
func RefusalCauses() []string {
	return []string{BecauseNamedFile, BecauseFiles, BecauseVersion, BecauseSubsysHash, BecauseHostHash, BecauseAccepted, BecauseNothing}
}

// What files are held against.
const (
	fromAccepted  = "accepted"
	fromAgainst   = "against"
	fromPublished = "published"
)

// afterHash is within what time of its first hash a client is removed that is removed for it.
const afterHash = 2 * time.Second

// court is who and what a client that is turned away is held against.
type court struct {
	connections []*Connection
	players     []*Player
	against     map[uint8]*Reference // files of an installation, by round
}

// judge tells why a client was turned away. ok is false for one that was not, or for reasons that no file and no version
// has.
func (j *court) judge(c *Connection) (t TurnedAway, ok bool) {
	switch {
	case c.Refusal.Frame != 0 && c.Refusal.Version:
		t.Event, t.By = c.Refusal.Event, "VersionDifferent"
	case c.Refusal.Frame != 0:
		t.Event, t.By, t.File = c.Refusal.Event, "SystemChecksumFail", c.Refusal.Text
	case c.thrown.Frame != 0:
		t.Event, t.By = c.thrown, "BootPlayer"
	case c.Ending.Boot == bootChecks:
		t.Event, t.By = c.Ending.Event, "Boot"
	default:
		return t, false
	}
	passed := c.Refusal.Frame == 0 && c.passed()
	switch {
	case c.Refusal.Version:
		t.Cause, t.Text = BecauseVersion, j.versionText(c)
	case passed && c.Strange.Frame != 0 && c.Strange.Frame <= t.Frame:
		t.Cause, t.Text = BecauseSubsysHash, fmt.Sprintf("all files had been accepted; the subsystem hash of his ship does not fit (frame %d)", c.Strange.Frame)
	case passed && c.hashed.Frame != 0 && t.Time.Sub(c.hashed.Time) <= afterHash && !j.hostFlies(c):
		t.Cause = BecauseHostHash
		t.Text = fmt.Sprintf("all files had been accepted; the host has no ship, and by one document removes whoever sends a hash of subsystems, as he first did in frame %d", c.hashed.Frame)
	case passed:
		t.Cause, t.Text = BecauseAccepted, "all files had been accepted: the reason is another one"
	default:
		j.hold(c, &t)
	}
	return t, true
}

// turnedAway puts into the words of the ending why a client was turned away. Why it was kicked nobody says: what came before is a fact.
func (j *court) turnedAway(c *Connection) {
	t, ok := j.judge(c)
	e := &c.Ending
	switch {
	case !ok || e.Why != Refused && e.Why != Kicked:
	case t.Cause == BecauseSubsysHash:
		e.Text = joined(e.Text, fmt.Sprintf("after a subsystem hash of his ship that does not fit (frame %d)", c.Strange.Frame))
	case t.Cause == BecauseVersion, t.Cause == BecauseNamedFile, t.Cause == BecauseFiles:
		if c.Refusal.Frame != 0 {
			e.Text = ""
		}
		e.Text = joined(e.Text, t.Text)
	}
}

func joined(texts ...string) (all string) {
	for _, t := range texts {
		if all != "" && t != "" {
			all += "; "
		}
		all += t
	}
	return all
}

// hostFlies reports whether the server of a client may have a ship: nobody else does whose connection the capture lacks.
func (j *court) hostFlies(c *Connection) bool {
	return slices.ContainsFunc(j.players, func(p *Player) bool {
		return p.Server == c.Server && len(p.Connections) == 0 && len(p.Ships) > 0
	})
}

// passed reports whether the host let the client go on after its last answer.
func (c *Connection) passed() bool {
	return c.Entered.Frame != 0 || len(c.Checked) > 0 && !slices.ContainsFunc(c.Checked, func(k Checked) bool { return !k.Accepted })
}

// versionText compares the version hash of a client with that of another client who was let in, or with that of the stock
// game.
func (j *court) versionText(c *Connection) string {
	const differs = "his version of the game differs"
	if c.Version == nil {
		return differs
	}
	for _, o := range j.connections {
		if o.Server == c.Server && o.Version != nil && *o.Version != *c.Version && o.passed() {
			return fmt.Sprintf("%s (0x%08X, others 0x%08X)", differs, *c.Version, *o.Version)
		}
	}
	if stock := filehash.Name(filehash.Version); *c.Version != stock {
		return fmt.Sprintf("%s (0x%08X, version %q has 0x%08X)", differs, *c.Version, filehash.Version, stock)
	}
	return fmt.Sprintf("%s (0x%08X)", differs, *c.Version)
}

// hold compares the rejected answers of a client with answers of other clients that the host accepted.
func (j *court) hold(c *Connection, t *TurnedAway) {
	for _, k := range c.Checked {
		if k.Answer == nil || k.Accepted {
			continue
		}
		ref, from := j.best(c, k.Round)
		if ref == nil {
			continue
		}
		t.From = cmp.Or(t.From, from)
		for _, s := range k.Answer.Against(ref) {
			if from != fromPublished || s.Is != LowByte { // so do stock clients
				t.Files = append(t.Files, s)
			}
		}
	}
	for i := range t.Files {
		if s := &t.Files[i]; s.Label == "" && s.Named(t.File) {
			s.Label = filehash.LastPart(t.File)
		}
	}
	slices.SortStableFunc(t.Files, func(a, b Differing) int {
		switch named := b.Named(t.File); {
		case a.Named(t.File) == named:
			return cmp.Compare(a.Is.Rank(), b.Is.Rank())
		case named:
			return 1
		}
		return -1
	})
	t.conclude()
}

// best gives what an answer of a client is held against: the answer of others to the same host that it accepted most
// often, then an installation, then the published list.
func (j *court) best(c *Connection, round uint8) (*Reference, string) {
	counts := map[*Answer]int{}
	var best *Answer
	for _, o := range j.connections {
		if o == c || o.Server != c.Server {
			continue
		}
		for _, k := range o.Checked {
			if k.Round == round && k.Accepted && k.Answer != nil {
				if counts[k.Answer]++; best == nil || counts[k.Answer] > counts[best] {
					best = k.Answer
				}
			}
		}
	}
	switch {
	case best != nil:
		return best.reference(), fromAccepted
	case j.against[round] != nil:
		return j.against[round], fromAgainst
	}
	if list := Published(round); list != nil {
		return list, fromPublished
	}
	return nil, ""
}

// Named reports whether the host means this file; it may name it with its path.
func (s *Differing) Named(file string) bool {
	return file != "" && filehash.Name(filehash.LastPart(file)) == s.Place.Name
}

// others are those whom the files are held against.
var others = map[string]string{fromAccepted: "others", fromAgainst: "on disk", fromPublished: "published"}

// conclude says what the files tell.
func (t *TurnedAway) conclude() {
	switch {
	case t.From == "":
		t.Cause, t.Text = BecauseNothing, "no answer is there that could be compared with others"
	case len(t.Files) == 0:
		t.Cause, t.Text = BecauseNothing, "nothing differs from "+map[string]string{
			fromAccepted: "what the host accepted of others", fromAgainst: "the files on disk", fromPublished: "the published list",
		}[t.From]
	case t.Files[0].Named(t.File):
		t.Cause, t.Text = BecauseNamedFile, t.Files[0].words(t.From)
	default:
		t.Cause, t.Text = BecauseFiles, t.Files[0].words(t.From)
		if t.File != "" {
			t.Text = fmt.Sprintf("the host names %s, which does not differ; %s", t.File, t.Text)
		}
	}
	if n := len(t.Files); n > 1 {
		t.Text += fmt.Sprintf("; files that differ: %d", n)
	}
}

// words says what is wrong with a file.
func (s *Differing) words(from string) string {
	name := cmp.Or(s.Label, fmt.Sprintf("0x%08X", s.Place.Name))
	if s.Directory != "" {
		name = s.Directory + "/" + name
	}
	switch s.Is {
	case Missing:
		return fmt.Sprintf("his %s is missing (%s 0x%08X)", name, others[from], *s.Want)
	case Extra:
		return fmt.Sprintf("his %s is extra (0x%08X)", name, *s.Content)
	}
	return fmt.Sprintf("his %s differs (0x%08X, %s 0x%08X)", name, *s.Content, others[from], *s.Want)
}
