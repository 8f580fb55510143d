package query

import (
	"sync"

	"bcdump/decode/filter"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// key is one key of a record that is no field of a message: what filters may do with it, and
// how to get its values.
type key struct {
	filter.Key
	of valuesOf
}

// fileKey is the key of the file that a record is from, which the record does not know.
const fileKey = "file"

// playerKey is the key of the name of a player, which captures tell.
const playerKey = "player"

// recordKeys are those keys, in the order of the JSON form. A new one is a row here, for filters and documents, and what
// AppendJSON prints (report/records/jsonlines.go; appendPassage is a short example). `make docs` puts it into the schema: people
// say there what it may hold, and in which kinds of lines it stands (propertyNames). A line that has it must not be Clean, unless
// fast_json.go prints it too.
var recordKeys = sync.OnceValue(func() []key {
	var codes []string
	for _, c := range record.Codes() {
		codes = append(codes, string(c.Code))
	}
	names, rare, aliases := messageNames()
	types := []string{"data", "ack", "keepalive", "connect", "peer_info", "boot", "disconnect", "unknown"}
	return []key{
		{filter.Key{Path: "v", Kind: filter.Number, About: "schema version"}, always(func(*record.Record) filter.Value { return filter.OfInt(record.SchemaVersion) })},
		{filter.Key{Path: fileKey, Kind: filter.Text, About: "name of the capture, as it was given"}, nil}, // of no record: see newWanted
		{filter.Key{Path: "frame", Kind: filter.Number, About: "frame number in the file, from 1"}, always(func(r *record.Record) filter.Value { return filter.OfInt(r.Frame) })},
		{filter.Key{Path: "time", Kind: filter.Time, About: "when the frame was captured, UTC"}, always(func(r *record.Record) filter.Value { return filter.OfTime(r.Time.UnixNano()) })},
		{filter.Key{Path: "src", Kind: filter.Address, Named: playerKey, About: "sender"}, always(func(r *record.Record) filter.Value { return filter.OfAddress(r.Src) })},
		{filter.Key{Path: "dst", Kind: filter.Address, Named: playerKey, About: "receiver"}, always(func(r *record.Record) filter.Value { return filter.OfAddress(r.Dst) })},
		{filter.Key{Path: "proto", Kind: filter.Text, About: "protocol", Values: texts(record.BC, record.EntityState, record.GameSpy, record.Unknown)}, always(func(r *record.Record) filter.Value { return filter.OfText(string(r.Proto)) })},
		{filter.Key{Path: "dir", Kind: filter.Text, About: "direction", Values: texts(record.ToServer, record.ToClient)}, when(directed, func(r *record.Record) filter.Value { return filter.OfText(string(r.Dir)) })},
		{filter.Key{Path: "peer", Kind: filter.Number, Named: playerKey, About: "byte 0 of the datagram: 1 host, 2.. clients, 255 new"}, ofGame(func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Peer)) })},
		{filter.Key{Path: "client", Kind: filter.Number, Named: playerKey, About: "number of the link between client and host in the file, from 1"}, when(func(r *record.Record) bool { return r.Link > 0 },
			func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Link)) })},
		{filter.Key{Path: playerKey, Kind: filter.Text, About: "name of the player at the client's end"}, when(func(r *record.Record) bool { return r.Client != "" },
			func(r *record.Record) filter.Value { return filter.OfText(r.Client) })},
		{filter.Key{Path: "index", Kind: filter.Number, About: "place of the message within its datagram"}, ofGame(func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Index)) })},
		{filter.Key{Path: "type", Kind: filter.Text, About: "transport type", Values: types}, ofGame(func(r *record.Record) filter.Value { return filter.OfText(r.TypeName()) })},
		{filter.Key{Path: "len", Kind: filter.Number, About: "bytes of the transport message, or of the entity-state message"}, when(directed, func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Length())) })},
		{filter.Key{Path: "reliable", Kind: filter.Bool, About: "is acknowledged and sent again"}, when(func(r *record.Record) bool { return readable(r) && r.Header.Reliable() },
			func(*record.Record) filter.Value { return filter.OfBool(true) })},
		{filter.Key{Path: "ordered", Kind: filter.Bool, About: "priority delivery"}, when(func(r *record.Record) bool { return readable(r) && r.Header.Ordered() },
			func(*record.Record) filter.Value { return filter.OfBool(true) })},
		{filter.Key{Path: "seq", Kind: filter.Number, About: "sequence number; of an ack, the number acknowledged"}, when(func(r *record.Record) bool { return readable(r) && r.Header.HasSeq },
			func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Header.Seq)) })},
		{filter.Key{Path: "fragment", Kind: filter.Object, About: "the message is one fragment"}, when((*record.Record).Part, func(*record.Record) filter.Value { return filter.Present() })},
		{filter.Key{Path: "fragment.index", Kind: filter.Number, About: "index of the fragment"}, when((*record.Record).Part, func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Header.FragmentIndex)) })},
		{filter.Key{Path: "fragment.total", Kind: filter.Number, About: "fragments in all; in fragment 0 only"}, when(func(r *record.Record) bool { return r.Part() && r.Header.FragmentIndex == 0 },
			func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Header.FragmentTotal)) })},
		{filter.Key{Path: "frames", Kind: filter.Number, Lists: 1, About: "frames of the parts of a joined message"}, func(r *record.Record, indexes []int, v filter.Values) filter.Values {
			for i, f := range r.Frames() {
				if picks(indexes, i) {
					v = append(v, filter.OfInt(f))
				}
			}
			return v
		}},
		{filter.Key{Path: "copy", Kind: filter.Number, About: "of a repeat: its copy number, from 2"}, when(func(r *record.Record) bool { return r.Copy > 0 },
			func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Copy)) })},
		{filter.Key{Path: "answers", Kind: filter.Object, About: "the ack is the first for a message of the capture"}, when(answers, func(*record.Record) filter.Value { return filter.Present() })},
		{filter.Key{Path: "answers.frame", Kind: filter.Number, About: "frame of the first copy of that message"}, when(answers, func(r *record.Record) filter.Value { return filter.OfInt(r.Answers.Frame) })},
		{filter.Key{Path: "answers.index", Kind: filter.Number, About: "its place within its datagram"}, when(answers, func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Answers.Index)) })},
		{filter.Key{Path: "answers.ms", Kind: filter.Number, About: "milliseconds since"}, when(answers, func(r *record.Record) filter.Value { return filter.OfFloat64(record.Milliseconds(r.Answers.After)) })},
		{filter.Key{Path: "answers.copies", Kind: filter.Number, About: "how often it had been sent by then"}, when(answers, func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Answers.Copies)) })},
		{filter.Key{Path: "opcode", Kind: filter.Hex, About: "first byte of a game message; type of an entity-state message"}, opcodeValue},
		{filter.Key{Path: "name", Kind: filter.Text, About: "what the text output calls the message", Values: names, Rare: rare, Aliases: aliases},
			always(func(r *record.Record) filter.Value { return filter.OfText(r.Title()) })},
		{filter.Key{Path: "size", Kind: filter.Number, About: "bytes of the game message"}, when((*record.Record).IsGame, func(r *record.Record) filter.Value { return filter.OfInt(int64(len(r.Payload))) })},
		{filter.Key{Path: "relay_of", Kind: filter.Object, About: "the host copies a message of a client"}, when(relayed, func(*record.Record) filter.Value { return filter.Present() })},
		{filter.Key{Path: "relay_of.frame", Kind: filter.Number, About: "frame of that message"}, when(relayed, func(r *record.Record) filter.Value { return filter.OfInt(r.Relay.Frame) })},
		{filter.Key{Path: "relay_of.index", Kind: filter.Number, About: "its place within its datagram"}, when(relayed, func(r *record.Record) filter.Value { return filter.OfInt(int64(r.Relay.Index)) })},
		{filter.Key{Path: "relay_of.ms", Kind: filter.Number, About: "milliseconds since"}, when(relayed, func(r *record.Record) filter.Value { return filter.OfFloat64(record.Milliseconds(r.Relay.After)) })},
		{filter.Key{Path: "relay_of.echo", Kind: filter.Bool, About: "the copy goes back to its sender"}, when(func(r *record.Record) bool { return r.Relay.Echo }, func(*record.Record) filter.Value { return filter.OfBool(true) })},
		{filter.Key{Path: "relay_of.surplus", Kind: filter.Bool, About: "this client has had a copy before"}, when(func(r *record.Record) bool { return r.Relay.Surplus }, func(*record.Record) filter.Value { return filter.OfBool(true) })},
		{filter.Key{Path: "fields", Kind: filter.Object, About: "the message was decoded"}, when(func(r *record.Record) bool { return r.Content().Message != nil || r.Proto == record.GameSpy },
			func(*record.Record) filter.Value { return filter.Present() })},
		{filter.Key{Path: "trailing", Kind: filter.Bytes, About: "bytes after the last field"}, when(func(r *record.Record) bool { return len(r.Content().Trailing) > 0 },
			func(r *record.Record) filter.Value { return filter.OfBytes(r.Content().Trailing) })},
		{filter.Key{Path: "raw", Kind: filter.Bytes, About: "payload"}, when(func(r *record.Record) bool { return len(r.Payload) > 0 || r.Undecoded() },
			func(r *record.Record) filter.Value { return filter.OfBytes(r.Payload) })},
		{filter.Key{Path: "copy_of", Kind: filter.Number, About: "of a datagram that was captured more than once: the frame that counts"}, when(func(r *record.Record) bool { return r.CopyOf > 0 },
			func(r *record.Record) filter.Value { return filter.OfInt(r.CopyOf) })},
		{filter.Key{Path: "translated", Kind: filter.Object, About: "address translation was undone"}, when(translated, func(*record.Record) filter.Value { return filter.Present() })},
		{filter.Key{Path: "translated.src", Kind: filter.Address, About: "sender, as the frame has it"}, when(translated, func(r *record.Record) filter.Value { return filter.OfAddress(r.Stated.Src) })},
		{filter.Key{Path: "translated.dst", Kind: filter.Address, About: "receiver, as the frame has it"}, when(translated, func(r *record.Record) filter.Value { return filter.OfAddress(r.Stated.Dst) })},
		{filter.Key{Path: "notes", Kind: filter.Text, Lists: 1, About: "codes of the notes", Values: codes}, ofNotes(func(n *record.Diagnostic) filter.Value { return filter.OfText(string(n.Code)) })},
		{filter.Key{Path: "notes.code", Kind: filter.Text, About: "codes of the notes", Values: codes}, ofNotes(func(n *record.Diagnostic) filter.Value { return filter.OfText(string(n.Code)) })},
		{filter.Key{Path: "notes.offset", Kind: filter.Number, About: "offsets of the notes"}, func(r *record.Record, indexes []int, v filter.Values) filter.Values {
			notes := r.Diagnostics()
			for i := range notes {
				if n := &notes[i]; n.Offset != record.Whole && picks(indexes, i) {
					v = append(v, filter.OfInt(int64(n.Offset)))
				}
			}
			return v
		}},
		{filter.Key{Path: "notes.text", Kind: filter.Text, About: "texts of the notes"}, ofNotes(func(n *record.Diagnostic) filter.Value { return filter.OfText(n.Text) })},
		{filter.Key{Path: "fields.kind", Kind: filter.Text, About: "what a GameSpy text is for"}, when(func(r *record.Record) bool { return r.Proto == record.GameSpy },
			func(r *record.Record) filter.Value { return filter.OfText(r.Content().Kind.String()) })},
		{filter.Key{Path: "fields.pairs", Kind: filter.Text, Lists: 2, About: "keys and values of a GameSpy text"}, pairValues},
	}
})

// valuesOf appends the values of a record under one path. Where the path leads
// through lists, indexes pick elements from the outermost list on.
type valuesOf func(r *record.Record, indexes []int, v filter.Values) filter.Values

// picks reports whether element i of a list is asked for.
func picks(indexes []int, i int) bool { return len(indexes) == 0 || indexes[0] == i }

// pairValues gives keys and values of a GameSpy text: a list of lists of two.
func pairValues(r *record.Record, indexes []int, v filter.Values) filter.Values {
	within := indexes[min(1, len(indexes)):]
	for i, p := range r.Content().Pairs {
		if picks(indexes, i) && picks(within, 0) {
			v = append(v, filter.OfText(wire.Text(p.Key).String()))
		}
		if picks(indexes, i) && picks(within, 1) {
			v = append(v, filter.OfText(wire.Text(p.Value).String()))
		}
	}
	if r.Proto == record.GameSpy && len(r.Content().Pairs) == 0 && len(indexes) == 0 {
		v = append(v, filter.Present()) // an empty list
	}
	return v
}

// translated reports whether the frame has other ends.
func translated(r *record.Record) bool { return r.Stated != nil }

// readable reports whether the header of the transport message is valid.
func readable(r *record.Record) bool { return r.Proto == record.BC && !r.Unread }

// directed reports whether the record has a direction and a length of its own.
func directed(r *record.Record) bool { return r.Proto == record.BC || r.Proto == record.EntityState }

func opcodeValue(r *record.Record, _ []int, v filter.Values) filter.Values {
	if opcode, ok := r.Opcode(); ok {
		v = append(v, filter.OfInt(int64(opcode)))
	}
	return v
}

func answers(r *record.Record) bool { return r.Answers.Frame > 0 }
func relayed(r *record.Record) bool { return r.Relay.Frame > 0 }

func when(present func(*record.Record) bool, value func(*record.Record) filter.Value) valuesOf {
	return func(r *record.Record, _ []int, v filter.Values) filter.Values {
		if !present(r) {
			return v
		}
		return append(v, value(r))
	}
}

func always(value func(*record.Record) filter.Value) valuesOf {
	return when(func(*record.Record) bool { return true }, value)
}

func ofGame(value func(*record.Record) filter.Value) valuesOf {
	return when(func(r *record.Record) bool { return r.Proto == record.BC }, value)
}

func ofNotes(value func(*record.Diagnostic) filter.Value) valuesOf {
	return func(r *record.Record, indexes []int, v filter.Values) filter.Values {
		notes := r.Diagnostics()
		for i := range notes {
			if picks(indexes, i) {
				v = append(v, value(&notes[i]))
			}
		}
		return v
	}
}

func texts[T ~string](values ...T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
