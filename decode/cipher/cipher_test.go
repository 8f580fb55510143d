package cipher

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// answer is one known pair: a whole datagram, or the beginning of one.
type answer struct {
	name          string
	cipher, plain []byte
}

// form is one implementation under test, both directions.
type form struct {
	name               string
	decipher, encipher func(dst, src []byte)
}

var forms = allForms()

func allForms() []form {
	all := []form{
		{"plain", PlainDecipher, PlainEncipher},
		{"table", Decipher, Encipher},
	}
	for _, b := range batchForms() {
		all = append(all, form{b.name, b.decipherCopies, Encipher})
	}
	return all
}

// longest is the longest UDP payload that an Ethernet frame carries unfragmented,
// rounded up; every length up to it is tried.
const longest = 1500

func apply(f func(dst, src []byte), src []byte) []byte {
	dst := make([]byte, len(src))
	f(dst, src)
	return dst
}

func fromHex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatalf("bad hex %q: %v", text, err)
	}
	return b
}

func knownAnswers(t testing.TB) []answer {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("testdata", "known_answers.txt")))(t)
	var all []answer
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		if len(f) != 4 {
			t.Fatalf("want four columns: %q", line)
		}
		all = append(all, answer{f[0], fromHex(t, f[2]), fromHex(t, f[3])})
	}
	return all
}

func checkAnswer(t *testing.T, a answer) {
	t.Helper()
	for _, f := range forms {
		if got := apply(f.decipher, a.cipher); !bytes.Equal(got, a.plain) {
			t.Errorf("%s deciphers to\n%x, want\n%x", f.name, got, a.plain)
		}
		if got := apply(f.encipher, a.plain); !bytes.Equal(got, a.cipher) {
			t.Errorf("%s enciphers to\n%x, want\n%x", f.name, got, a.cipher)
		}
	}
}

func TestKnownAnswers(t *testing.T) {
	all := knownAnswers(t)
	if len(all) != 15 {
		t.Fatalf("%d known answers, want 15", len(all))
	}
	for _, a := range all {
		t.Run(a.name, func(t *testing.T) { checkAnswer(t, a) })
	}
}

// TestSharedVectors holds the package against every enciphered entry of the vector
// collection, when the collection is there.
func TestSharedVectors(t *testing.T) {
	text := must.Get(os.ReadFile(outside.Path(t, "vectors", "transport.json")))(t)
	var entries []struct {
		Name      string
		Hex       string
		Encrypted bool
		Expect    struct {
			Plain  string `json:"plain_hex"`
			Prefix string `json:"plain_prefix_hex"`
		}
	}
	must.Do(t, json.Unmarshal(text, &entries))
	seen := 0
	for _, e := range entries {
		plain := e.Expect.Plain + e.Expect.Prefix
		if !e.Encrypted || plain == "" {
			continue
		}
		seen++
		t.Run(e.Name, func(t *testing.T) {
			checkAnswer(t, answer{e.Name, fromHex(t, e.Hex), fromHex(t, plain)})
		})
	}
	if seen == 0 {
		t.Error("the collection holds no enciphered entry")
	}
}

func randomBytes(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

func newRand() *rand.Rand { return rand.New(rand.NewPCG(0x41, 0x6C)) }

// TestTableEqualsPlain compares the two forms, both directions, on random datagrams
// of every length.
func TestTableEqualsPlain(t *testing.T) {
	rng := newRand()
	for n := 0; n <= longest; n++ {
		for range 2 {
			src := randomBytes(rng, n)
			plain, enciphered := apply(PlainDecipher, src), apply(PlainEncipher, src)
			if got := apply(Decipher, src); !bytes.Equal(got, plain) {
				t.Fatalf("length %d: Decipher(%x)\n= %x, want\n%x", n, src, got, plain)
			}
			if got := apply(Encipher, src); !bytes.Equal(got, enciphered) {
				t.Fatalf("length %d: Encipher(%x)\n= %x, want\n%x", n, src, got, enciphered)
			}
		}
	}
}

// TestRoundTrip shows that enciphering and deciphering undo each other, in either
// order and in place, and that the source is left as it was.
func TestRoundTrip(t *testing.T) {
	rng := newRand()
	for _, f := range forms {
		for n := 0; n <= longest; n += 1 + n/40 {
			src := randomBytes(rng, n)
			before := bytes.Clone(src)
			there := apply(f.decipher, src)
			back := apply(f.encipher, there)
			if !bytes.Equal(src, before) || !bytes.Equal(back, before) {
				t.Fatalf("%s, length %d: encipher(decipher(x)) != x", f.name, n)
			}
			if got := apply(f.decipher, apply(f.encipher, src)); !bytes.Equal(got, before) {
				t.Fatalf("%s, length %d: decipher(encipher(x)) != x", f.name, n)
			}
		}
	}
}

func TestInPlace(t *testing.T) {
	rng := newRand()
	for _, f := range forms[:2] {
		src := randomBytes(rng, longest)
		want := apply(f.decipher, src)
		f.decipher(src, src)
		if !bytes.Equal(src, want) {
			t.Errorf("%s: deciphering in place differs", f.name)
		}
		want = apply(f.encipher, src)
		f.encipher(src, src)
		if !bytes.Equal(src, want) {
			t.Errorf("%s: enciphering in place differs", f.name)
		}
	}
}

// TestPrefix shows that a datagram cut by the capture deciphers as far as it goes.
func TestPrefix(t *testing.T) {
	src := randomBytes(newRand(), longest)
	for _, f := range forms {
		plain, enciphered := apply(f.decipher, src), apply(f.encipher, src)
		for n := 0; n <= longest; n += 1 + n/40 {
			if !bytes.Equal(apply(f.decipher, src[:n]), plain[:n]) {
				t.Fatalf("%s: deciphering %d bytes is not a prefix", f.name, n)
			}
			if !bytes.Equal(apply(f.encipher, src[:n]), enciphered[:n]) {
				t.Fatalf("%s: enciphering %d bytes is not a prefix", f.name, n)
			}
		}
	}
}

// TestFirstByteIsCopied shows that byte 0 neither changes nor changes the rest.
func TestFirstByteIsCopied(t *testing.T) {
	src := randomBytes(newRand(), 40)
	for _, f := range forms {
		rest := apply(f.decipher, src)[1:]
		for first := range 256 {
			src[0] = byte(first)
			got := apply(f.decipher, src)
			if got[0] != src[0] || !bytes.Equal(got[1:], rest) {
				t.Fatalf("%s: first byte %#02x feeds the cipher", f.name, first)
			}
		}
	}
}

func TestLengthMismatchPanics(t *testing.T) {
	calls := map[string]func(){
		"PlainDecipher": func() { PlainDecipher(make([]byte, 2), make([]byte, 3)) },
		"PlainEncipher": func() { PlainEncipher(make([]byte, 3), make([]byte, 2)) },
		"Decipher":      func() { Decipher(make([]byte, 2, 8), make([]byte, 3)) },
		"Encipher":      func() { Encipher(nil, make([]byte, 1)) },
		"batch count":   func() { new(Batch).Decipher(nil, make([][]byte, 1)) },
		"batch slot":    func() { new(Batch).Decipher([][]byte{nil}, [][]byte{{1}}) },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("did not panic")
				}
			}()
			call()
		})
	}
}

func TestNoAllocations(t *testing.T) {
	src := randomBytes(newRand(), 200)
	dst := make([]byte, len(src))
	for _, f := range forms[:2] {
		if n := testing.AllocsPerRun(20, func() { f.decipher(dst, src) }); n != 0 {
			t.Errorf("%s: %v allocations to decipher, want 0", f.name, n)
		}
		if n := testing.AllocsPerRun(20, func() { f.encipher(dst, src) }); n != 0 {
			t.Errorf("%s: %v allocations to encipher, want 0", f.name, n)
		}
	}
}

// FuzzCipher holds the fast forms against the plain one and shows the round trip.
func FuzzCipher(f *testing.F) {
	for _, a := range knownAnswers(f) {
		f.Add(a.cipher)
		f.Add(a.plain)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		plain, enciphered := apply(PlainDecipher, data), apply(PlainEncipher, data)
		for _, form := range forms[1:] {
			if !bytes.Equal(apply(form.decipher, data), plain) {
				t.Errorf("%s deciphers differently", form.name)
			}
			if !bytes.Equal(apply(form.encipher, data), enciphered) {
				t.Errorf("%s enciphers differently", form.name)
			}
		}
		if !bytes.Equal(apply(PlainEncipher, plain), data) {
			t.Error("encipher(decipher(x)) != x")
		}
		if !bytes.Equal(apply(PlainDecipher, enciphered), data) {
			t.Error("decipher(encipher(x)) != x")
		}
	})
}

// PlainEncipher is the inverse of [PlainDecipher], under the same conditions.
//
// Source: static analysis of the game program; one observed pair.
func PlainEncipher(dst, src []byte) {
	mustMatch(len(dst), len(src))
	if len(src) == 0 {
		return
	}
	state := plainState{key: secret}
	dst[0] = src[0]
	for i := 1; i < len(src); i++ {
		plain := src[i]
		dst[i] = plain ^ state.keystream()
		state.feed(plain)
	}
}
