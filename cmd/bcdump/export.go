package main

// newExport makes the parent of what writes captures for other programs.
func newExport(s *streams) *command {
	return parent("export", "Write captures in the form of other programs", newExportWireshark(s), newExportParquet(s))
}
