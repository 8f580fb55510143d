package figures

// Diff is the report of `bcdump diff`: what is different between two captures.
type Diff struct {
	Version int      `json:"v"`
	A       DiffFile `json:"a"`
	B       DiffFile `json:"b"`
	Only    []string `json:"only,omitempty"` // sections that were asked for
	Equal   bool     `json:"equal"`
	// Compared counts what was held against each other, by section.
	Compared []DiffCount `json:"compared"`
	// Differences are in order, the most significant first.
	Differences []Difference `json:"differences"`
	Tables      []DiffTable  `json:"tables"`
	// Session is what became of the datagrams of one session that was captured twice.
	Session *SameSession `json:"session,omitempty"`
}

// DiffFile is one of both captures.
type DiffFile struct {
	File
	Dialect string `json:"dialect,omitempty"` // of the first server: "stock", "openbc" or "undecided"
	// Clients are the names of its connections, in the order of joining; "" = not known.
	Clients []string `json:"clients"`
	// Dropped counts what found no room in bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty"`
}

// DiffCount counts what was compared in a section.
type DiffCount struct {
	Section  string `json:"section"`
	Compared int    `json:"compared"`
	Differ   int    `json:"differ"`
	// TooFew is how many are not equal, but may be so by chance.
	TooFew int `json:"too_few"`
}

// Difference is one thing that is different.
type Difference struct {
	Section string `json:"section"`
	Rank    int    `json:"rank"` // 1 = the most significant of all sections
	Key     string `json:"key"`  // for --ignore
	Text    string `json:"text"`
	A       string `json:"a"` // the figure of one capture
	B       string `json:"b"`
	// Effect is how large the difference is, 0 to 1.
	Effect float64 `json:"effect"`
	// Chance is how likely differences as large come by chance among all that were tested; null = it
	// is no matter of chance.
	Chance *float64 `json:"chance"`
	// QueryA and QueryB keep the lines of either side that the figure is about; left out if there are
	// none.
	QueryA Query `json:"query_a,omitempty"`
	QueryB Query `json:"query_b,omitempty"`
	// LinesA and LinesB are how many lines they keep; 0 = not counted.
	LinesA int64 `json:"lines_a,omitempty"`
	LinesB int64 `json:"lines_b,omitempty"`
	// Parts are what else differs of the same subject, if there is more than one thing.
	Parts []DiffPart `json:"parts,omitempty"`
	// Fields are the parts of both messages that differ, with their bytes.
	Fields []DiffField `json:"fields,omitempty"`
	BytesA string      `json:"bytes_a,omitempty"`
	BytesB string      `json:"bytes_b,omitempty"`

	// Score is by what they are in order.
	Score float64 `json:"-"`
}

// DiffPart is one of several differences of a subject; its keys are those of Difference.
type DiffPart struct {
	Key    string   `json:"key"`
	Text   string   `json:"text"`
	A      string   `json:"a"`
	B      string   `json:"b"`
	Effect float64  `json:"effect"`
	Chance *float64 `json:"chance"`
	QueryA Query    `json:"query_a,omitempty"`
	QueryB Query    `json:"query_b,omitempty"`
	LinesA int64    `json:"lines_a,omitempty"`
	LinesB int64    `json:"lines_b,omitempty"`
}

// DiffField is a field of two messages; "" = it has none.
type DiffField struct {
	Name string `json:"name"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// DiffTable is a table with the figures of both captures.
type DiffTable struct {
	Section string    `json:"section"`
	Title   string    `json:"title"`
	Columns []string  `json:"columns"`
	Rows    []DiffRow `json:"rows"`  // those that differ
	Equal   int       `json:"equal"` // rows that do not
}

// DiffRow is a row; a side without it has no cells.
type DiffRow struct {
	Key string   `json:"key"`
	A   []string `json:"a"`
	B   []string `json:"b"`
}
