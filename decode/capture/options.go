package capture

// Options of pcapng blocks that matter here.
const (
	optionEnd      = 0
	optionComment  = 1
	optionName     = 2 // of an interface
	optionFlags    = 2 // of a packet
	optionAbout    = 3 // of an interface
	optionTsresol  = 9
	optionTsoffset = 14
)

const (
	// maxDescription is how many bytes of a name an interface has.
	maxDescription = 1000
	// longestOption is how many bytes an option has: padded, it still fits into its length.
	longestOption = 0xFFFC
)
