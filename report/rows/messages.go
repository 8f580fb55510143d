package rows

// Place says which record a row is from. Tables that have it join on line. What it is of is said by the
// tag of, where a row has it.
type Place struct {
	Line  int64  `parquet:"line,delta" about:"number of the record: the line that decode -o json prints for it, from 1"`
	Frame int64  `parquet:"frame,delta" about:"number of the frame, as in Wireshark; of a joined message, of its last part"`
	Index uint32 `parquet:"index,delta" about:"place of the message within its datagram, from 0"`
	Time  int64  `parquet:"time,delta,timestamp(nanosecond)" about:"of the frame"`
}

// Told says of a message of the game where it is, and who is at its ends.
type Told struct {
	Place
	Dir        string `parquet:"dir,optional,dict" about:"C>S or S>C"`
	Client     uint32 `parquet:"client,optional,dict" about:"number of the link in the capture"`
	Player     string `parquet:"player,optional,dict" about:"name of the client at one end"`
	Receiver   string `parquet:"receiver,optional,dict" about:"name of the client that it was sent to; null = to the host, or nobody knows the name"`
	Relayed    bool   `parquet:"relayed" about:"a copy of what a client sent: the same message has another row"`
	Retransmit bool   `parquet:"retransmit" about:"the same message was sent before"`
}

// Message is a row of the table of messages. Names of columns are those of keys of decode -o json
// where there is one.
type Message struct {
	Place
	Src           string   `parquet:"src,dict" about:"address and port of the sender"`
	Dst           string   `parquet:"dst,dict" about:"address and port of the receiver"`
	Proto         string   `parquet:"proto,dict" about:"bc, entity-state, gamespy or unknown"`
	Dir           string   `parquet:"dir,optional,dict" about:"C>S or S>C"`
	Peer          uint32   `parquet:"peer,delta" about:"byte 0 of the datagram"`
	Client        uint32   `parquet:"client,optional,dict" about:"number of the link in the capture, from 1"`
	Player        string   `parquet:"player,optional,dict" about:"name of the client at one end, as far as it is known by then"`
	Type          string   `parquet:"type,optional,dict" about:"transport type: data, ack, connect, ..; unknown behind a fault"`
	Len           int32    `parquet:"len,delta" unit:"bytes" about:"length of the transport message with its header; for a joined message, the sum of its parts; for an entity-state message, the whole message; 0 for other protocols"`
	Reliable      bool     `parquet:"reliable" about:"the receiver has to acknowledge it"`
	Ordered       bool     `parquet:"ordered" about:"it is to be taken in order"`
	Seq           *uint32  `parquet:"seq,optional" about:"sequence number; of an Ack, the one that it acknowledges"`
	FragmentIndex *uint32  `parquet:"fragment_index,optional,dict" about:"number of the fragment, from 0; of an Ack, of the fragment that it acknowledges"`
	FragmentTotal *uint32  `parquet:"fragment_total,optional,dict" about:"fragments of the message; the first one tells"`
	Joined        bool     `parquet:"joined" about:"put together from fragments, which have rows of their own"`
	Lost          bool     `parquet:"lost" about:"fragments of a message of which some are missing"`
	Frames        []int64  `parquet:"frames,list" about:"frames of the fragments of a joined or lost message, in index order; empty for all others"`
	Retransmit    bool     `parquet:"retransmit" about:"the same message was sent before"`
	Copy          int32    `parquet:"copy,optional" about:"copy number of a repeated message, from 2"`
	AckFlags      *uint32  `parquet:"ack_flags,optional,dict" about:"flags of an Ack: 0x01 its number is one of fragments, 0x02 of the low channel"`
	AnswersFrame  int64    `parquet:"answers_frame,optional" about:"frame of the message that an Ack is the first to acknowledge"`
	AnswersIndex  *uint32  `parquet:"answers_index,optional,dict" about:"its place within its datagram"`
	AnswersMS     *float64 `parquet:"answers_ms,optional" unit:"ms" about:"since the first copy of that message"`
	AnswersCopies int32    `parquet:"answers_copies,optional" about:"how often that message had been sent by then"`
	Opcode        *uint32  `parquet:"opcode,optional,dict" about:"of a game message; type of an entity-state message"`
	Name          string   `parquet:"name,optional,dict" about:"of a game or entity-state message"`
	Size          int32    `parquet:"size,optional,delta" unit:"bytes" about:"of the game message, with its opcode"`
	RelayFrame    int64    `parquet:"relay_frame,optional" about:"frame of the message of a client that the host copied here"`
	RelayIndex    *uint32  `parquet:"relay_index,optional,dict" about:"its place within its datagram"`
	RelayMS       *float64 `parquet:"relay_ms,optional" unit:"ms" about:"since that message"`
	Echo          bool     `parquet:"echo" about:"a copy back to the client that sent it"`
	Surplus       bool     `parquet:"surplus" about:"a second copy to the same client"`
	Undecoded     bool     `parquet:"undecoded" about:"it could not be read to its last field"`
	Trailing      int32    `parquet:"trailing,delta" unit:"bytes" about:"behind the last field"`
	Notes         []string `parquet:"notes,list" parquet-element:",dict" about:"codes of its notes, each once; see docs/reference/notes.md"`
}

// Note is a row of the table of notes.
type Note struct {
	Place  `of:"the record"`
	Title  string `parquet:"title,dict" about:"what the record is called"`
	Code   string `parquet:"code,dict" about:"kind of the note; see docs/reference/notes.md"`
	Offset *int32 `parquet:"offset,optional" unit:"bytes" about:"in the payload; null = it is about all of the record"`
	Text   string `parquet:"text" about:"the note"`
}

// Field is a row of the table of fields.
type Field struct {
	Place  `of:"the record"`
	Title  string   `parquet:"title" about:"what the record is called: the name of the message"`
	Path   string   `parquet:"path" about:"of the field with places in lists: files[3].name_hash"`
	Name   string   `parquet:"name" about:"the same without places, as filters have it: files.name_hash"`
	Value  string   `parquet:"value,optional" about:"as decode -o json prints it, without quotes; null if it is null there, or empty"`
	Number *float64 `parquet:"number,optional" about:"the value, if it is one: hex ids as numbers too, true = 1, false = 0"`
}
