// Package count counts messages by the values of any keys that filters know: `bcdump stats --count`.
//
// In come facts of captures and the paths of keys. Out come tables: a row for each combination of values, and a row for
// each key that holds numbers. Each row has the query that counts it again.
//
// The package must not know how a capture is read, nor how tables are shown.
package count

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

// Count counts messages by the values of keys.
type Count struct {
	paths   []string
	keys    []filter.Key
	queries string // the filter of the captures
	rows    map[string]*Combination
	order   []*Combination
	numbers []numbers   // by key
	left    Combination // what found no row
	counted int64
	copies  bool // there are copies made on the way to the file, which are not counted

	// Of the message at hand:
	different  [][]*filter.Value // by key: its values, each once
	chosen     []*filter.Value   // of a combination, by key; nil = the message lacks it
	key        []byte
	one, other []byte
}

// Counts is what was counted.
type Counts struct {
	Version      int           `json:"v" about:"version of this format: 1"`
	Filter       string        `json:"filter,omitempty" about:"the filter, if one was given"`
	Keys         []string      `json:"keys" about:"what '--count' said"`
	Rest         int64         `json:"rest,omitempty" about:"messages of combinations that have no row, because there are too many. Left out if there are none"`
	Combinations []Combination `json:"count" about:"combinations of values, the most frequent first"`
	Numbers      []Numbers     `json:"numbers" about:"keys that hold numbers"`
}

// Combination counts the messages with one combination of values. A key that holds a list has one value for each
// message and row: a message with several is in several rows.
type Combination struct {
	Values   Values        `json:"values" about:"the value of each key, 'null' where a message lacks the key. Columns of their own in text and CSV"`
	Count    int64         `json:"count" rest:"sum" about:"messages, as often as they were sent"`
	Unique   int64         `json:"unique" rest:"sum" drop:"2" about:"messages, copies left out"`
	Share    float64       `json:"share" unit:"%" bar:"1" rest:"sum" about:"of 'count' among all messages that have one of the keys"`
	ToServer int64         `json:"bytes_c2s" title:"C>S" unit:"B" rest:"sum" drop:"1" about:"bytes of the transport messages to the server, with their headers"`
	ToClient int64         `json:"bytes_s2c" title:"S>C" unit:"B" rest:"sum" drop:"1" about:"the same to the client"`
	Bytes    int64         `json:"bytes" unit:"B" rest:"sum" about:"the same of both directions"`
	Query    figures.Query `json:"query" gives:"count" about:"gives 'count'; '\"\"' where no filter can: of an empty list"`
}

// Numbers sums up those of a key.
type Numbers struct {
	Key      string        `json:"key" about:"the key"`
	Count    int64         `json:"count" about:"numbers"`
	Distinct int64         `json:"distinct" title:"different" about:"different ones"`
	Min      *float64      `json:"min" title:"smallest" about:"the smallest; 'null' if no number is finite"`
	Median   *float64      `json:"median" about:"half of them are so large or smaller"`
	Max      *float64      `json:"max" title:"largest" about:"the largest"`
	Query    figures.Query `json:"query" about:"keeps the messages that have such a number"`
}

// Values are those of one combination.
type Values struct {
	keys   []string
	values []any
}

// Keys are the paths that were asked for.
func (v Values) Keys() []string { return v.keys }

// Values are those of the row.
func (v Values) Values() []any { return v.values }

// MarshalJSON writes an object, in the order of the keys.
func (v Values) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, key := range v.keys {
		b.WriteString(`,"` + key + `":`) // a path needs no escapes
		if err := e.Encode(v.values[i]); err != nil {
			return nil, err
		}
	}
	object := append(b.Bytes(), '}')
	object[0] = '{'
	return object, nil
}

const (
	// maxCombinations bounds the combinations.
	//limit:maxCombinations Figures | combinations of values that `stats --count` tells apart | counted together as `rest` | TestBounded
	maxCombinations = 1 << 16
	// maxOfMessage bounds the combinations of one message, whose keys may all hold lists.
	//limit:maxOfMessage Figures | combinations that one message has in `stats --count` | counted together as `rest` | TestBounded
	maxOfMessage = 1 << 10
)

// New counts by the values under some paths; filtered is the filter of the captures. The error is a *filter.Error.
func New(paths []string, filtered string) (*Count, error) {
	p, err := decode.NewPicker(paths, "")
	if err != nil {
		return nil, err
	}
	return &Count{paths: paths, keys: p.Keys(), queries: filtered, rows: map[string]*Combination{}, numbers: make([]numbers, len(paths)), different: make([][]*filter.Value, len(paths))}, nil
}

// Narrow adds to every query that only a span of the captures was read.
func (c *Count) Narrow(span facts.Span) { c.queries = filter.And(c.queries, span.Condition()) }

// Add counts the messages of a capture.
func (c *Count) Add(f *facts.Facts) error {
	picker, err := decode.NewPicker(c.paths, f.Name)
	if err != nil {
		return err
	}
	c.copies = c.copies || f.Summary.Copies.Datagrams > 0
	reader := f.Reader()
	var values []filter.Values
	for i, row := range f.All() {
		values = picker.Pick(reader.At(i), values)
		if slices.ContainsFunc(values, func(v filter.Values) bool { return len(v) > 0 }) {
			c.message(f, row, values)
		}
	}
	return nil
}

// message counts a message in the row of each combination of its values.
func (c *Count) message(f *facts.Facts, m *facts.Row, values []filter.Values) {
	c.counted++
	product := 1
	for i, of := range values {
		c.different[i] = c.different[i][:0]
		for k := range of {
			if c.isNew(i, &of[k]) {
				c.different[i] = append(c.different[i], &of[k])
			}
		}
		product *= max(1, len(c.different[i]))
		if product > maxOfMessage {
			c.left.add(f, m)
			return
		}
	}
	for n := range product {
		c.combination(f, m, n)
	}
}

// isNew counts a number, and reports whether the message has a value under a key for the first time.
func (c *Count) isNew(key int, v *filter.Value) bool {
	if x, ok := v.Number(); ok {
		c.numbers[key].add(x)
	}
	if len(c.different[key]) == 0 {
		return true
	}
	c.one = v.AppendKey(c.one[:0])
	return !slices.ContainsFunc(c.different[key], func(o *filter.Value) bool {
		c.other = o.AppendKey(c.other[:0])
		return bytes.Equal(c.one, c.other)
	})
}

// combination counts a message in the row of the nth combination of its values: n in mixed radix chooses them.
func (c *Count) combination(f *facts.Facts, m *facts.Row, n int) {
	c.key, c.chosen = c.key[:0], c.chosen[:0]
	for _, of := range c.different {
		if len(of) == 0 {
			c.key, c.chosen = append(c.key, lacks), append(c.chosen, nil)
			continue
		}
		v := of[n%len(of)]
		n /= len(of)
		c.key, c.chosen = v.AppendKey(append(c.key, has)), append(c.chosen, v)
	}
	row := c.rows[string(c.key)]
	switch {
	case row == nil && len(c.rows) >= maxCombinations:
		c.left.add(f, m)
		return
	case row == nil:
		row = &Combination{Values: Values{keys: c.paths}, Query: c.query()}
		for i, v := range c.chosen {
			var plain any
			if v != nil {
				plain = v.Plain(c.keys[i].Kind)
			}
			row.Values.values = append(row.Values.values, plain)
		}
		c.rows[string(c.key)] = row
		c.order = append(c.order, row)
	}
	row.add(f, m)
}

// In the key of a row, whether the message has a value.
const lacks, has = 0, 1

func (r *Combination) add(f *facts.Facts, m *facts.Row) {
	length := int64(f.Length(m))
	r.Count++
	if !m.Has(facts.Retransmit) { // as in the table of opcodes: a filter can ask for it
		r.Unique++
	}
	r.Bytes += length
	switch {
	case m.Has(facts.ToClient):
		r.ToClient += length
	case m.Has(facts.Game) || m.Has(facts.EntityState):
		r.ToServer += length
	}
}

// query keeps the messages with the values at hand, of those that are counted; "" if no filter can.
func (c *Count) query() figures.Query {
	var conditions []string
	for i, v := range c.chosen {
		path, kind := c.paths[i], c.keys[i].Kind
		literal := ""
		if v != nil {
			literal = v.Literal(kind)
		}
		switch {
		case literal != "":
			conditions = append(conditions, path+" == "+literal)
		case v == nil && (kind == filter.Bool || kind == filter.Any):
			conditions = append(conditions, "!"+path, path+" != false") // false is not lacking
		case v == nil:
			conditions = append(conditions, "!"+path)
		case kind == filter.Object:
			conditions = append(conditions, path)
		default: // an empty list, or what is not set
			return ""
		}
	}
	return figures.Query(filter.And(conditions...))
}

// among keeps those of the messages that are counted.
func (c *Count) among(query figures.Query) figures.Query {
	copies := ""
	if c.copies {
		copies = "!copy_of"
	}
	return figures.Query(filter.And(c.queries, copies, string(query)))
}

// Counts gives what was counted.
func (c *Count) Counts() Counts {
	out := Counts{Version: figures.Version, Filter: c.queries, Keys: c.paths, Rest: c.left.Count, Combinations: []Combination{}, Numbers: c.sums()}
	for _, r := range c.order {
		row := *r
		row.Share = float64(row.Count) / float64(c.counted)
		if row.Query != "" {
			row.Query = c.among(row.Query)
		}
		out.Combinations = append(out.Combinations, row)
	}
	slices.SortStableFunc(out.Combinations, func(a, b Combination) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Query, b.Query))
	})
	return out
}

// Tables are those of what was counted.
func (c *Count) Tables(out *Counts) []table.Table {
	said := []string{
		"by " + strings.Join(c.paths, ", "), terminal.Counted(c.counted, "message", "messages"),
		terminal.Counted(int64(len(out.Combinations)), "combination", "combinations"),
	}
	if out.Rest > 0 {
		said = append(said, terminal.Counted(out.Rest, "message", "messages")+" of further combinations")
	}
	return []table.Table{{Name: "count", Said: said, Rows: out.Combinations}, {Name: "numbers", Rows: out.Numbers}}
}

// numbers are those of a key: most keys have few that differ. What is no number has no place among these.
type numbers struct {
	few  map[float64]int64 // how often each came
	more []float64         // that there was no room for: each time
}

func (n *numbers) add(x float64) {
	if n.few == nil {
		n.few = map[float64]int64{}
	}
	if _, known := n.few[x]; known || x == x && len(n.few) < maxCombinations {
		n.few[x]++
		return
	}
	n.more = append(n.more, x)
}

// times is how often a number came.
type times struct {
	number float64
	n      int64
}

// inOrder gives them, each once; NaN first.
func (n *numbers) inOrder() []times {
	all := make([]times, 0, len(n.few))
	for x, often := range n.few {
		all = append(all, times{x, often})
	}
	slices.Sort(n.more)
	for i, x := range n.more {
		if i == 0 || cmp.Compare(n.more[i-1], x) != 0 {
			all = append(all, times{x, 0})
		}
		all[len(all)-1].n++
	}
	slices.SortFunc(all, func(a, b times) int { return cmp.Compare(a.number, b.number) })
	return all
}

// sums sums up the numbers of each key that has some.
func (c *Count) sums() []Numbers {
	all := []Numbers{}
	for i := range c.numbers {
		list := c.numbers[i].inOrder()
		if c.keys[i].Kind == filter.Hex || len(list) == 0 {
			continue
		}
		n := Numbers{Key: c.paths[i], Distinct: int64(len(list)), Query: c.among(figures.Query(c.paths[i]))}
		finite, left := list[:0:0], int64(1)
		for _, x := range list {
			if n.Count += x.n; x.number-x.number == 0 {
				finite, left = append(finite, x), left+x.n
			}
		}
		if left /= 2; len(finite) > 0 {
			median := slices.IndexFunc(finite, func(x times) bool { left -= x.n; return left <= 0 })
			n.Min, n.Median, n.Max = printed(finite[0].number), printed(finite[median].number), printed(finite[len(finite)-1].number)
		}
		all = append(all, n)
	}
	return all
}

// printed gives a number as its message has it: one of 32 bits has fewer digits.
func printed(x float64) *float64 {
	if float64(float32(x)) == x {
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', -1, 32), 64)
	}
	return &x
}
