package stats

import "slices"

// sections gives all parts of a report, and what the problems are found in; b is what they share.
func sections(b *base) ([]section, *problems) {
	parts, entities := &fragments{base: b}, entitySections(b)
	k, n, j, o, r := newLinks(b), newNotes(b), &joins{base: b}, newObjects(b), &relayed{base: b}
	found := &problems{base: b, links: k, notes: n, joined: j, objects: o, relayed: r, parts: parts}
	if b.options.Brief {
		return slices.Concat([]section{b.files, newBandwidth(b), k, parts, o, r, j}, entities, []section{n}), found
	}
	return slices.Concat([]section{
		b.files,
		&ledger{base: b},
		&datagrams{base: b},
		newTypes(b),
		newOpcodes(b),
		newFlags(b),
		newExceptions(b),
		&updateSizes{base: b},
		newBandwidth(b),
		&usage{base: b},
		newOtherWays(b),
		k,
		newResends(b),
		parts,
		o,
		r,
		newRequests(b),
		j,
	}, entities, []section{n}), found
}
