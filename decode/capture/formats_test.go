package capture

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/internal/must"
)

// Files of other formats are named, with what to do.
func TestOtherFormats(t *testing.T) {
	for _, f := range otherFormats {
		data := join(bytes.Repeat([]byte{0xee}, f.at), []byte(f.magic), make([]byte, 400))
		for name, content := range map[string][]byte{"plain": data, "gzip": gzipped(data)} {
			_, err := NewReader(bytes.NewReader(content), Options{})
			var typed *NotCaptureError
			if !errors.Is(err, ErrNotCapture) || !errors.As(err, &typed) || typed.Found != f.name {
				t.Errorf("%s%q: %v", name, f.magic, err)
			}
		}
	}
	for text, want := range map[string]string{
		"22:08:41.709215 IP 10.0.0.1.22101 > 10.0.0.2.99: UDP, length 4\n\t0x0000:  4500 0020\n": "it is what tcpdump prints; packets are needed: capture with tcpdump -w NAME.pcap",
		"2026-02-14 22:08:41.709215 IP6 ::1.99 > ::1.98: UDP, length 4\n":                        "it is what tcpdump prints; packets are needed: capture with tcpdump -w NAME.pcap",
		strings.Repeat("\x00", 100): "it is zeros; the disk was full or the machine stopped: nothing of it can be read",
	} {
		if _, err := NewReader(strings.NewReader(text), Options{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The commands name the file, quoted if that is needed.
func TestNamed(t *testing.T) {
	e := &NotCaptureError{Found: "a capture of Sniffer", Way: editcap}
	for file, want := range map[string]string{
		"battle.cap":      "it is a capture of Sniffer; convert it: editcap -F pcap battle.cap battle.pcap",
		"a b/battle.pcap": "it is a capture of Sniffer; convert it: editcap -F pcap 'a b/battle.pcap' 'a b/battle.pcap.pcap'",
		"it's":            `it is a capture of Sniffer; convert it: editcap -F pcap 'it'\''s' 'it'\''s.pcap'`,
	} {
		if got := e.Named(file).Error(); got != want {
			t.Errorf("%s: %s", file, got)
		}
	}
}

// What a message says to do gives the frames: editcap writes each format that it can, and reads it again.
func TestConvertingWorks(t *testing.T) {
	if _, err := exec.LookPath("editcap"); err != nil {
		t.Skip("editcap is not installed")
	}
	folder := t.TempDir()
	plain := filepath.Join(folder, "plain.pcap")
	must.Do(t, os.WriteFile(plain, samplePcap().content, 0o600))
	for _, format := range []string{"snoop", "netmon1", "netmon2", "ngsniffer", "visual", "lanalyzer", "5views"} {
		file := filepath.Join(folder, format+".cap")
		if out, err := exec.Command("editcap", "-F", format, plain, file).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v %s", format, err, out)
		}
		_, err := NewReader(bytes.NewReader(must.Get(os.ReadFile(file))(t)), Options{})
		var other *NotCaptureError
		if !errors.As(err, &other) || other.Way == "" {
			t.Errorf("%s: %v", format, err)
			continue
		}
		_, command, _ := strings.Cut(other.Named(file).Way, ": ")
		if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", command, err, out)
			continue
		}
		got := readAll(t, bytes.NewReader(must.Get(os.ReadFile(filepath.Join(folder, format+".pcap")))(t)), 0)
		if len(got.frames) != 200 || got.count != 0 {
			t.Errorf("%s: %d frames, %v", command, len(got.frames), got.damage)
		}
	}
}
