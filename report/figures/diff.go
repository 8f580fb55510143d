package figures

// Diff is the report of `bcdump diff`: what is different between two captures.
type Diff struct {
	Version int      `json:"v" about:"version of the format, 1"`
	A       DiffFile `json:"a" about:"the two captures"`
	B       DiffFile `json:"b" about:"the two captures"`
	Only    []string `json:"only,omitempty" about:"sections that were asked for"`
	Judge   string   `json:"judge,omitempty" about:"side whose doing was asked for: 'server' or 'client'"`
	Equal   bool     `json:"equal" about:"no difference was found"`
	// Compared counts what was held against each other, by section.
	Compared []DiffCount `json:"compared" about:"how much was compared, by section"`
	// Differences are in order, the most significant first.
	Differences []Difference `json:"differences" about:"the most significant first"`
	Tables      []DiffTable  `json:"tables" about:"relays, joins and links"`
	// Session is what became of the datagrams of one session that was captured twice.
	Session *SameSession `json:"session,omitempty" about:"with '--same-session'"`
}

// DiffFile is one of both captures.
type DiffFile struct {
	File
	Dialect string `json:"dialect,omitempty" about:"of the first server"`
	// Clients are the names of its connections, in the order of joining; "" = not known.
	Clients []string `json:"clients" about:"names, in the order of joining"`
	// Dropped counts what found no room in bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty" about:"what exceeded a limit, by table"`
}

// DiffCount counts what was compared in a section.
type DiffCount struct {
	Section  string `json:"section" about:"the section"`
	Compared int    `json:"compared" about:"things compared"`
	Differ   int    `json:"differ" about:"things that differ"`
	// TooFew is how many are not equal, but may be so by chance.
	TooFew int `json:"too_few" about:"things that differ, with too few messages to be sure"`
}

// Difference is one thing that is different.
type Difference struct {
	Section string `json:"section" about:"the section"`
	Rank    int    `json:"rank" about:"place among all, from 1"`
	Judges  string `json:"judges,omitempty" about:"whose doing it is: 'server' or 'client'; left out if it may be either's"`
	DiffPart
	// Parts are all that differs of the same subject, if there is more than one thing.
	Parts []DiffPart `json:"parts,omitempty" about:"all that differs of the same kind of message, if it is several things"`

	// Fields are the parts of both messages that differ, with their bytes: of a step that one side lacks, and of a value that nearly
	// all messages have, another one on either side, those of the first message.
	Fields []DiffField `json:"fields,omitempty" about:"of steps: the fields that differ"`
	BytesA string      `json:"bytes_a,omitempty" about:"of steps: the payload, at most 512 bytes"`
	BytesB string      `json:"bytes_b,omitempty" about:"of steps: the payload, at most 512 bytes"`

	// Score is by what they are in order.
	Score float64 `json:"-"`
}

// DiffPart is a thing that is different of a subject.
type DiffPart struct {
	Key  string `json:"key" about:"for '--ignore'"`
	Text string `json:"text" about:"the sentence"`
	A    string `json:"a" about:"the figure of either side"`
	B    string `json:"b" about:"the figure of either side"`
	// Effect is how large the difference is, 0 to 1.
	Effect float64 `json:"effect" about:"how large, 0 to 1: of shares the difference, of rates 1 less the smaller through the larger, of distributions their distance, of verdicts 1"`
	// Chance is how likely differences as large come by chance among all that were tested; null = it is no matter of chance.
	Chance *float64 `json:"chance" about:"share of false discoveries (q); null = no matter of chance"`
	// QueryA and QueryB keep the lines of either side that the figure is about; left out if there are none.
	QueryA Query `json:"query_a,omitempty" about:"filters that keep the messages"`
	QueryB Query `json:"query_b,omitempty" about:"filters that keep the messages"`
	// LinesA and LinesB are how many lines they keep; 0 = not counted.
	LinesA int64 `json:"lines_a,omitempty" about:"lines that they keep; left out where they are not counted"`
	LinesB int64 `json:"lines_b,omitempty" about:"lines that they keep; left out where they are not counted"`
}

// DiffField is a field of two messages; "" = it has none.
type DiffField struct {
	Name string `json:"name" about:"the field"`
	A    string `json:"a" about:"its values; '\"\"' = none"`
	B    string `json:"b" about:"its values; '\"\"' = none"`
}

// DiffTable is a table with the figures of both captures.
type DiffTable struct {
	Section string    `json:"section" about:"the section"`
	Title   string    `json:"title" about:"the heading"`
	Columns []string  `json:"columns" about:"names of the columns"`
	Rows    []DiffRow `json:"rows" about:"rows that differ"`
	Equal   int       `json:"equal" about:"rows that do not differ"`
}

// DiffRow is a row; a side without it has no cells.
type DiffRow struct {
	Key string   `json:"key" about:"what the row is about"`
	A   []string `json:"a" about:"cells; none where the side lacks the row"`
	B   []string `json:"b" about:"cells; none where the side lacks the row"`
}
