package cipher

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// batchForm is one way in which a Batch may work on this machine.
type batchForm struct {
	name string
	kernel
}

func batchForms() []batchForm {
	all := []batchForm{{"portable", nil}}
	if fastest != nil {
		all = append(all, batchForm{Form(), fastest})
	}
	return all
}

// decipherCopies deciphers a batch of one datagram many times, so that kernels have a
// group, and panics if its lanes do not agree.
func (f batchForm) decipherCopies(dst, src []byte) {
	var b Batch
	to, from := [][]byte{dst}, [][]byte{src}
	for range maxLanes/2 + fewest {
		to, from = append(to, make([]byte, len(src))), append(from, src)
	}
	b.decipher(f.kernel, to, from)
	for _, other := range to {
		if !bytes.Equal(other, dst) {
			panic("lanes with the same bytes differ")
		}
	}
}

// slots returns room for the plaintexts, not empty, so that a byte which is not written
// shows.
func slots(src [][]byte) [][]byte {
	var dst [][]byte
	for _, in := range src {
		dst = append(dst, bytes.Repeat([]byte{0x5A}, len(in)))
	}
	return dst
}

// mixedBatch returns datagrams of mixed lengths, and slots for their plaintexts.
func mixedBatch(rng *rand.Rand, count, shortest, longest int) (dst, src [][]byte) {
	for range count {
		src = append(src, randomBytes(rng, shortest+rng.IntN(longest-shortest+1)))
	}
	return slots(src), src
}

func plaintexts(src [][]byte) [][]byte {
	var want [][]byte
	for _, in := range src {
		want = append(want, apply(PlainDecipher, in))
	}
	return want
}

// checkBatch runs every form over a batch, with a Batch that was used before.
func checkBatch(t *testing.T, src [][]byte) {
	t.Helper()
	before, want := slices.Clone(src), plaintexts(src)
	for i := range before {
		before[i] = bytes.Clone(before[i])
	}
	for _, f := range batchForms() {
		var b Batch
		used, other := mixedBatch(newRand(), 200, 0, 150)
		b.decipher(f.kernel, used, other)
		dst := slots(src)
		b.decipher(f.kernel, dst, src)
		for i := range src {
			if !bytes.Equal(src[i], before[i]) {
				t.Fatalf("%s, batch of %d: source %d was written", f.name, len(src), i)
			}
			if !bytes.Equal(dst[i], want[i]) {
				t.Fatalf("%s, batch of %d, datagram %d: %x\n= %x, want\n%x",
					f.name, len(src), i, src[i], dst[i], want[i])
			}
		}
	}
}

// TestBatchLengths tries every length, in groups of equal length and in one mix.
func TestBatchLengths(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	rng := newRand()
	var all [][]byte
	for n := 0; n <= longest; n++ {
		all = append(all, randomBytes(rng, n))
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	checkBatch(t, all)
	for n := 0; n <= longest; n += 1 + n/200 {
		_, src := mixedBatch(rng, 70, n, n)
		checkBatch(t, src)
	}
}

// TestBatchCounts tries batches that fill groups and chunks, and that do not.
func TestBatchCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	rng := newRand()
	for n := range 3 * maxLanes / 2 {
		_, src := mixedBatch(rng, n, 0, 40)
		checkBatch(t, src)
	}
	for _, n := range []int{255, 256, 257, chunk - 1, chunk, chunk + 1, 2*chunk + fewest} {
		for _, longest := range []int{20, 120, 1500} {
			_, src := mixedBatch(rng, n, 0, longest)
			checkBatch(t, src)
		}
	}
}

// TestBatchSpread puts datagrams of very different lengths together.
func TestBatchSpread(t *testing.T) {
	rng := newRand()
	for _, size := range []int{unsorted - 1, unsorted, 9000, 65507} {
		for _, few := range []int{1, 3, fewest, 40} {
			_, long := mixedBatch(rng, few, size-size/3, size)
			_, short := mixedBatch(rng, 100, 0, 60)
			checkBatch(t, append(long, short...))
		}
	}
	// From unsorted on, lengths are in no order, and nothing may rely on one.
	_, src := mixedBatch(rng, 100, unsorted, 3*unsorted)
	checkBatch(t, src)
}

// TestBatchPatterns deciphers bytes that are not random: each value over and over, and what
// enciphers such plaintexts, so that all values of the key byte and its edges come up.
func TestBatchPatterns(t *testing.T) {
	var src [][]byte
	for value := range 256 {
		same := bytes.Repeat([]byte{byte(value)}, 300)
		counted := make([]byte, 300)
		for i := range counted {
			counted[i] = byte(value * i)
		}
		for _, b := range [][]byte{same, counted} {
			src = append(src, b, apply(PlainEncipher, b))
		}
	}
	checkBatch(t, src)
}

// TestBatchStaysInside shows that no byte beside a slot is written, whatever room
// the slot's array has.
func TestBatchStaysInside(t *testing.T) {
	rng := newRand()
	const slot, count = 64, 400
	for _, f := range batchForms() {
		arena := bytes.Repeat([]byte{0xA5}, slot*count)
		var dst, src [][]byte
		for i := range count {
			n := rng.IntN(slot - 1)
			src = append(src, randomBytes(rng, n))
			dst = append(dst, arena[i*slot:i*slot+n])
		}
		new(Batch).decipher(f.kernel, dst, src)
		for i := range count {
			rest := arena[i*slot+len(dst[i]) : (i+1)*slot]
			if len(bytes.Trim(rest, "\xA5")) != 0 {
				t.Fatalf("%s: slot %d was written past its %d bytes", f.name, i, len(dst[i]))
			}
		}
	}
}

func TestBatchNoAllocations(t *testing.T) {
	dst, src := mixedBatch(newRand(), 1500, 0, 200)
	for _, f := range batchForms() {
		var b Batch
		if n := testing.AllocsPerRun(20, func() { b.decipher(f.kernel, dst, src) }); n != 0 {
			t.Errorf("%s: %v allocations, want 0", f.name, n)
		}
	}
}

// FuzzBatch deciphers many parts of the input at a time; which, its bytes say.
func FuzzBatch(f *testing.F) {
	rng := newRand()
	for _, n := range []int{0, 1, 17, 64, 400, 1500} {
		f.Add(randomBytes(rng, n), byte(n))
	}
	f.Fuzz(func(t *testing.T, data []byte, count byte) {
		data = data[:min(len(data), 500)] // more is only slower
		var src [][]byte
		for i := range int(count) {
			if len(data) == 0 {
				src = append(src, nil)
				continue
			}
			from := i * 31 % len(data)
			rest := data[from:]
			src = append(src, rest[:len(rest)*int(data[i%len(data)])/255])
		}
		checkBatch(t, src)
	})
}
