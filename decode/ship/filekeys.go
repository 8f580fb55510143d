package ship

import (
	"fmt"
	"reflect"
)

// FileObject is a kind of object of a ship file, for the document about them.
type FileObject struct {
	Name string
	Keys []FileKey
}

// FileKey is a key of such an object.
type FileKey struct {
	Key, About string
	Must       bool
}

// FileObjects lists the objects of a ship file with all of their keys.
func FileObjects() (objects []FileObject) {
	for _, x := range []struct {
		name string
		of   any
	}{
		{"The file", document{}}, {"A class", draft{}}, {"A subsystem", entry{}}, {"A part", part{}}, {"A kind of torpedo", slot{}},
		{"A block", Window{}}, {"A projectile", projectile{}}, {"A star system", system{}},
	} {
		object := FileObject{Name: x.name}
		for _, f := range fieldsOf(reflect.TypeOf(x.of)) {
			tag := reflect.TypeOf(x.of).FieldByIndex(f.index).Tag
			object.Keys = append(object.Keys, FileKey{f.key, tag.Get("about"), f.must})
		}
		objects = append(objects, object)
	}
	return objects
}

// FileTypes lists the types of subsystems, each with its format and its create_tail.
func FileTypes() (types [][3]string) {
	for i := range kinds {
		k, tail := &kinds[i], ""
		for _, t := range k.tail {
			tail += fmt.Sprintf("'%v' ", t)
		}
		types = append(types, [3]string{k.name, k.format.String(), tail})
	}
	return types
}
