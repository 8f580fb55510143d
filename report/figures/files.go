package figures

// Files is the report of `bcdump files` on one capture: which files the clients told the host that
// they have, what is different about them, and what the host objected to.
//
// Hashes are written "0x3EB23EBA". Frames are those of the capture.
type Files struct {
	Version int      `json:"v"`
	Only    []string `json:"only,omitempty"` // the tables that were asked for; others are left out
	Name    string   `json:"name"`           // of the capture
	First   string   `json:"first"`          // time of the first and the last frame; "" = there is none
	Last    string   `json:"last"`
	// Against is the folder or the file that the answers are held against; "" = none.
	Against string        `json:"against"`
	Clients []FilesClient `json:"clients"` // that answered a round, or were refused, in order
	// Answers are those that differ, in the order of their rounds; several clients may have given
	// the same one.
	Answers []FilesAnswer `json:"answers"`
	// Differences are files that are not the same: between clients, from the published list, from
	// what Against names.
	Differences []FileDifference `json:"differences"`
	Refusals    []FilesRefusal   `json:"refusals"`
	// EntityState counts messages of the entity-state protocol, which knows no files.
	EntityState int64   `json:"entity_state,omitempty"`
	Damage      *Damage `json:"damage,omitempty"` // the first
	// Dropped counts what did not fit into bounded tables, by table.
	Dropped map[string]int64 `json:"dropped,omitempty"`
}

// FilesClient is one connection of a client to a server.
type FilesClient struct {
	Player  string `json:"player"` // "" = not known
	Client  int    `json:"client"` // number of the link
	Address string `json:"address"`
	Server  string `json:"server"`
	End     string `json:"end"` // as in Presence
	EndText string `json:"end_text"`
	// VersionHash is the hash of the version, of round 0; null = it was not answered.
	VersionHash *string      `json:"version_hash"`
	Rounds      []FilesRound `json:"rounds"` // that were answered
}

// FilesRound is an answer of a client.
type FilesRound struct {
	Round int   `json:"round"`
	Frame int64 `json:"frame"`
	// Answer is the number in FilesAnswer; null = the message is cut, or found no room.
	Answer *int `json:"answer"`
	// Accepted says that the host went on to the next round, or let the client in.
	Accepted bool `json:"accepted"`
}

// FilesAnswer is what one or several clients answered to a round.
type FilesAnswer struct {
	Answer int `json:"answer"` // from 1
	Round  int `json:"round"`
	// Label tells the answers to a round apart: "A", "B".
	Label     string `json:"label"`
	Clients   []int  `json:"clients"`   // numbers, each once
	Directory string `json:"directory"` // "" = not known
	DirHash   string `json:"dir_hash"`
	DirMatch  string `json:"dir_match"` // as of ChecksumResponse; "" = the request is not in the capture
	// Directories counts those in the answer; Equal to Unlisted its files by how they stand to the
	// published list, Missing those of the list that it lacks.
	Directories int          `json:"directories"`
	Equal       int          `json:"equal"`
	LowByte     int          `json:"low_byte"`
	Different   int          `json:"different"`
	Unlisted    int          `json:"unlisted"`
	Missing     int          `json:"missing"`
	Files       []FileOfTree `json:"files"`
}

// FileOfTree is a file in a directory.
type FileOfTree struct {
	Directory   string `json:"directory"`
	Name        string `json:"name"`      // "" = not known
	NameFrom    string `json:"name_from"` // "published list", "the request", "a guess"; "" = not known
	NameHash    string `json:"name_hash"`
	ContentHash string `json:"content_hash"`
	Published   string `json:"published"` // against the published list: one of PublishedVerdicts
}

// FileDifference is a file that is not the same everywhere.
type FileDifference struct {
	Between   string `json:"between"` // one of Betweens
	Round     int    `json:"round"`
	Directory string `json:"directory"`
	Name      string `json:"name"` // "" = not known
	NameHash  string `json:"name_hash"`
	Is        string `json:"is"` // one of FileStates
	// Expected is the hash of the content on the list or on disk; null = the file is not there, or
	// clients are compared with each other.
	Expected *string     `json:"expected"`
	Values   []FileValue `json:"values"` // those that differ; between clients all
}

// FileValue is one content of a file and the answers that have it.
type FileValue struct {
	ContentHash *string `json:"content_hash"` // null = the file is missing
	Answers     []int   `json:"answers"`
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
	Time    string `json:"time"`
	Frame   int64  `json:"frame"`
	Client  int    `json:"client"`
	Player  string `json:"player"`
	Message string `json:"message"` // one of RefusalMessages
	File    string `json:"file"`    // that the message names; "" = none
	// Cause is one of RefusalCauses, Text says it in words.
	Cause string `json:"cause"`
	Text  string `json:"text"`
	// Reference is what the client's files were held against: "accepted" answers of others,
	// "against", "published", or "" = there was nothing.
	Reference string         `json:"reference"`
	Files     []RefusedState `json:"files"` // that differ, the named one first
}

// RefusedState is a file of a refused client that is not that of the reference.
type RefusedState struct {
	Round       int     `json:"round"`
	Directory   string  `json:"directory"`
	Name        string  `json:"name"`
	NameHash    string  `json:"name_hash"`
	Is          string  `json:"is"`           // one of FileStates
	ContentHash *string `json:"content_hash"` // of the client; null = missing
	Expected    *string `json:"expected"`     // null = extra
	Named       bool    `json:"named"`        // by the host
}

// Causes of refusals.
const (
	CauseNamedFile  = "named_file"     // the host names a file, and it differs
	CauseFiles      = "files"          // files differ; the host names none, or another one
	CauseVersion    = "version"        // the version differs
	CauseSubsysHash = "subsystem_hash" // the host had accepted the files; the hash of a ship was strange
	CauseAccepted   = "accepted"       // the host had accepted the files: something else
	CauseNothing    = "nothing"        // nothing differs, or nothing is there to compare with
)

// RefusalCauses lists the causes.
func RefusalCauses() []string {
	return []string{CauseNamedFile, CauseFiles, CauseVersion, CauseSubsysHash, CauseAccepted, CauseNothing}
}

// RefusalMessages lists the messages with which hosts turn clients away.
func RefusalMessages() []string {
	return []string{"SystemChecksumFail", "VersionDifferent", "Boot", "BootPlayer"}
}

// PublishedVerdicts lists how a file may stand to the published list.
func PublishedVerdicts() []string { return []string{"equal", "low_byte", "different", "unlisted"} }

// Installation is the report of `bcdump hash --files`: what a client with the files of a folder
// would answer to the rounds of a stock host.
type Installation struct {
	Version  int              `json:"v"`
	Folder   string           `json:"folder"`
	Rounds   []InstalledRound `json:"rounds"`
	Problems []FileProblem    `json:"problems"` // files and directories that could not be read
}

// InstalledRound is the answer to a round.
type InstalledRound struct {
	Round     int    `json:"round"`
	Directory string `json:"directory"` // as requested
	Filter    string `json:"filter"`
	Recursive bool   `json:"recursive"`
	DirHash   string `json:"dir_hash"`
	Found     bool   `json:"found"` // the directory is there
	// Files are in the order of an answer: those of a directory by name, then those of each
	// directory in it. Missing are those of the published list that are not there, as paths.
	Files   []InstalledFile `json:"files"`
	Missing []string        `json:"missing"`
}

// InstalledFile is a file on disk.
type InstalledFile struct {
	Directory   string `json:"directory"` // below the folder, as on disk
	Name        string `json:"name"`
	NameHash    string `json:"name_hash"`
	ContentHash string `json:"content_hash"`
	Published   string `json:"published"` // against the published list: one of PublishedVerdicts
	Size        int64  `json:"size"`
}

// FileProblem is what went wrong with a file or a directory.
type FileProblem struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// NameHashes is the report of `bcdump hash TEXT...`.
type NameHashes struct {
	Version int        `json:"v"`
	Hashes  []NameHash `json:"hashes"`
}

// NameHash is a text and its hash.
type NameHash struct {
	Text string `json:"text"`
	Hash string `json:"hash"`
}
