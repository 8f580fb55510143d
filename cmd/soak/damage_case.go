package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
)

// damaged is a capture to which a few things are done.
type damaged struct {
	subject *subject
	do      []step
	variant variant
}

func newDamage(_ *settings, subjects []*subject, chance *rand.Rand) attack {
	return &damaged{subject: subjects[chance.IntN(len(subjects))], do: newSteps(chance), variant: newVariant(chance)}
}

func (d *damaged) check() *finding {
	data, _ := damage(d.subject.data, d.do)
	return check(d.subject, data, d.variant)
}

func (d *damaged) about() []string {
	_, done := damage(d.subject.data, d.do)
	return append([]string{d.subject.name, fmt.Sprintf("decoded with %+v, after this was done to it:", d.variant)}, done...)
}

func (d *damaged) capture() io.Reader {
	data, _ := damage(d.subject.data, d.do)
	return bytes.NewReader(data)
}

func (d *damaged) steps() int { return len(d.do) }

func (d *damaged) without(step int) divisible {
	return &damaged{d.subject, slices.Delete(slices.Clone(d.do), step, step+1), d.variant}
}
