package cipher

const (
	// chunk is how many datagrams are sorted at a time. More would not make the groups
	// noticeably more alike, and fewer do not fill them.
	chunk = 1024

	// unsorted is the length from which on datagrams are not sorted and no kernel gets
	// them. No frame of an Ethernet holds one so long, jumbo frames apart.
	unsorted = 1536
)

// Batch deciphers many datagrams at a time. It holds the memory that this takes, about
// 20 KiB, to be used again. The zero value is ready for use. A Batch serves one goroutine
// at a time and should not be copied.
type Batch struct {
	counts [unsorted + 1]uint16 // by length; all 0 between calls
	order  [chunk]uint16        // indexes of a chunk's datagrams
	group  group
}

// Decipher deciphers many datagrams (UDP payloads) at a time: the plaintext
// of src[i] goes to dst[i]. The bytes equal those of [PlainDecipher] on each.
//
// dst and src have the same length, and so have dst[i] and src[i] for every i;
// Decipher panics if they differ. Lengths may be mixed and may be 0.
//
// No dst[i] may share memory with any src[j] or with another dst[j], because the
// order in which datagrams and their bytes are worked on is not promised. Nothing
// outside the given slices is read or written, src is never written, and nothing is
// allocated. The Batch remembers some of the slices until it is used again, so that
// their memory is not freed before.
func (b *Batch) Decipher(dst, src [][]byte) {
	b.decipher(fastest, dst, src)
}

// decipher is Decipher with this kernel; with none it is the portable form.
func (b *Batch) decipher(k kernel, dst, src [][]byte) {
	mustMatch(len(dst), len(src))
	for len(src) > 0 {
		n := min(len(src), chunk)
		b.decipherChunk(k, dst[:n], src[:n])
		dst, src = dst[n:], src[n:]
	}
}

func (b *Batch) decipherChunk(k kernel, dst, src [][]byte) {
	order := b.sort(dst, src)
	for len(order) > 0 && len(src[order[0]]) == 0 {
		order = order[1:]
	}
	for len(order) > 0 {
		n := 0
		if k != nil {
			n = together(order, src)
		}
		if n > 0 {
			b.group.decipher(k, order[:n], dst, src)
		} else {
			n = min(len(order), interleaved)
			decipherInterleaved(order[:n], dst, src)
		}
		order = order[n:]
	}
}

// sort returns the indexes of a chunk's datagrams by ascending length: a counting sort,
// since all that work in step should end together.
func (b *Batch) sort(dst, src [][]byte) []uint16 {
	highest := 0
	for i, in := range src {
		mustMatch(len(dst[i]), len(in))
		key := min(len(in), unsorted)
		b.counts[key]++
		highest = max(highest, key)
	}
	// From here on a count is the place of the next datagram of that length.
	counts := b.counts[:highest+1]
	place := uint16(0)
	for key, n := range counts {
		counts[key] = place
		place += n
	}
	for i, in := range src {
		next := &counts[min(len(in), unsorted)]
		b.order[*next] = uint16(i)
		*next++
	}
	clear(counts)
	return b.order[:len(src)]
}

// Form names the form that a Batch takes on this machine: "portable" or "avx2".
func Form() string {
	if fastest == nil {
		return "portable"
	}
	return "avx2"
}
