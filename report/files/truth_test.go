package files_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode/filehash"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/decode/transport"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/files"
	"bcdump/report/internal/reporttest"
)

// played records a battle and gives its truth, and what the report makes of the capture.
func played(t *testing.T, o battle.Options, texts ...string) (*battle.Truth, *figures.Files) {
	t.Helper()
	truth, raw := reporttest.Battle(t, o, texts...)
	return truth, filesOf(t, raw, files.Options{})
}

func filesOf(t *testing.T, raw []byte, o files.Options) *figures.Files {
	t.Helper()
	return reporttest.Of(t, "battle.pcap", raw, files.Of, o)
}

// between gives the differences of one kind, without those of the low byte.
func between(f *figures.Files, kind string) (list []figures.FileDifference) {
	for _, d := range f.Differences {
		if d.Between == kind && d.Is != figures.FileLowByte {
			list = append(list, d)
		}
	}
	return list
}

// TestNothingDiffers: players with the files of the game.
func TestNothingDiffers(t *testing.T) {
	for _, loss := range []float64{0, 0.05} {
		truth, f := played(t, battle.Options{Players: 4, Duration: 30 * time.Second, Loss: loss})
		if len(f.Clients) != len(truth.Presence) || len(f.Answers) != 5 || len(f.Refusals) != 0 || len(f.Dropped) != 0 {
			t.Fatalf("loss %v: %d clients, %d answers, refusals %+v, dropped %v", loss, len(f.Clients), len(f.Answers), f.Refusals, f.Dropped)
		}
		if n := len(between(f, figures.BetweenClients)) + len(between(f, figures.BetweenPublished)); n != 0 {
			t.Errorf("loss %v: %+v", loss, f.Differences)
		}
		for i, c := range f.Clients {
			if c.Player != truth.Presence[i].Player || len(c.Rounds) != 5 || slices.ContainsFunc(c.Rounds, func(r figures.FilesRound) bool { return !r.Accepted || r.Answer == nil }) {
				t.Errorf("loss %v: %+v", loss, c)
			}
		}
	}
}

// TestRequestUnknown: answers with the same files have the same letter, though the capture lacks what one of them answers.
func TestRequestUnknown(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 2, Duration: 10 * time.Second})
	lacks := edit.Each(edit.Down(0x20).And(edit.On(2)), edit.Omit)
	f := filesOf(t, must.Get(edit.Read(raw))(t).Of(lacks), files.Options{})
	if len(f.Answers) != 10 || slices.ContainsFunc(f.Answers, func(a figures.FilesAnswer) bool { return a.Label != "A" }) {
		t.Errorf("%+v", f.Answers)
	}
}

// TestTroubles: whatever file of whatever round is changed, missing or extra, the report names it
// as the truth does.
func TestTroubles(t *testing.T) {
	for _, trouble := range []string{"files", "file-missing", "file-extra", "file-kick"} {
		for _, round := range []string{"0", "1", "2", "3", "FF"} {
			for _, loss := range []float64{0, 0.04} {
				truth, f := played(t, battle.Options{Players: 3, Duration: 12 * time.Second, Loss: loss, Seed: 5}, "late@3s:3", trouble+"@"+round+":3")
				want := truth.Presence[len(truth.Presence)-1]
				compareRefusal(t, trouble+"@"+round, want, f)
			}
		}
	}
}

func compareRefusal(t *testing.T, name string, want *battle.Presence, f *figures.Files) {
	t.Helper()
	if len(f.Refusals) != 1 || len(f.Refusals[0].Files) != 1 {
		t.Errorf("%s: %+v", name, f.Refusals)
		return
	}
	r := &f.Refusals[0]
	cause, frame := match.BecauseFiles, want.EndFrame
	if want.Notice != 0 {
		cause, frame = match.BecauseNamedFile, want.Notice
	}
	number := map[string]int{"0": 0, "1": 1, "2": 2, "3": 3, "FF": 255}[want.FileRound]
	x := r.Files[0]
	if r.Player != want.Player || r.Frame != frame || r.Cause != cause || r.Reference != "accepted" || (r.File != "") != (want.Notice != 0) {
		t.Errorf("%s: %+v, want %+v", name, r, want)
	}
	if x.NameHash != hex(filehash.Name(want.File)) || x.Is != want.FileIs || x.Round != number || x.Named != (want.Notice != 0) {
		t.Errorf("%s: %+v, want %+v", name, x, want)
	}
	if (x.ContentHash == nil) != (want.FileIs == "missing") || (x.Expected == nil) != (want.FileIs == "extra") {
		t.Errorf("%s: %+v", name, x)
	}
	rows := between(f, figures.BetweenClients)
	if len(rows) != 1 || rows[0].NameHash != x.NameHash || rows[0].Round != number || len(rows[0].Values) != 2 {
		t.Errorf("%s: %+v", name, rows)
	}
}

func hex(value uint32) string { return fmt.Sprintf("0x%08X", value) }

// TestOtherCauses: not every client that is turned away has other files.
func TestOtherCauses(t *testing.T) {
	for trouble, want := range map[string]string{"version:2": match.BecauseVersion, "kick@8s:2": match.BecauseAccepted} {
		_, f := played(t, battle.Options{Players: 3, Duration: 12 * time.Second}, trouble)
		if len(f.Refusals) != 1 || f.Refusals[0].Cause != want || f.Refusals[0].Text == "" || len(f.Refusals[0].Files) != 0 {
			t.Errorf("%s: %+v", trouble, f.Refusals)
		}
	}
	_, f := played(t, battle.Options{Players: 1, Duration: 5 * time.Second}, "files")
	if len(f.Refusals) != 1 || f.Refusals[0].Reference != "published" || f.Refusals[0].Cause != match.BecauseNamedFile {
		t.Errorf("alone: %+v", f.Refusals)
	}
	_, f = played(t, battle.Options{Players: 1, Duration: 5 * time.Second}, "files@FF")
	if len(f.Refusals) != 1 || f.Refusals[0].Reference != "" || f.Refusals[0].Cause != match.BecauseNothing {
		t.Errorf("alone in the last round: %+v", f.Refusals)
	}
}

// installed makes an installation of the answers of stock software.
func installed() *figures.Installation {
	x := &figures.Installation{Version: figures.Version}
	for _, r := range filehash.Rounds() {
		round := figures.InstalledRound{Round: int(r.Number), Directory: r.Directory, Found: true}
		m := message.Decode(synth.StockAnswer(r.Number)).Message.(*message.ChecksumResponse)
		m.Each(func(f *message.NamedFile) {
			round.Files = append(round.Files, figures.InstalledFile{Directory: f.Directory, Name: f.Name, NameHash: hex(f.NameHash), ContentHash: hex(f.ContentHash)})
		})
		x.Rounds = append(x.Rounds, round)
	}
	return x
}

// TestAgainst holds a capture against files on disk.
func TestAgainst(t *testing.T) {
	raw := synth.StockJoin().Pcap(synth.Ethernet())
	x := installed()
	f := filesOf(t, raw, files.Options{Against: x, AgainstName: "mine"})
	if list := between(f, figures.BetweenAgainst); len(list) != 0 || f.Against != "mine" || len(f.Clients) != 1 {
		t.Errorf("%+v", list)
	}
	ships := x.Rounds[2].Files
	ships[0].ContentHash, ships[60].ContentHash = "0x11111111", "0x22222222"
	x.Rounds[3].Files = x.Rounds[3].Files[1:]
	x.Rounds[4].Files = append(x.Rounds[4].Files, figures.InstalledFile{
		Directory: "Scripts/Multiplayer/Episode", Name: "New.pyc", NameHash: hex(filehash.Name("New.pyc")), ContentHash: "0x33333333"})
	var got []string
	for _, d := range between(filesOf(t, raw, files.Options{Against: x}), figures.BetweenAgainst) {
		got = append(got, d.Is+" "+d.Directory+"/"+d.Name)
	}
	want := []string{
		"changed scripts/ships/Akira.pyc", "changed " + ships[60].Directory + "/" + ships[60].Name,
		"extra scripts/mainmenu/CardSpecificSetup.pyc", "missing Scripts/Multiplayer/Episode/New.pyc",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestSubsystemHash: a player in the game is thrown out after the hash of its ship has changed.
func TestSubsystemHash(t *testing.T) {
	update := func(at float32, hash uint16) []byte {
		m := message.StateUpdate{ObjectID: 0x3FFFFFFF, GameTime: at, DirtyFlags: message.FlagPosition, HasHash: true, SubsysHash: hash}
		return synth.Unreliable(message.Append(nil, message.OpcodeStateUpdate, &m))
	}
	for hash, want := range map[uint16]string{0xFB37: match.BecauseAccepted, 0x1234: match.BecauseSubsysHash} {
		s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
		say := func(at time.Duration, up bool, messages ...[]byte) {
			if up {
				s.Game(at*time.Second, player, host, synth.Datagram(synth.Client, messages...))
				return
			}
			s.Game(at*time.Second, host, player, synth.Datagram(synth.Host, messages...))
		}
		say(1, true, synth.Reliable(0, synth.StockAnswer(0)))
		say(2, false, synth.Reliable(0, message.Append(nil, message.OpcodeChecksumComplete, &message.ChecksumComplete{})))
		say(3, true, synth.Reliable(1, synth.Hex(synth.StockAkira)), update(30, 0xFB37))
		say(4, true, update(31, hash))
		say(6, false, synth.Control(transport.Boot, 0, &transport.Kick{Reason: 4, PeerID: synth.Client}))
		f := filesOf(t, s.Pcap(synth.Ethernet()), files.Options{})
		if len(f.Refusals) != 1 || f.Refusals[0].Cause != want || f.Refusals[0].Frame != 5 {
			t.Errorf("0x%04X: %+v", hash, f.Refusals)
		}
	}
}

// TestBootPlayer: third-party servers have a message of their own.
func TestBootPlayer(t *testing.T) {
	for reason, want := range map[uint8]int{4: 1, 0: 0} {
		s := &synth.Script{Start: time.Date(2026, 2, 19, 20, 0, 0, 0, time.UTC)}
		answer := synth.StockAnswer(1)
		answer[len(answer)-2] ^= 1 // of the content, not its low byte
		s.Game(0, player, host, synth.Datagram(synth.Client, synth.Reliable(0, answer)))
		s.Game(time.Second, host, player, synth.Datagram(synth.Host, synth.Reliable(0, message.Append(nil, message.OpcodeBootPlayer, &message.BootPlayer{Reason: reason}))))
		f := filesOf(t, s.Pcap(synth.Ethernet()), files.Options{})
		if len(f.Refusals) != want || want == 1 && (f.Refusals[0].Message != "BootPlayer" || f.Refusals[0].Cause != match.BecauseFiles || f.Refusals[0].Files[0].Name != "Autoexec.pyc") {
			t.Errorf("reason %d: %+v", reason, f.Refusals)
		}
	}
}

// TestHostWithoutShips: whoever is removed just after its first hash, by a host without ships, may be removed for it.
func TestHostWithoutShips(t *testing.T) {
	causes := map[string]int{}
	for second := 4; second <= 16; second++ {
		_, f := played(t, battle.Options{Players: 2, Duration: 20 * time.Second}, fmt.Sprintf("kick@%ds:2", second))
		for _, r := range f.Refusals {
			causes[r.Cause]++
			var first int64
			if r.Cause == match.BecauseHostHash {
				if _, err := fmt.Sscanf(r.Text[strings.LastIndex(r.Text, "frame"):], "frame %d", &first); err != nil || first == 0 || first >= r.Frame {
					t.Errorf("frame %d: %s", r.Frame, r.Text)
				}
			}
		}
	}
	if causes[match.BecauseHostHash] == 0 || causes[match.BecauseHostHash] > 3 || causes[match.BecauseAccepted] == 0 {
		t.Errorf("%v", causes)
	}
}
