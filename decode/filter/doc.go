// Package filter compiles a filter expression once and then tests one message after another
// against it.
//
// In: the expression, a [Schema] that lists every key the expression may name,
// and per message the values of the keys it does name. Out: a yes or no per
// message, or an [*Error] that points at the faulty character and lists what
// is known there.
//
// The package must not know any message, field or protocol. Names, kinds,
// closed sets of values and aliases come from the Schema; values come from the
// caller, who resolves [Filter.Paths] against its own records.
//
// # Grammar
//
//	expression = all { ("||" | "or") all }
//	all        = one { ("&&" | "and") one }
//	one        = ("!" | "not") one | "(" expression ")" | "true" | "false" | test
//	test       = path
//	           | path ("==" | "!=" | "<" | "<=" | ">" | ">=") value
//	           | value ("==" | "!=" | "<" | "<=" | ">" | ">=") path
//	           | path ["not"] "in" ( "[" item { "," item } "]" | value ".." value )
//	           | path ["not"] "contains" value
//	           | path ["not"] "matches" text
//	item       = value | value ".." value
//	value      = number | text | "true" | "false"
//	path       = name { "." name | "[" index "]" }
//
// Words are read in either case. A "!" takes the whole test behind it:
// !a == b is !(a == b).
//
// Numbers are decimal or 0x hex and may be negative. Without fraction and
// exponent they are integers, and must fit 64 bits. Text stands in "..." or '...', with the escapes
// \\ \" \' \n \r \t \xHH \uHHHH, where \xHH is the character U+00HH. Behind
// matches the text is an RE2 pattern as it stands, so "\d+" needs no second
// backslash; it is not anchored, and (?i) makes it ignore case.
//
// # Meaning
//
// A path has no value (the message lacks the key), one, or many (it ends in a
// list or leads through one). A test is true if it holds for any of them. So
// every test on a missing key is false, and a != b is exactly !(a == b): true
// for a missing key, and for a list when no element equals b. The same holds
// for not in, not contains and not matches. An index picks one element; beyond
// the end the key is missing.
//
// A path alone is true if the key is present, unless all it holds is false.
//
// contains asks of text whether it has the given part, of raw bytes the same,
// and of a list whether one of its elements equals the value. Ranges include
// both ends.
//
// What a value may be depends on the kind of the key:
//
//   - Number: numbers, and the texts "NaN", "Inf", "-Inf". Whole numbers are
//     compared exactly over all 64 bits. A float32 is compared with the value
//     rounded to float32, so what was printed in its shortest form compares
//     equal. NaN equals only "NaN" and is neither above nor below anything.
//   - Hex: whole numbers (0x1C and 28 are the same), or the text "0x1C".
//   - Text: text, compared byte by byte. If the schema closes the set of
//     values, another value is an error, not a test that never holds.
//   - Bool: true and false; only ==, != and in.
//   - Time: RFC 3339 text with any number of fraction digits (digits beyond
//     nanoseconds are dropped).
//   - Address: "10.0.0.1:22101", "[::1]:22101"; without a port any port, with
//     /bits any address of that network. Only ==, != and in.
//   - Bytes: text of hex digits, spaces allowed; only ==, !=, in, contains.
//   - Object: a group of keys or a list of groups; it can only be asked for
//     presence.
//   - Any: the key holds different kinds in different messages; a value of one
//     kind never equals a value of another.
//
// Aliases of the schema replace a text in ==, !=, in and contains on a list,
// for every kind of key; a part of text (contains) and a pattern are taken as
// written.
//
// # Limits
//
// An expression has at most 64 KiB, 200 levels of parentheses and negations,
// and patterns of 4 KiB together that do not repeat and group without end.
package filter
