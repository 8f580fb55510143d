package message_test

import (
	"slices"
	"strings"
	"testing"

	"bcdump/decode/fields"
	"bcdump/decode/filehash"
	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// answerOf is the payload of an answer.
func answerOf(directory uint32, files []message.FileHash, below ...message.Subdirectory) []byte {
	m := message.ChecksumResponse{Round: 2, DirectoryHash: directory, Tree: message.FileTree{Files: files, Subdirectories: below}}
	return message.Append(nil, message.OpcodeChecksumResponse, &m)
}

func named(name string, content uint32) message.FileHash {
	return message.FileHash{NameHash: filehash.Name(name), ContentHash: content}
}

func TestNamesOfFiles(t *testing.T) {
	const akira, sound = 0xCCD37170, 0xCD42E07B
	below := message.Subdirectory{NameHash: filehash.Name("Hardpoints"), Tree: message.FileTree{Files: []message.FileHash{named("akira.pyc", sound)}}}
	payload := answerOf(filehash.Name("scripts/ships"), []message.FileHash{named("Akira.pyc", akira^1), {NameHash: 1, ContentHash: 2}, named("Galaxy.pyc", 1)}, below)
	const (
		akiraKeys  = `{"name_hash":"0x3EB23EBA","name":"Akira.pyc","content_hash":"0xCCD37171","published":"low_byte"`
		strange    = `{"name_hash":"0x00000001","content_hash":"0x00000002","published":"unlisted"}`
		galaxyKeys = `"name":"Galaxy.pyc","content_hash":"0x00000001","published":"different"`
		hardpoints = `"subdirs":[{"name_hash":"0xCAAFFDD4","name":"Hardpoints","tree":{"files":[{"name_hash":`
		soundKeys  = `"name":"akira.pyc","content_hash":"0xCD42E07B","published":"equal"`
	)
	tests := []struct {
		asked *message.ChecksumRequest
		want  []string
	}{
		{nil, []string{`"directory":"scripts/ships","tree":{"files":[` + akiraKeys + "}," + strange, galaxyKeys + "}", hardpoints, soundKeys + "}"}},
		{pycs("scripts/ships/"), []string{`"directory":"scripts/ships","dir_match":"path","tree":{"files":[` + akiraKeys + `,"in_filter":true},` + strange, soundKeys + `,"in_filter":true}`}},
		{&message.ChecksumRequest{Directory: wire.Text("scripts/ships"), Filter: wire.Text("akira.pyc")}, []string{akiraKeys + `,"in_filter":true}`, galaxyKeys + `,"in_filter":false}`}},
		{pycs("scripts/mainmenu"), []string{`"directory":"scripts/ships","dir_match":"none"`}},
	}
	for _, tt := range tests {
		var d message.Decoder
		decoded := d.DecodeIn(payload, message.Context{Asked: tt.asked})
		got := string(fields.AppendJSON(nil, decoded.Message, fields.All, nil))
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%v: %s\nwants %s", tt.asked, got, want)
			}
		}
		if back := message.Append(nil, message.OpcodeChecksumResponse, decoded.Message); !slices.Equal(back, payload) {
			t.Errorf("writes %x", back)
		}
	}
}

func TestFindings(t *testing.T) {
	ships := []message.FileHash{named("Akira.pyc", 1), {NameHash: 7}}
	deep := message.Subdirectory{NameHash: 9, Tree: message.FileTree{Files: []message.FileHash{{NameHash: 8}}}}
	flat := pycs("scripts/ships")
	flat.Recursive = false
	tests := []struct {
		name    string
		payload []byte
		asked   *message.ChecksumRequest
		want    []message.Finding
	}{
		{"stock", answerOf(0xC017D1C4, ships, deep), pycs("scripts/ships"), nil},
		{"slash", answerOf(0x4DAFCB2F, nil), pycs("scripts/"), nil},
		{"not asked", answerOf(1, ships, deep), nil, nil},
		{"last part", answerOf(0xB831D315, ships), pycs("scripts/ships"), []message.Finding{
			{Kind: message.LastPartHashed, Text: `dir_hash is that of "ships", not of the whole path scripts/ships`}}},
		{"other", answerOf(0x3409475D, ships), pycs("scripts/ships"), []message.Finding{
			{Kind: message.OtherDirectory, Text: "dir_hash 0x3409475D is not that of scripts/ships"}}},
		{"filter", answerOf(0xC017D1C4, ships), &message.ChecksumRequest{Directory: wire.Text("scripts/ships"), Filter: wire.Text("App.pyc")}, []message.Finding{
			{Kind: message.OutsideFilter, Text: `not asked for with "App.pyc": Akira.pyc`}}},
		{"not recursive", answerOf(0xC017D1C4, ships, deep), flat, []message.Finding{
			{Kind: message.OutsideFilter, Text: `not asked for with "*.pyc": 0x00000008`}}},
	}
	for _, tt := range tests {
		var d message.Decoder
		m := d.DecodeIn(tt.payload, message.Context{Asked: tt.asked}).Message.(*message.ChecksumResponse)
		if got := m.Findings(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestExplainedNames: where a name is from stands beside the number.
func TestExplainedNames(t *testing.T) {
	tests := []struct {
		payload []byte
		asked   *message.ChecksumRequest
		want    []string
	}{
		{answerOf(0xC017D1C4, []message.FileHash{named("Akira.pyc", 0xCCD37170), {NameHash: 7}}), pycs("scripts/ships"),
			[]string{"0xC017D1C4  scripts/ships (the request)", "0x3EB23EBA  Akira.pyc (published list)", "0xCCD37170  as published", "0x00000007", "0x00000000"}},
		{answerOf(0xC017D1C4, []message.FileHash{named("Akira.pyc", 1)}), nil, []string{"0xC017D1C4  scripts/ships (published list)", "0x00000001  not as published"}},
		{answerOf(0x8794D13F, []message.FileHash{named("Modifier.pyc", 1)}), nil, []string{"0x0825A729  Modifier.pyc (a guess)", "0x00000001"}},
		{answerOf(0x4DAFCB2F, []message.FileHash{named("Mod.pyc", 1)}), &message.ChecksumRequest{Directory: wire.Text("scripts/"), Filter: wire.Text("Mod.pyc")},
			[]string{"  Mod.pyc (the request)"}},
	}
	for _, tt := range tests {
		d, _ := new(message.Decoder).Trace(tt.payload, message.Context{Asked: tt.asked})
		values := fields.Values(d.Message, fields.All, nil)
		for _, want := range tt.want {
			if !slices.ContainsFunc(values, func(v string) bool { return v == want || strings.HasPrefix(want, "  ") && strings.HasSuffix(v, want) }) {
				t.Errorf("%q has no %q", values, want)
			}
		}
	}
}

func TestLinesOfAnswers(t *testing.T) {
	var many []message.FileHash
	for _, f := range filehash.Published()[2:10] {
		many = append(many, named(f.Name, f.Content))
	}
	many[0].ContentHash ^= 0x1000
	tests := []struct {
		payload []byte
		want    string
	}{
		{answerOf(0xC017D1C4, many), "round 2  directory scripts/ships  8 files in 1 directory  7 as published  1 not as published (Akira.pyc)"},
		{answerOf(0xB831D315, nil), `round 2  directory scripts/ships (hash of "ships")  0 files in 1 directory`},
		{answerOf(5, []message.FileHash{{NameHash: 7}}), "round 2  directory 0x00000005  1 file in 1 directory  1 not on the published list (0x00000007)"},
	}
	for _, tt := range tests {
		d := new(message.Decoder).DecodeIn(tt.payload, message.Context{Asked: pycs("scripts/ships")})
		if got := string(fields.AppendText(nil, d.Message, fields.All, nil)); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}
