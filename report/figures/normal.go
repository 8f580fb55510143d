package figures

// Normal is a capture in normal form: what it says without its ids, addresses, times and numbers, so
// that it can be held against another one. It knows nothing of comparing. Keys are equal in two
// captures if they are about the same; texts are for people.
type Normal struct {
	File          File
	Dialect       string  // of the first server; "" = there is none
	Minutes       float64 // that all clients were there, added up
	Parties       []Party
	Sequences     []Sequence
	Categories    []Category
	Rates         []NormalRate
	Distributions []Distribution
	Tables        []NormalTable
	Verdicts      []NormalVerdict
	// Groups counts what categories are of, by Category.Group.
	Groups  map[string]int64
	Dropped map[string]int64 // what found no room, by what it is
}

// About says what a part of the normal form is about, for those who put differences in order.
type About struct {
	Section string
	Key     string  // equal in two captures: "0x19 S>C flags"
	Title   string  // for people: "TorpedoFire S>C: flags"
	Subject string  // what it is about: "TorpedoFire S>C"; differences of one subject belong together
	Aspect  string  // what of it: "flags"
	Cause   string  // what all subjects have in common that follow from one another: "0x19"
	Origin  bool    // another subject of its cause may be about copies of it
	Weight  float64 // how much a difference matters, 0 to 1
}

// Party is one connection of a client, in the order of joining.
type Party struct {
	Name string // "" = not known
}

// Sequence is what was said in an order that means something, such as what a host tells a client
// while it joins.
type Sequence struct {
	About
	Party int // whom it is about, an index of Parties
	Steps []NormalStep
	// Open says that the capture ends, or begins, within it: what is missing at its end says nothing.
	Open bool
}

// NormalStep is a message.
type NormalStep struct {
	Label  string // by which sequences are aligned: "ChecksumRequest round 2"
	Key    string // what may be left out of a comparison: "0x20"
	Fields []NormalField
	Bytes  []byte  // of the payload, the first ones
	After  float64 // ms since the first step of the party
	Query  Query   // gives its line
}

// NormalField is a field of a message with a value that means the same in each capture.
type NormalField struct{ Name, Value string }

// Category counts what has one of several values.
type Category struct {
	About
	Group string // "0x19 S>C": of a side without the category, Groups says how many there are; "" = none
	Unit  string // what is counted: "messages"
	Of    int64
	// Clients is how many connections it was counted in.
	Clients int
	Values  []NormalValue
	// Many says that there are more values than are kept: those that are not here say nothing.
	Many bool
	// Chosen says that people choose how often each value comes: that one comes more often than in
	// another capture is no difference, nor that a rare one never does.
	Chosen bool
	// Never says that no battle occasions a value: one that another capture lacks is no chance.
	Never bool
	Query Query // gives Of lines
}

// NormalValue counts one value.
type NormalValue struct {
	Value   string
	Count   int64
	Clients int
	Burst   float64 // as in NormalRate; 0 = not measured
	Query   Query   // gives Count lines; of a value that no filter tells, an example
	Example bool    // it gives an example
}

// NormalRate is how often something was sent.
type NormalRate struct {
	About
	Count   int64
	Bytes   int64
	Minutes float64 // over which it was counted, of all players together
	Per     string  // what a rate is: "per minute and player"
	// Burst is the variance of the count in 10 s through its mean: 1 of what comes by chance.
	Burst float64
	// Occasional says that what happens in a battle decides whether there is one at all.
	Occasional bool
	Query      Query
}

// Distribution is how long something took, or how large it was.
type Distribution struct {
	About
	Unit   string
	Least  float64   // what is less apart is no difference
	Values []float64 // ascending
	Counts []float64 // of each value
	Query  Query     // gives the messages that are measured
}

// NormalTable is a table whose rows stand side by side.
type NormalTable struct {
	Section, Title string
	Columns        []string
	Rows           []NormalRow
}

// NormalRow is a row of it; one with Party belongs to that connection.
type NormalRow struct {
	Key   string
	Party int // -1 = none
	Cells []string
}

// NormalVerdict is what a rule says.
type NormalVerdict struct {
	About
	Verdict    string
	Violations int64
	Instances  int64
	Tolerance  float64 // share of the instances that may be violations
	Query      Query
}
