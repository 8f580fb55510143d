package stats

// sections gives all parts of a report; b is what they share.
func sections(b *base) []section {
	return []section{
		b.files,
		&ledger{base: b},
		&datagrams{base: b},
		newTypes(b),
		newOpcodes(b),
		newFlags(b),
		newExceptions(b),
		newBandwidth(b),
		&usage{base: b},
		newLinks(b),
		newResends(b),
		&fragments{base: b},
		newObjects(b),
		&relayed{base: b},
		&joins{base: b},
		newEntityState(b),
		newNotes(b),
	}
}
