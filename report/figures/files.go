package figures

// Files is the report of `bcdump files` on one capture: which files the clients told the host that
// they have, what is different about them, and what the host objected to.
//
// Hashes are written "0x3EB23EBA". Frames are those of the capture.
type Files struct {
	Version int      `json:"v" about:"version of this form, 1"`
	Only    []string `json:"only,omitempty" about:"the tables named by '--only'. The keys of other tables are then left out; 'files' is the key 'answers'. Left out without '--only'"`
	Name    string   `json:"name" about:"of the capture"`
	First   Time     `json:"first" about:"time of the first frame; '\"\"' if there is none"`
	Last    Time     `json:"last" about:"of the last frame"`
	// Against is the folder or the file that the answers are held against; "" = none.
	Against string        `json:"against" about:"the folder or file of '--against'; '\"\"' if there is none"`
	Clients []FilesClient `json:"clients" about:"those that answered, or were turned away: see ['client'](#client)"`
	// Answers are those that differ, in the order of their rounds; several clients may have given
	// the same one.
	Answers []FilesAnswer `json:"answers" about:"those that differ, by round: see ['answer'](#answer)"`
	// Differences are files that are not the same: between clients, from the published list, from
	// what Against names.
	Differences []FileDifference `json:"differences" about:"files that are not the same: see ['difference'](#difference)"`
	Refusals    []FilesRefusal   `json:"refusals" about:"whom the host turned away: see ['refusal'](#refusal)"`
	Transfers   []FilesTransfer  `json:"transfers" about:"files that hosts sent: see ['transfer'](#transfer)"`
	// EntityState counts messages of the entity-state protocol, which knows no files.
	EntityState int64   `json:"entity_state,omitempty" about:"messages of the entity-state protocol, which knows no files, if there are any"`
	Damage      *Damage `json:"damage,omitempty" about:"where the capture is damaged first, if it is: see ['damage'](#damage)"`
	// Dropped counts what did not fit into bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty" about:"what found no room, by table, if anything: see [Limits](limits.md#figures)"`
}

// FilesClient is one connection of a client to a server.
type FilesClient struct {
	Connection `about_client:"number of the link, as the key 'client' of 'bcdump decode' has it"`
	Ending     `about_end:"how the connection ended, as in [match.md](match.md#how-connections-end)"`
	// VersionHash is the hash of the version, of round 0; null = it was not answered.
	VersionHash *string      `json:"version_hash" about:"hash of the version, of round 0: 0x7E0CE243 is version '60'; null if it was not answered"`
	Rounds      []FilesRound `json:"rounds" about:"what it answered: see ['round'](#round)"`
}

// FilesRound is an answer of a client.
type FilesRound struct {
	Round int   `json:"round" about:"number"`
	Frame int64 `json:"frame" about:"of the answer"`
	// Answer is the number in FilesAnswer; null = the message is cut, or found no room.
	Answer *int `json:"answer" about:"number of the answer; null if it is not whole, or found no room"`
	// Accepted says that the host went on to the next round, or let the client in.
	Accepted bool `json:"accepted" about:"the host went on to another round, or let the client in"`
}

// FilesAnswer is what one or several clients answered to a round.
type FilesAnswer struct {
	Answer int `json:"answer" about:"number, from 1"`
	Round  int `json:"round" about:"number of the round"`
	// Label tells the answers to a round apart: "A", "B".
	Label     string `json:"label" title:"answer" about:"the letter of the tables"`
	Clients   []int  `json:"clients" list:"#" drop:"3" about:"numbers of the clients that gave it"`
	Directory string `json:"directory" cut:"8" about:"path; '\"\"' if it is not known"`
	DirHash   string `json:"dir_hash" about:"hash of the directory"`
	DirMatch  string `json:"dir_match" about:"how the hash stands to the request, as in [json.md](decode.md#checksumresponse); '\"\"' if the request is not in the capture"`
	// Directories counts those in the answer; Equal to Unlisted its files by how they stand to the
	// published list, Missing those of the list that it lacks.
	Directories int          `json:"directories" about:"how many there are, the requested one included"`
	Equal       int          `json:"equal" zero:"-" about:"files as published; so 'low_byte', 'different' and 'unlisted'"`
	LowByte     int          `json:"low_byte" zero:"-" drop:"1" look:"dim"`
	Different   int          `json:"different" zero:"-" look:"note"`
	Unlisted    int          `json:"unlisted" title:"not listed" zero:"-" drop:"2" look:"dim"`
	Missing     int          `json:"missing" zero:"-" look:"note" about:"files of the published list that it lacks"`
	Files       []FileOfTree `json:"files" list:"#" about:"all of them: see ['file'](#file)"`
}

// FileOfTree is a file in a directory.
type FileOfTree struct {
	Directory   string `json:"directory" about:"path; with the hashes of directories whose names are not known"`
	Name        string `json:"name" title:"file" look:"name" cut:"32" about:"'\"\"' if it is not known"`
	NameFrom    string `json:"name_from" drop:"1" about:"'published list', 'the request', 'a guess'; '\"\"' if it is not known"`
	NameHash    string `json:"name_hash" drop:"2"`
	ContentHash string `json:"content_hash" title:"content"`
	Published   string `json:"published" about:"how the content stands to the published list"`
}

// FileDifference is a file that is not the same everywhere.
type FileDifference struct {
	Between   string `json:"between" about:"'clients', 'published' or 'against'"`
	Round     int    `json:"round"`
	Directory string `json:"directory"`
	Name      string `json:"name" about:"'\"\"' if it is not known"`
	NameHash  string `json:"name_hash"`
	Is        string `json:"is" about:"'changed', 'missing', 'extra' or 'low_byte'; between clients, 'missing' if one of them lacks the file"`
	// Expected is the hash of the content on the list or on disk; null = the file is not there, or
	// clients are compared with each other.
	Expected *string     `json:"expected" about:"hash of the content on the list or on disk; null if the file is not there, and between clients"`
	Values   []FileValue `json:"values" about:"contents and who has them: see ['value'](#value)"`
}

// FileValue is one content of a file and the answers that have it.
type FileValue struct {
	ContentHash *string `json:"content_hash" about:"null if the file is missing"`
	Answers     []int   `json:"answers" about:"numbers of the answers"`
}

// What files are compared with.
const (
	BetweenClients   = "clients"
	BetweenPublished = "published"
	BetweenAgainst   = "against"
)

// Betweens lists what files are compared with.
func Betweens() []string { return []string{BetweenClients, BetweenPublished, BetweenAgainst} }

// States of a file against another.
const (
	FileChanged = "changed" // another content
	FileMissing = "missing"
	FileExtra   = "extra"
	FileLowByte = "low_byte" // another content, of whose hash only the low byte differs
)

// FileStates lists the states, the most telling one first.
func FileStates() []string { return []string{FileChanged, FileMissing, FileExtra, FileLowByte} }

// FilesRefusal is a message with which the host turned a client away, and what probably led to it.
type FilesRefusal struct {
	Time    Time   `json:"time" about:"of the message"`
	Frame   int64  `json:"frame"`
	Client  int    `json:"client" about:"number of the link"`
	Player  string `json:"player"`
	Message string `json:"message" about:"'SystemChecksumFail', 'VersionDifferent', 'Boot' or 'BootPlayer'"`
	File    string `json:"file" about:"that the message names; '\"\"' if it names none"`
	// Cause is one of match.RefusalCauses, Text says it in words.
	Cause string `json:"cause" about:"one of the [causes](#causes-of-a-refusal)"`
	Text  string `json:"text" about:"the same in words. Its wording may change"`
	// Reference is what the client's files were held against: "accepted" answers of others,
	// "against", "published", or "" = there was nothing.
	Reference string         `json:"reference" about:"what the files were held against: 'accepted', 'against', 'published', or '\"\"'"`
	Files     []RefusedState `json:"files" about:"those that differ, the named one first: see ['refused_file'](#refused_file)"`
}

// FilesTransfer is a file that a host sent. No message asks for one.
type FilesTransfer struct {
	Time   Time   `json:"time" about:"of the FileTransfer"`
	Frame  int64  `json:"frame" drop:"1" about:"of the FileTransfer; of one in parts, of the last that came"`
	Client int    `json:"client" about:"number of the link"`
	Player string `json:"player" look:"name" cut:"8" or:"client"`
	File   string `json:"file" cut:"12" about:"its name"`
	Size   int64  `json:"size" unit:"B" about:"bytes of the file"`
	Parts  int    `json:"parts" zero:"-" drop:"2" about:"fragments that the message came in; 0: in one"`
	Whole  bool   `json:"whole" about:"the message is not cut"`
	// AckFrame and Took tell of the FileTransferAck; null = none came.
	AckFrame *int64        `json:"ack_frame" about:"of the FileTransferAck: the client has written the file; null if none came"`
	Took     *Milliseconds `json:"took_ms" title:"acknowledged" about:"from one to the other; null if none came"`
}

// RefusedState is a file of a refused client that is not that of the reference.
type RefusedState struct {
	Round       int     `json:"round" drop:"1"`
	Directory   string  `json:"directory"`
	Name        string  `json:"name" title:"file" cut:"12" about:"'\"\"' if it is not known"`
	NameHash    string  `json:"name_hash"`
	Is          string  `json:"is" about:"'changed', 'missing', 'extra' or 'low_byte'"`
	ContentHash *string `json:"content_hash" title:"content" null:"not there" about:"of the client; null if the file is missing"`
	Expected    *string `json:"expected" null:"not there" about:"null if the file is extra"`
	Named       bool    `json:"named" about:"the host names this file"`
}

// RefusalMessages lists the messages with which hosts turn clients away.
func RefusalMessages() []string {
	return []string{"SystemChecksumFail", "VersionDifferent", "Boot", "BootPlayer"}
}

// PublishedVerdicts lists how a file may stand to the published list.
//
//row:published `equal` | the published hash
//row:published `low_byte` | all but its low byte, as stock clients answer for some files: equal, unless only one of several clients answers so
//row:published `different` | another content
//row:published `unlisted` | not in the list, as all files of round 255
func PublishedVerdicts() []string { return []string{"equal", "low_byte", "different", "unlisted"} }

// Installation is the report of `bcdump hash --files`: what a client with the files of a folder
// would answer to the rounds of a stock host.
type Installation struct {
	Version  int              `json:"v" about:"version of the format, 1"`
	Folder   string           `json:"folder" about:"the folder"`
	Rounds   []InstalledRound `json:"rounds" about:"what a host would ask for"`
	Problems []FileProblem    `json:"problems" about:"files that could not be read: 'path', 'error'"`
}

// InstalledRound is the answer to a round.
type InstalledRound struct {
	Round     int    `json:"round" about:"as a host asks"`
	Directory string `json:"directory" about:"as a host asks"`
	Filter    string `json:"filter" about:"as a host asks"`
	Recursive bool   `json:"recursive" about:"as a host asks"`
	DirHash   string `json:"dir_hash" about:"as a host asks"`
	Found     bool   `json:"found" about:"the directory is there"`
	// Files are in the order of an answer: those of a directory by name, then those of each
	// directory in it. Missing are those of the published list that are not there, as paths.
	Files   []InstalledFile `json:"files" about:"its files"`
	Missing []string        `json:"missing" about:"paths of the published list that are not there"`
}

// InstalledFile is a file on disk.
type InstalledFile struct {
	Directory   string `json:"directory" about:"of the file"`
	Name        string `json:"name" title:"file" look:"name" cut:"30" about:"of the file"`
	NameHash    string `json:"name_hash" about:"of the file"`
	ContentHash string `json:"content_hash" title:"content" about:"of the file"`
	Published   string `json:"published" title:"published list" about:"against the published list, as above"`
	Size        int64  `json:"size" drop:"1" about:"bytes"`
}

// FileProblem is what went wrong with a file or a directory.
type FileProblem struct {
	Path  string `json:"path" about:"of the file"`
	Error string `json:"error" about:"why it could not be read"`
}

// NameHashes is the report of `bcdump hash TEXT...`.
type NameHashes struct {
	Version int        `json:"v" about:"version of the format, 1"`
	Hashes  []NameHash `json:"hashes" about:"of each TEXT: 'text', 'hash'"`
}

// NameHash is a text and its hash.
type NameHash struct {
	Text string `json:"text"`
	Hash string `json:"hash"`
}
