package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/report/reference"
)

// mark begins a part of a document that is generated; endMark ends it.
const (
	mark    = "<!-- generated: %s -->\n"
	endMark = "<!-- end -->\n"
)

// replace puts text between the marks called name.
func replace(document, name, text string) (string, error) {
	head, rest, begins := strings.Cut(document, fmt.Sprintf(mark, name))
	_, foot, ends := strings.Cut(rest, endMark)
	if !begins || !ends {
		return "", fmt.Errorf("the marks of %q are missing", name)
	}
	return head + fmt.Sprintf(mark, name) + text + endMark + foot, nil
}

// protocolDocument has the list of opcodes.
func protocolDocument(root, old string) (string, error) {
	pages, err := protocolPages(root)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| Opcode | Name | Direction | Layout | Evidence |\n|--------|------|-----------|--------|----------|\n")
	for _, spec := range message.Table() {
		link := anchor(spec.Section)
		fmt.Fprintf(&b, "| 0x%02X | %s | %s | [%s](%s#%s) | %s |\n",
			spec.Opcode, spec.Name, directions[spec.Direction], spec.Section, pages[link], link, spec.Evidence)
	}
	return replace(old, "opcodes", b.String())
}

// protocolPages gives for the anchor of each heading in docs/protocol the page that has it.
func protocolPages(root string) (map[string]string, error) {
	found, err := filepath.Glob(filepath.Join(root, "docs", "protocol", "*.md"))
	pages := map[string]string{}
	for _, file := range found {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range heading.FindAllSubmatch(text, -1) {
			pages[anchor(string(m[1]))] = filepath.Base(file)
		}
	}
	return pages, err
}

var heading = regexp.MustCompile(`(?m)^#+ (.+)$`)

// anchor is the name that a heading has in links.
func anchor(heading string) string { return strings.ReplaceAll(strings.ToLower(heading), " ", "-") }

// messagesDocument has the classes and codes of events, and the layouts of the messages of some sections.
func messagesDocument(_, old string) (string, error) {
	text, err := replace(old, "event classes", eventClasses())
	for _, section := range []string{"join", "checksums and files", "objects", "weapons", "small messages", "script messages"} {
		if err == nil {
			text, err = replace(text, "messages of "+section, messageRows(section))
		}
	}
	if err != nil {
		return "", err
	}
	return replace(text, "event codes", eventCodes())
}

// messageRows has a row for each message of a section, with its fields in wire order. A field with other evidence
// than its message has the letter of its own.
func messageRows(section string) string {
	var b strings.Builder
	b.WriteString("| Message | Fields | Evidence |\n|---------|--------|----------|\n")
	first := map[string]string{typeName(new(message.Event)): "an [event](#events)"}
	for _, spec := range message.Table() {
		if spec.Section != section || spec.New == nil {
			continue
		}
		var list []string
		name := typeName(spec.New())
		if first[name] != "" {
			list = append(list, first[name])
		}
		for _, f := range fields.Describe(spec.New(), spec.Evidence) {
			if f.Type == "shown" || first[name] != "" || strings.HasPrefix(f.Path, "subsystems.") || strings.HasPrefix(f.Path, "tree.") {
				continue // subsystems and trees are drawn below the table
			}
			text := "`" + f.Path + "` " + f.Type
			if f.Condition != "" {
				text += " (" + f.Condition + ")"
			}
			if f.Evidence != spec.Evidence {
				text += " [" + strings.ToUpper(f.Evidence.String()[:1]) + "]"
			}
			list = append(list, text)
		}
		if list == nil {
			list = []string{"nothing more"}
		}
		first[name] = cmp.Or(first[name], "as "+spec.Name)
		fmt.Fprintf(&b, "| 0x%02X %s | %s | %s |\n", spec.Opcode, spec.Name, strings.Join(list, ", "), spec.Evidence)
	}
	return b.String()
}

func eventClasses() string {
	var b strings.Builder
	b.WriteString("| Class | Name | What follows | Usual in | Evidence |\n|-------|------|--------------|----------|----------|\n")
	for _, c := range reference.AllEvents().Classes {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", c.Class, c.Name, c.What(), strings.Join(c.Opcodes, ", "), c.Grade())
	}
	return b.String()
}

func eventCodes() string {
	var b strings.Builder
	b.WriteString("| On the wire | Name | Posted | In | Evidence | |\n|-------------|------|--------|----|----------|---|\n")
	for _, c := range reference.AllEvents().Codes {
		row := "|"
		for _, cell := range []string{c.Code, c.Name, c.Posted, strings.Join(c.Opcodes, ", "), c.Evidence, c.Note} {
			row += strings.TrimRight(" "+cell, " ") + " |"
		}
		b.WriteString(row + "\n")
	}
	return b.String()
}

var directions = map[message.Direction]string{
	message.ToServer: "C>S", message.ToClient: "S>C", message.Relayed: "relay", message.Both: "both, not copied", message.Nobody: "nobody",
}

// decodeDocument has the messages with their fields, and the keys of a line.
func decodeDocument(_, old string) (string, error) {
	text, err := replace(old, "keys", lineKeyTable())
	if err != nil {
		return "", err
	}
	if text, err = replace(text, "game messages", sections(gameLayouts())); err != nil {
		return "", err
	}
	return replace(text, "entity-state messages", sections(entityLayouts()))
}

// lineKeyTable lists the keys of a line, except fields. The schema of filters describes each.
func lineKeyTable() string {
	var b strings.Builder
	b.WriteString("| Key | Value |\n|-----|-------|\n")
	for _, key := range decode.Schema().Keys() {
		if key.Hidden || strings.HasPrefix(key.Path, "fields.") {
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", key.Path, key.About)
		if key.Path == "file" { // filters do not know what they decide
			b.WriteString("| `context` | with `-A`, `-B`, `-C`: the message stands around one that the filter keeps |\n")
		}
	}
	return b.String()
}

// sections describes messages. One that shares its fields with others stands under the name of what they are.
func sections(layouts []layout) string {
	var empty []string
	var b strings.Builder
	for _, l := range layouts {
		switch {
		case l.names[0] == "": // could be several
		case len(l.fields) == 0:
			empty = append(empty, l.names...)
		default:
			fmt.Fprintf(&b, "\n### `%s`\n\n", strings.TrimPrefix(l.definition, "entity_"))
			if len(l.names) > 1 {
				b.WriteString(wrap("These messages have the same fields:", l.names) + "\n")
			}
			b.WriteString("| Field | Wire | When | Value |\n|-------|------|------|-------|\n")
			for _, f := range l.fields {
				b.WriteString(fieldRow(f))
			}
		}
	}
	return "\n" + wrap("Without fields (`\"fields\":{}`):", empty) + b.String() + "\n"
}

func fieldRow(f fields.Field) string {
	value := code(f.About)
	if f.Form == fields.Hex && f.Type != "id" {
		value = strings.TrimSuffix("hex; "+value, "; ")
	}
	row := "| `" + f.Path + "` |"
	for _, cell := range []string{f.Type, f.Condition, value} {
		row += strings.TrimRight(" "+cell, " ") + " |"
	}
	return row + "\n"
}

// wrap puts names in backquotes behind some words, in lines of a hundred columns.
func wrap(line string, names []string) string {
	var lines []string
	for i, name := range names {
		word := "`" + name + "`" + map[bool]string{true: ".", false: ","}[i == len(names)-1]
		if len(line)+1+len(word) > 100 {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return strings.Join(append(lines, line), "\n") + "\n"
}

var fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// fuzzDocument has the fuzz targets of each package.
func fuzzDocument(root, old string) (string, error) {
	table := "| Package | Targets |\n|---------|---------|\n"
	for _, folder := range []string{"cmd", "decode", "reassembly", "report"} {
		rows, err := fuzzRows(os.DirFS(root), folder)
		if err != nil {
			return "", err
		}
		table += rows
	}
	return replace(old, "fuzz targets", table)
}

func fuzzRows(files fs.FS, folder string) (string, error) {
	rows := map[string]string{}
	err := fs.WalkDir(files, folder, func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(files, file)
		for _, match := range fuzzFunction.FindAllSubmatch(text, -1) {
			rows[path.Dir(file)] += " " + string(match[1])
		}
		return err
	})
	var b strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(rows)) {
		targets := strings.Fields(rows[dir])
		slices.Sort(targets)
		fmt.Fprintf(&b, "| `%s` | %s |\n", dir, strings.Join(targets, ", "))
	}
	return b.String(), err
}

// synthDocument has what can be different in an invented battle.
func synthDocument(root, old string) (string, error) {
	table := "| Name | What is different |\n|------|-------------------|\n"
	for _, c := range battle.Changes() {
		table += fmt.Sprintf("| %#q | %s |\n", c[0], c[1])
	}
	text, err := replace(old, "changes", table)
	if err != nil {
		return "", err
	}
	return rowsDocument("decode/synth/battle/*.go")(root, text)
}

// moduleLine is a module in go.mod, with its licence in the comment.
var moduleLine = regexp.MustCompile(`(?m)^\t(\S+) (v\S+) // (indirect; )?(.+)$`)

// modulesDocument has the modules that the program and its tests are built with; go.mod has their licences.
func modulesDocument(root, old string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	table := "| Module | Version | | Licence |\n|--------|---------|---|---------|\n"
	for _, m := range moduleLine.FindAllStringSubmatch(string(text), -1) {
		if m[4] != "indirect" {
			table += fmt.Sprintf("| %s | %s | %s | %s |\n", m[1], m[2], strings.TrimSuffix(m[3], "; "), m[4])
		}
	}
	if err != nil {
		return "", err
	}
	return replace(old, "modules", table)
}

// rowLine is a row of a table that stands beside what it describes: //row:TABLE, or #row:TABLE, and the cells.
var rowLine = regexp.MustCompile(`(?m)^\s*(?://|#)row:(\w+) (.+)$`)

// rowsDocument has the rows that the files of a folder hold for a document, under the head that each table has.
func rowsDocument(files string) func(root, old string) (string, error) {
	return func(root, old string) (string, error) {
		found, err := filepath.Glob(filepath.Join(root, files))
		tables := map[string]string{}
		for _, file := range found {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			for _, m := range rowLine.FindAllSubmatch(text, -1) {
				tables[string(m[1])] += "| " + string(m[2]) + " |\n"
			}
		}
		for name, rows := range tables {
			_, head, _ := strings.Cut(old, fmt.Sprintf(mark, name))
			lines := strings.SplitAfterN(head, "\n", 3)
			if len(lines) < 3 {
				return "", fmt.Errorf("the table %q has no head", name)
			}
			if old, err = replace(old, name, lines[0]+lines[1]+rows); err != nil {
				return "", err
			}
		}
		return old, err
	}
}
