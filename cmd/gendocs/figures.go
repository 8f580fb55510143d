package main

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"bcdump/report/render"
	"bcdump/report/stats"
)

// figuresDocument fills the tables of keys of a document: each stands behind a mark that names the
// struct of report/figures whose keys it has. What they hold is said in tags.
func figuresDocument(_, old string) (string, error) {
	types := map[string]reflect.Type{}
	for _, r := range reports {
		for _, t := range r.roots {
			gather(types, t)
		}
	}
	var err error
	for name, text := range reportTables() {
		if strings.Contains(old, fmt.Sprintf(mark, name)) {
			if old, err = replace(old, name, text); err != nil {
				return "", err
			}
		}
	}
	for _, found := range keyMarks.FindAllStringSubmatch(old, -1) {
		if old, err = replace(old, "keys "+found[1], keyTable(types[found[1]])); err != nil {
			return "", err
		}
	}
	return old, nil
}

// reportTables are tables of the reports themselves: what --only can name, and what is a problem.
func reportTables() map[string]string {
	tables := map[string]string{
		"problems": "| Kind | One is | Costs |\n|------|--------|-------|\n",
		"savings":  "| Way of sending | Taken for granted |\n|----------------|-------------------|\n",
	}
	for name, all := range map[string][]render.About{"stats": render.AboutStats(), "match": render.AboutMatch(), "files": render.AboutFiles()} {
		const head = "| `--only` | Shows |\n|----------|-------|\n"
		tables["tables of "+name], tables["CSV of "+name] = head, head
		for _, t := range all {
			key := "tables of " + name
			if t.OnlyCSV {
				key = "CSV of " + name
			}
			tables[key] += fmt.Sprintf("| %#q | %s |\n", t.Name, code(t.Text))
		}
	}
	for _, w := range stats.SavedWays() {
		tables["savings"] += fmt.Sprintf("| %#q | %s |\n", w[0], w[1])
	}
	for _, k := range stats.ProblemKinds() {
		cost := "by effect"
		if k.Cost > 0 {
			cost = fmt.Sprint(k.Cost)
		}
		tables["problems"] += fmt.Sprintf("| %#q | %s | %s |\n", k.Name, code(k.About), cost)
	}
	return tables
}

var keyMarks = regexp.MustCompile(`<!-- generated: keys (\w+) -->`)

// gather finds the structs that a type holds, by name.
func gather(types map[string]reflect.Type, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		gather(types, t.Elem())
	case reflect.Struct:
		if types[t.Name()] != nil {
			return
		}
		types[t.Name()] = t
		for i := range t.NumField() {
			gather(types, t.Field(i).Type)
		}
	}
}

// keyTable lists the keys of a struct. Those that follow each other and hold the same share a row.
func keyTable(t reflect.Type) string {
	var b strings.Builder
	b.WriteString("| Key | Value |\n|-----|-------|\n")
	var names []string
	fields := reportFields(t)
	for i, f := range fields {
		names = append(names, "`"+f.key+"`")
		if i+1 < len(fields) && f.about != "" && fields[i+1].about == f.about {
			continue
		}
		b.WriteString(strings.ReplaceAll("| "+strings.Join(names, ", ")+" | "+f.about+" |\n", "|  |", "| |"))
		names = nil
	}
	return b.String()
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
