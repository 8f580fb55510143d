package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/report/browse"
	"bcdump/report/check"
	"bcdump/report/count"
	"bcdump/report/figures"
	"bcdump/report/reference"
	"bcdump/report/render"
	"bcdump/report/rows"
	"bcdump/report/stats"
	"bcdump/report/stats/tables"
)

// parts are what can be generated: by the name in the mark, by the page and that, or by its first words.
var parts map[string]func(p *page, what string) string

func init() { // they refer to one another
	parts = map[string]func(p *page, what string) string{
		"opcodes": opcodes, "messages of ": messageRows, "rules": rules, "causes": causes, "index": noteIndex, "notes": notes,
		"keys ": reportKeys, "columns": columns, "questions": questions, "contents": contents, "limits of ": limitRows, "rooms": roomRows,
		"browse.md keys": browseKeys, "ship-files.md keys": shipKeys, "decode.md keys": lineKeys,
		"game messages":         func(*page, string) string { return sections(gameLayouts()) },
		"entity-state messages": func(*page, string) string { return sections(entityLayouts()) },
		"tables of ":            func(_ *page, report string) string { return onlyTables(report, false) },
		"CSV of ":               func(_ *page, report string) string { return onlyTables(report, true) },
		"event classes": func(*page, string) string {
			return list("Class|Name|What follows|Usual in|Evidence", reference.AllEvents().Classes, func(c reference.EventClass) []string {
				return []string{c.Class, c.Name, c.What(), strings.Join(c.Opcodes, ", "), c.Grade()}
			})
		},
		"event codes": func(*page, string) string {
			return list("On the wire|Name|Posted|In|Evidence|", reference.AllEvents().Codes, func(c reference.EventCode) []string {
				return []string{c.Code, c.Name, c.Posted, strings.Join(c.Opcodes, ", "), c.Evidence, c.Note}
			})
		},
		"types": func(*page, string) string {
			return list("`type`|`format`|`create_tail`", ship.FileTypes(), func(t [3]string) []string { return []string{"`" + t[0] + "`", "`" + t[1] + "`", code(t[2])} })
		},
		"tables": func(*page, string) string {
			return list("Table|A row is", rows.AllTables(true), func(t rows.Table) []string { return []string{fmt.Sprintf("[%s](#%[1]s)", t.Name), code(t.About)} })
		},
		"layers": func(*page, string) string {
			return list("Found by|What is read", capture.Layers(), func(l [2]string) []string { return l[:] })
		},
		"savings": func(*page, string) string { return list("Way of sending|Taken for granted", stats.SavedWays(), named) },
	}
}

// list is a table with a row for each of some things.
func list[T any](head string, all []T, row func(T) []string) string {
	var rows [][]string
	for _, one := range all {
		rows = append(rows, row(one))
	}
	return table(strings.Split(head, "|"), rows)
}

// named is a row for a name and what it is.
func named(what [2]string) []string { return []string{"`" + what[0] + "`", what[1]} }

func opcodes(p *page, _ string) string {
	pages := p.headings()
	return list("Opcode|Name|Direction|Layout|Evidence", message.Table(), func(spec message.Spec) []string {
		link := anchor(spec.Section)
		return []string{fmt.Sprintf("0x%02X", spec.Opcode), spec.Name, directions[spec.Direction], fmt.Sprintf("[%s](%s#%s)", spec.Section, pages[link], link), spec.Evidence.String()}
	})
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

// layout is a description that one or several messages share.
type layout struct {
	definition string
	names      []string
	fields     []fields.Field // that are printed
}

// newLayout describes a message.
func newLayout(definition, name string, m wire.Message) layout {
	described := fields.Describe(m, wire.Observed)
	return layout{definition, []string{name}, slices.DeleteFunc(described, func(f fields.Field) bool { return f.Hidden })}
}

func typeName(m wire.Message) string { return reflect.TypeOf(m).Elem().Name() }

// gameLayouts groups the rows of the opcode table by layout, in their order.
func gameLayouts() (layouts []layout) {
	for _, spec := range message.Table() {
		if spec.New == nil {
			continue
		}
		definition := typeName(spec.New())
		if i := slices.IndexFunc(layouts, func(l layout) bool { return l.definition == definition }); i >= 0 {
			layouts[i].names = append(layouts[i].names, spec.Name)
		} else {
			layouts = append(layouts, newLayout(definition, spec.Name, spec.New()))
		}
	}
	return layouts
}

func entityLayouts() (layouts []layout) {
	for _, spec := range entitystate.Table() {
		if !slices.ContainsFunc(layouts, func(l layout) bool { return l.names[0] == spec.Name }) {
			layouts = append(layouts, newLayout("entity_"+spec.Name, spec.Name, spec.New()))
		}
	}
	return layouts
}

// sections describes messages. One that shares its fields with others stands under the name of what they are.
func sections(layouts []layout) string {
	var empty []string
	var b strings.Builder
	for _, l := range layouts {
		switch {
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

// rules lists the rules of `bcdump check` by area.
func rules(p *page, _ string) (all string) {
	area, pages := "", p.headings()
	for _, r := range check.List() {
		if r.Area == check.CausesArea {
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
	return strings.TrimPrefix(all, "\n")
}

// causes lists what several broken rules follow from.
func causes(*page, string) (all string) {
	for _, r := range check.List() {
		if r.Area == check.CausesArea {
			all += fmt.Sprintf("\n**%#q** %s. %s %s\n\n- Mend: %s\n- Root: %#q.\n", r.ID, r.Judges, r.Says, r.EffectText, r.Mend, r.Explains[0])
			if more := r.Explains[1:]; len(more) > 0 {
				all += "- Explains: `" + strings.Join(more, "`, `") + "`.\n"
			}
		}
	}
	return strings.TrimPrefix(all, "\n")
}

func noteIndex(*page, string) string {
	links := map[record.Kind][]string{}
	for _, m := range record.Codes() {
		links[m.Kind] = append(links[m.Kind], fmt.Sprintf("[%s](#%[1]s)", m.Code))
	}
	kinds := []record.Kind{record.Ordinary, record.Hole, record.ThirdParty, record.Misfit}
	return list("|Codes", kinds, func(kind record.Kind) []string { return []string{string(kind), strings.Join(links[kind], ", ")} })
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
		text += "\n## " + o.Name + "\n\n" + list("Key||Meaning", o.Keys, func(k ship.FileKey) []string {
			return []string{"`" + k.Key + "`", map[bool]string{true: "needed"}[k.Must], code(k.About)}
		})
	}
	return strings.TrimPrefix(text, "\n")
}

// report is a schema of structs of report/figures, docs/reference/schema/NAME.json.
type report struct {
	name  string
	roots []reflect.Type // what a line or the document is: one of them
}

var reports = []report{
	{"stats", typesOf(figures.Stats{})}, {"count", typesOf(count.Counts{})}, {"timeline", typesOf(figures.TimelineRow{}, figures.EntityRow{}, figures.Timeline{})},
	{"match", typesOf(figures.Match{})}, {"check", typesOf(figures.Check{})}, {"overview", typesOf(figures.CaptureOverview{})},
	{"why", typesOf(figures.Story{}, figures.Stories{})}, {"desync", typesOf(figures.Desync{}, figures.DesyncRow{})},
	{"diff", typesOf(figures.Diff{})}, {"report", typesOf(figures.Replay{})}, {"files", typesOf(figures.Files{})},
	{"hash", typesOf(figures.NameHashes{}, figures.Installation{})},
}

func typesOf(values ...any) (all []reflect.Type) {
	for _, v := range values {
		all = append(all, reflect.TypeOf(v))
	}
	return all
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
			about := f.Tag.Get("about")
			if of := f.Tag.Get("gives"); of != "" && about == "" {
				about = "gives '" + of + "'"
			}
			fields = append(fields, reportField{f, key, code(about), option != ""})
		}
	}
	return fields
}

// quotedCode is code in a tag, where no backquotes can stand.
var quotedCode = regexp.MustCompile(`(^|[ (\["=])'((?:[^']|'\w)+)'`)

func code(about string) string { return quotedCode.ReplaceAllString(about, "$1`$2`") }

// onlyTables are what --only of a report can name.
func onlyTables(report string, onlyCSV bool) string {
	all := map[string]func() []render.About{"stats": aboutStats, "match": render.AboutMatch, "files": render.AboutFiles}[report]()
	all = slices.DeleteFunc(all, func(t render.About) bool { return t.OnlyCSV != onlyCSV })
	return list("`--only`|Shows", all, func(t render.About) []string { return []string{"`" + t.Name + "`", code(t.Text)} })
}

func aboutStats() (all []render.About) {
	for _, t := range tables.List() {
		all = append(all, render.About{Name: t.Name, Text: t.About, OnlyCSV: t.Quiet})
	}
	return all
}

// columns lists the tables of `bcdump export parquet` with their columns.
func columns(*page, string) (text string) {
	for _, t := range rows.AllTables(true) {
		text += fmt.Sprintf("\n### %s\n\n%s\n\n", t.Name, code(t.About)) + list("Column|Type|Null|Unit|What it is", rows.Columns(t.Row), func(c rows.Column) []string {
			return []string{"`" + c.Name + "`", c.Type, map[bool]string{true: "yes"}[c.Null], c.Unit, code(c.About)}
		})
	}
	return strings.TrimPrefix(text, "\n")
}

// questions lists those of questions.sql.
func questions(p *page, _ string) (all string) {
	_, sql := p.read("docs/guides/questions.sql")
	for _, m := range regexp.MustCompile("(?m)^-- # (.*)$").FindAllStringSubmatch(strings.Join(sql, ""), -1) {
		all += "- " + m[1] + "\n"
	}
	return all
}

// contents lists the headings of a page.
func contents(p *page, _ string) (all string) {
	for _, heading := range regexp.MustCompile("(?m)^##(#?) (.*)$").FindAllStringSubmatch(p.text, -1) {
		if heading[1] == "" {
			all += "- **" + heading[2] + "**\n"
			continue
		}
		link := anchor(strings.NewReplacer("?", "", ",", "", ".", "").Replace(heading[2]))
		all += fmt.Sprintf("  - [%s](#%s)\n", heading[2], link)
	}
	return all
}

// rowLine is a row of a table that stands beside what it describes: //row:TABLE, or #row:TABLE, and the cells.
var rowLine = regexp.MustCompile(`(?m)^\s*(?://|#)row:(\w+) (.+)$`)

// rows has the rows that files hold for a table, under the head that it has.
func (p *page) rows(name, old string) string {
	text := strings.Join(strings.SplitAfterN(old, "\n", 3)[:min(strings.Count(old, "\n"), 2)], "")
	head := text
	for _, files := range []string{"testdata/pcaps/TESTLIST", "decode/synth/battle/*.go", "decode/match/*.go", "decode/message/*.go", "decode/record/*.go", "decode/wire/*.go", "report/figures/*.go", "report/render/*.go", "report/stats/*.go", "report/verify/*.go"} {
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
