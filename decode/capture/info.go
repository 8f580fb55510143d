package capture

import "slices"

// Info describes the container as far as it has been read; later sections and
// interfaces of a pcapng add to it.
type Info struct {
	// Format is "pcap", "pcapng" or TraceLog.
	Format string
	// Compression is "", "gzip" or "zstd"; compressed twice, outer first, as
	// in "gzip+zstd".
	Compression string
	// ByteOrder is "little" or "big", or "mixed" for a pcapng with sections of both.
	ByteOrder string
	// Resolution is the unit of the time stamps: "us", "ns", another power such
	// as "10^-3 s" or "2^-20 s", "mixed" when interfaces differ, "" when the
	// capture never said.
	Resolution string
	// Local says that times are those of a clock of which the zone is not stated.
	Local bool
	// SnapLength is how many bytes of each frame the capture claims to keep (of
	// the first interface); 0 means it does not say or has no limit.
	SnapLength uint32
	// Links is the LINKTYPE_ values in order of first appearance, each once.
	// At most 64 are kept.
	Links []uint16
	// Sections is 1 for pcap, the number of section headers for pcapng.
	Sections int
	// Interfaces is 1 for pcap, the number of interface descriptions for pcapng.
	Interfaces int
}

// TraceLog is the format of a text log, which has datagrams and no frames.
const TraceLog = "packet trace log"

// maxLinks bounds Info.Links; a damaged file could name all 65,536.
const maxLinks = 64

func (i *Info) addLink(link uint16) {
	if len(i.Links) < maxLinks && !slices.Contains(i.Links, link) {
		i.Links = append(i.Links, link)
	}
}

func (i *Info) addByteOrder(big bool) {
	i.ByteOrder = sameOrMixed(i.ByteOrder, orderName(big))
}

func (i *Info) addResolution(unit string) {
	i.Resolution = sameOrMixed(i.Resolution, unit)
}

func sameOrMixed(old, now string) string {
	if old == "" || old == now {
		return now
	}
	return "mixed"
}

func orderName(big bool) string {
	if big {
		return "big"
	}
	return "little"
}
