package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/ship"
	"bcdump/decode/synth/battle"
	"bcdump/report/browse"
	"bcdump/report/check"
	"bcdump/report/reference"
	"bcdump/report/render"
	"bcdump/report/rows"
	"bcdump/report/stats"
)

// parts are what can be generated: by the name in the mark, by the page and that, or by its first words.
var parts map[string]func(p *page, what string) string

func init() { // they refer to one another
	parts = map[string]func(p *page, what string) string{
		"opcodes": opcodes, "event classes": eventClasses, "event codes": eventCodes, "messages of ": messageRows,
		"decode.md keys": lineKeys, "browse.md keys": browseKeys, "ship-files.md keys": shipKeys, "types": shipTypes,
		"game messages":         func(*page, string) string { return sections(gameLayouts()) },
		"entity-state messages": func(*page, string) string { return sections(entityLayouts()) },
		"rules":                 func(p *page, _ string) string { all, _ := rules(p); return all },
		"causes":                func(p *page, _ string) string { _, causes := rules(p); return causes },
		"index":                 noteIndex, "notes": notes, "keys ": reportKeys, "tables of ": shownTables, "CSV of ": csvTables,
		"savings": savings, "tables": tableList, "columns": columns, "questions": questions, "contents": contents,
		"limits of ": limitRows, "rooms": roomRows, "fuzz targets": fuzzTargets, "modules": modules, "changes": changes,
	}
}

func opcodes(p *page, _ string) string {
	pages := p.headings()
	var all [][]string
	for _, spec := range message.Table() {
		link := anchor(spec.Section)
		all = append(all, []string{fmt.Sprintf("0x%02X", spec.Opcode), spec.Name, directions[spec.Direction], fmt.Sprintf("[%s](%s#%s)", spec.Section, pages[link], link), spec.Evidence.String()})
	}
	return table([]string{"Opcode", "Name", "Direction", "Layout", "Evidence"}, all)
}

var directions = map[message.Direction]string{
	message.ToServer: "C>S", message.ToClient: "S>C", message.Relayed: "relay", message.Both: "both, not copied", message.Nobody: "nobody",
}

var heading = regexp.MustCompile(`(?m)^#+ (.+)$`)

// headings gives for the anchor of each heading in docs/protocol the page that has it.
func (p *page) headings() map[string]string {
	pages := map[string]string{}
	names, texts := p.read("docs/protocol/*.md")
	for i, text := range texts {
		for _, m := range heading.FindAllStringSubmatch(text, -1) {
			pages[anchor(m[1])] = filepath.Base(names[i])
		}
	}
	return pages
}

// anchor is the name that a heading has in links.
func anchor(heading string) string { return strings.ReplaceAll(strings.ToLower(heading), " ", "-") }

// messageRows has a row for each message of a section, with its fields in wire order. A field with other evidence
// than its message has the letter of its own.
func messageRows(_ *page, section string) string {
	var all [][]string
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
		first[name] = cmp.Or(first[name], "as "+spec.Name)
		all = append(all, []string{fmt.Sprintf("0x%02X %s", spec.Opcode, spec.Name), cmp.Or(strings.Join(list, ", "), "nothing more"), spec.Evidence.String()})
	}
	return table([]string{"Message", "Fields", "Evidence"}, all)
}

func eventClasses(*page, string) string {
	var all [][]string
	for _, c := range reference.AllEvents().Classes {
		all = append(all, []string{c.Class, c.Name, c.What(), strings.Join(c.Opcodes, ", "), c.Grade()})
	}
	return table([]string{"Class", "Name", "What follows", "Usual in", "Evidence"}, all)
}

func eventCodes(*page, string) string {
	var all [][]string
	for _, c := range reference.AllEvents().Codes {
		all = append(all, []string{c.Code, c.Name, c.Posted, strings.Join(c.Opcodes, ", "), c.Evidence, c.Note})
	}
	return table([]string{"On the wire", "Name", "Posted", "In", "Evidence", ""}, all)
}

// lineKeys lists the keys of a line, except fields. The schema of filters describes each.
func lineKeys(*page, string) string {
	var all [][]string
	for _, key := range decode.Schema().Keys() {
		if key.Hidden || strings.HasPrefix(key.Path, "fields.") {
			continue
		}
		all = append(all, []string{"`" + key.Path + "`", key.About})
		if key.Path == "file" { // filters do not know what they decide
			all = append(all, []string{"`context`", "with `-A`, `-B`, `-C`: the message stands around one that the filter keeps"})
		}
	}
	return table([]string{"Key", "Value"}, all)
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
			var all [][]string
			for _, f := range l.fields {
				value := code(f.About)
				if f.Form == fields.Hex && f.Type != "id" {
					value = strings.TrimSuffix("hex; "+value, "; ")
				}
				all = append(all, []string{"`" + f.Path + "`", f.Type, f.Condition, value})
			}
			b.WriteString(table([]string{"Field", "Wire", "When", "Value"}, all))
		}
	}
	return "\n" + wrap("Without fields (`\"fields\":{}`):", empty) + b.String() + "\n"
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

// rules lists the rules of `bcdump check` by area, and the causes.
func rules(p *page) (all, causes string) {
	area, pages := "", p.headings()
	for _, r := range check.List() {
		if r.Area == check.CausesArea {
			causes += fmt.Sprintf("\n**%#q** %s. %s %s\n\n- Mend: %s\n- Root: %#q.\n", r.ID, r.Judges, r.Says, r.EffectText, r.Mend, r.Explains[0])
			if more := r.Explains[1:]; len(more) > 0 {
				causes += "- Explains: `" + strings.Join(more, "`, `") + "`.\n"
			}
			continue
		}
		if r.Area != area {
			area = r.Area
			all += fmt.Sprintf("\n### %s\n", capitalized(area))
		}
		all += fmt.Sprintf("\n**%#q** %s, %s, %s. %s\n\n- If broken: %s\n- Judged: %s.\n- Broken if: %s.\n", r.ID, r.Judges, r.Severity, r.Evidence, r.Says, r.EffectText, r.Counts, r.Broken)
		if r.Tolerance != "" {
			all += fmt.Sprintf("- Tolerance: %s.\n", r.Tolerance)
		}
		link := anchor(r.Source)
		all += fmt.Sprintf("- Needs: %s. See [%s](../protocol/%s#%s).\n", cmp.Or(strings.Join(r.Needs, "; "), "nothing"), r.Source, pages[link], link)
	}
	return strings.TrimPrefix(all, "\n"), strings.TrimPrefix(causes, "\n")
}

func noteIndex(*page, string) string {
	links := map[record.Kind][]string{}
	for _, m := range record.Codes() {
		links[m.Kind] = append(links[m.Kind], fmt.Sprintf("[%s](#%[1]s)", m.Code))
	}
	var all [][]string
	for _, kind := range []record.Kind{record.Ordinary, record.Hole, record.ThirdParty, record.Misfit} {
		all = append(all, []string{string(kind), strings.Join(links[kind], ", ")})
	}
	return table([]string{"", "Codes"}, all)
}

// notes explains each code of a note.
func notes(*page, string) (all string) {
	for _, m := range record.Codes() {
		all += fmt.Sprintf("\n### %#q\n\n%s.\n\n* Cause: %s.\n* Effect: %s.\n\nExample: `"+"%s"+"`\n", string(m.Code), capitalized(m.Text), code(m.Cause), code(m.Effect), m.Example)
	}
	return strings.TrimPrefix(all, "\n")
}

func capitalized(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func browseKeys(*page, string) string {
	var all [][]string
	for _, group := range browse.Keys() {
		all = append(all, []string{"", "**" + group.Title + "**"})
		for _, k := range group.Keys {
			all = append(all, []string{"`" + strings.Join(strings.Fields(k.Keys), "` `") + "`", k.About})
		}
	}
	return table([]string{"Key", "Does"}, all)
}

func shipKeys(*page, string) (text string) {
	for _, o := range ship.FileObjects() {
		var all [][]string
		for _, k := range o.Keys {
			all = append(all, []string{"`" + k.Key + "`", map[bool]string{true: "needed"}[k.Must], code(k.About)})
		}
		text += "\n## " + o.Name + "\n\n" + table([]string{"Key", "", "Meaning"}, all)
	}
	return strings.TrimPrefix(text, "\n")
}

func shipTypes(*page, string) string {
	var all [][]string
	for _, t := range ship.FileTypes() {
		all = append(all, []string{"`" + t[0] + "`", "`" + t[1] + "`", code(t[2])})
	}
	return table([]string{"`type`", "`format`", "`create_tail`"}, all)
}

// reportKeys lists the keys of a struct of report/figures. Those that follow each other and hold the same share a row.
func reportKeys(p *page, name string) string {
	known := map[string]reflect.Type{}
	for _, r := range reports {
		for _, t := range r.roots {
			gather(known, t)
		}
	}
	if known[name] == nil {
		p.fail(fmt.Errorf("no report has a struct %s", name))
		return ""
	}
	var all [][]string
	var names []string
	fields := reportFields(known[name])
	for i, f := range fields {
		names = append(names, "`"+f.key+"`")
		if i+1 == len(fields) || f.about == "" || fields[i+1].about != f.about {
			all, names = append(all, []string{strings.Join(names, ", "), f.about}), nil
		}
	}
	return table([]string{"Key", "Value"}, all)
}

// gather finds the structs that a type holds, by name.
func gather(known map[string]reflect.Type, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		gather(known, t.Elem())
	case reflect.Struct:
		if known[t.Name()] == nil {
			known[t.Name()] = t
			for i := range t.NumField() {
				gather(known, t.Field(i).Type)
			}
		}
	}
}

// reportField is a key of a report.
type reportField struct {
	reflect.StructField
	key, about string
	optional   bool
}

// reportFields lists the keys of a struct, with those of structs that are embedded in it. These are
// described where they are, or where they are embedded by a tag with the key in its name.
func reportFields(t reflect.Type) (fields []reportField) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && key == "":
			for _, inner := range reportFields(f.Type) {
				if other, ok := f.Tag.Lookup("about_" + inner.key); ok {
					inner.about = code(other)
				}
				inner.Index = append([]int{i}, inner.Index...)
				fields = append(fields, inner)
			}
		case key != "" && key != "-":
			fields = append(fields, reportField{f, key, code(f.Tag.Get("about")), option != ""})
		}
	}
	return fields
}

// quotedCode is code in a tag, where no backquotes can stand.
var quotedCode = regexp.MustCompile(`(^|[ (\["=])'((?:[^']|'\w)+)'`)

func code(about string) string { return quotedCode.ReplaceAllString(about, "$1`$2`") }

func shownTables(_ *page, report string) string { return onlyTables(report, false) }
func csvTables(_ *page, report string) string   { return onlyTables(report, true) }

// onlyTables are what --only of a report can name.
func onlyTables(report string, onlyCSV bool) string {
	var all [][]string
	for _, t := range map[string]func() []render.About{"stats": render.AboutStats, "match": render.AboutMatch, "files": render.AboutFiles}[report]() {
		if t.OnlyCSV == onlyCSV {
			all = append(all, []string{"`" + t.Name + "`", code(t.Text)})
		}
	}
	return table([]string{"`--only`", "Shows"}, all)
}

func savings(*page, string) string {
	var all [][]string
	for _, w := range stats.SavedWays() {
		all = append(all, []string{"`" + w[0] + "`", w[1]})
	}
	return table([]string{"Way of sending", "Taken for granted"}, all)
}

func tableList(*page, string) string {
	var all [][]string
	for _, t := range rows.Tables() {
		all = append(all, []string{fmt.Sprintf("[%s](#%[1]s)", t.Name), code(t.About)})
	}
	return table([]string{"Table", "A row is"}, all)
}

// columns lists the tables of `bcdump export parquet` with their columns.
func columns(*page, string) (text string) {
	for _, t := range rows.Tables() {
		var all [][]string
		for _, c := range rows.Columns(t.Row) {
			all = append(all, []string{"`" + c.Name + "`", c.Type, map[bool]string{true: "yes"}[c.Null], c.Unit, c.About})
		}
		text += fmt.Sprintf("\n### %s\n\n%s\n\n", t.Name, code(t.About)) + table([]string{"Column", "Type", "Null", "Unit", "What it is"}, all)
	}
	return strings.TrimPrefix(text, "\n")
}

// questions lists those of questions.sql.
func questions(p *page, _ string) (list string) {
	_, sql := p.read("docs/guides/questions.sql")
	for _, m := range regexp.MustCompile("(?m)^-- # (.*)$").FindAllStringSubmatch(strings.Join(sql, ""), -1) {
		list += "- " + m[1] + "\n"
	}
	return list
}

// contents lists the headings of a page.
func contents(p *page, _ string) (list string) {
	for _, heading := range regexp.MustCompile("(?m)^##(#?) (.*)$").FindAllStringSubmatch(p.text, -1) {
		if heading[1] == "" {
			list += "- **" + heading[2] + "**\n"
			continue
		}
		link := anchor(strings.NewReplacer("?", "", ",", "", ".", "").Replace(heading[2]))
		list += fmt.Sprintf("  - [%s](#%s)\n", heading[2], link)
	}
	return list
}

// fuzzTargets lists those of each package.
func fuzzTargets(p *page, _ string) string {
	targets := map[string][]string{}
	function := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	for _, folder := range []string{"cmd", "decode", "reassembly", "report"} {
		p.fail(fs.WalkDir(os.DirFS(p.root), folder, func(file string, _ fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(file, "_test.go") {
				_, texts := p.read(file)
				for _, match := range function.FindAllStringSubmatch(texts[0], -1) {
					targets[path.Dir(file)] = append(targets[path.Dir(file)], match[1])
				}
			}
			return err
		}))
	}
	var all [][]string
	for _, dir := range slices.Sorted(maps.Keys(targets)) {
		slices.Sort(targets[dir])
		all = append(all, []string{"`" + dir + "`", strings.Join(targets[dir], ", ")})
	}
	return table([]string{"Package", "Targets"}, all)
}

// changes lists what can be different in an invented battle.
func changes(*page, string) string {
	var all [][]string
	for _, c := range battle.Changes() {
		all = append(all, []string{"`" + c[0] + "`", c[1]})
	}
	return table([]string{"Name", "What is different"}, all)
}

// modules lists what the program and its tests are built with; go.mod has the licences in comments.
func modules(p *page, _ string) string {
	var all [][]string
	_, text := p.read("go.mod")
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) (v\S+) // (indirect; )?(.+)$`).FindAllStringSubmatch(strings.Join(text, ""), -1) {
		if m[4] != "indirect" {
			all = append(all, []string{m[1], m[2], strings.TrimSuffix(m[3], "; "), m[4]})
		}
	}
	return table([]string{"Module", "Version", "", "Licence"}, all)
}

// rowLine is a row of a table that stands beside what it describes: //row:TABLE, or #row:TABLE, and the cells.
var rowLine = regexp.MustCompile(`(?m)^\s*(?://|#)row:(\w+) (.+)$`)

// rows has the rows that files hold for a table, under the head that it has.
func (p *page) rows(name, old string) string {
	text := strings.Join(strings.SplitAfterN(old, "\n", 3)[:min(strings.Count(old, "\n"), 2)], "")
	head := text
	for _, files := range []string{"testdata/pcaps/TESTLIST", "decode/synth/battle/*.go"} {
		_, texts := p.read(files)
		for _, m := range rowLine.FindAllStringSubmatch(strings.Join(texts, "\n"), -1) {
			if m[1] == name {
				text += "| " + m[2] + " |\n"
			}
		}
	}
	if text == head {
		p.fail(fmt.Errorf("nothing is known that could stand behind the mark %q", name))
	}
	return text
}
