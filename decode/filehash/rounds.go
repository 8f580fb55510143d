package filehash

import (
	"path"
	"strings"
)

// Round is one question of the host: the files of a directory.
type Round struct {
	Number    uint8
	Directory string // as requested: "scripts/", "scripts/ships"
	Filter    string // "App.pyc", "*.pyc"; "" = all files
	Recursive bool   // those of directories within it too
}

// LastRound is the number of the last round.
const LastRound = 0xFF

// Rounds are those of a stock host, in order.
func Rounds() []Round {
	return []Round{
		{0, "scripts/", "App.pyc", false},
		{1, "scripts/", "Autoexec.pyc", false},
		{2, "scripts/ships", "*.pyc", true},
		{3, "scripts/mainmenu", "*.pyc", false},
		{LastRound, "Scripts/Multiplayer", "*.pyc", true},
	}
}

// Trim takes the slashes off the end of a directory, as its hash wants it.
func Trim(directory string) string { return strings.TrimRight(directory, "/\\") }

// LastPart is what follows the last slash of a directory.
func LastPart(directory string) string {
	directory = Trim(directory)
	return directory[strings.LastIndexAny(directory, "/\\")+1:]
}

// Fits reports whether a file is one that a filter asks for: "*" stands for any characters, "?" for
// one; upper and lower case are the same.
func Fits(filter, name string) bool {
	if filter == "" || filter == "*.*" {
		return true
	}
	if end := strings.TrimPrefix(filter, "*"); !strings.ContainsAny(end, "*?") && len(end) < len(filter) { // nearly all
		return len(name) >= len(end) && strings.EqualFold(name[len(name)-len(end):], end)
	}
	fits, _ := path.Match(literal.Replace(strings.ToLower(filter)), strings.ToLower(name))
	return fits
}

// literal takes the meaning from characters that have none in a filter.
var literal = strings.NewReplacer(`\`, `\\`, `[`, `\[`)
