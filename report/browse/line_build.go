package browse

import (
	"fmt"
	"strings"

	"bcdump/decode"
	"bcdump/decode/filter"
)

// maxElements is how many values of one field a filter names.
//
//limit:maxElements What the user writes | values of a field that a filter made from it names | refused | TestManyElements
const maxElements = 16

// onlyThis is the filter that keeps the messages which have under a path, such as "fields.position[1]",
// what this one has. file is the name of the capture. The error says why there is none.
func onlyThis(r *decode.Record, path, file string) (string, error) {
	tests, err := equalTests(r, path, file)
	return strings.Join(tests, " && "), err
}

// notThis is the filter that drops the messages that onlyThis keeps.
func notThis(r *decode.Record, path, file string) (string, error) {
	tests, err := equalTests(r, path, file)
	if err != nil || len(tests) == 0 {
		return "", err
	}
	if len(tests) > 1 || !strings.HasPrefix(tests[0], path+equals) {
		return "!(" + strings.Join(tests, " && ") + ")", nil
	}
	return path + " != " + strings.TrimPrefix(tests[0], path+equals), nil
}

const equals = " == "

// equalTests are what is true of a message because of what it has under a path.
func equalTests(r *decode.Record, path, file string) ([]string, error) {
	values, key, err := decode.ValuesAt(r, path, file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("filters do not know %s", shownIn(path, maxLine))
	case len(values) == 0:
		return nil, fmt.Errorf("this message has no %s", path)
	case len(values) > maxElements:
		return nil, fmt.Errorf("%s has %d values here; choose one of them", path, len(values))
	}
	literals := literalsOf(values, key.Kind)
	switch {
	case literals != nil:
	case key.Kind == filter.Object:
		return []string{path}, nil
	default:
		return nil, fmt.Errorf("%s holds nothing here that a filter could compare it with", path)
	}
	for _, tests := range [][]string{eachElement(path, literals), anyElement(path, literals)} {
		if f, err := decode.NewFilter(strings.Join(tests, " && ")); err == nil && f.Matcher(file).Match(r) {
			return tests, nil
		}
	}
	return nil, fmt.Errorf("no filter can say this of %s", path)
}

// literalsOf writes values; nil if one of them cannot be.
func literalsOf(values filter.Values, kind filter.Kind) (literals []string) {
	for i := range values {
		literal := values[i].Literal(kind)
		if literal == "" {
			return nil
		}
		literals = append(literals, literal)
	}
	return literals
}

// eachElement asks for the elements of a list by their places, anyElement whether there are such.
func eachElement(path string, literals []string) (tests []string) {
	if len(literals) == 1 {
		return anyElement(path, literals)
	}
	for i, literal := range literals {
		tests = append(tests, fmt.Sprintf("%s[%d]%s%s", path, i, equals, literal))
	}
	return tests
}

func anyElement(path string, literals []string) (tests []string) {
	for _, literal := range literals {
		tests = append(tests, path+equals+literal)
	}
	return tests
}

// joined adds a filter to the one that is there.
func joined(existing, added string) string { return filter.And(existing, added) }
