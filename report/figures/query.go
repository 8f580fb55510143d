package figures

// Query is an expression for `bcdump decode --filter`. The number of lines that it
// keeps is the main number of its row, which is named in the comment of the field;
// "" if no filter can give it.
type Query string

// Queries are formulas for the other numbers of a row, by JSON key. A formula is
// one of these, or several joined by " + " or " - ":
//
//	count(FILTER)       lines that the filter keeps
//	sum(KEY, FILTER)    sum of a number of these lines, such as len
//	N * count(FILTER)   bytes of a part that always has N
type Queries map[string]string
