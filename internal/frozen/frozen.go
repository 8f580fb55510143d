// Package frozen holds lists whose copies share what none of them has written to since.
//
// A list lies in pages. A copy takes the pages of the first one; whoever writes to a page that others may have takes a
// copy of it before.
//
// The package must not know what the items are.
package frozen

import (
	"slices"
	"unsafe"
)

// PageSize is how many items lie in a page: a power of two. The smaller, the less of a list is copied.
const PageSize = 16

// List is such a list; the zero List is empty. Any number of goroutines may copy one that nobody writes to any more.
type List[T any] struct {
	pages []page[T]
}

// page is a part of a List; another one may have the same items if they are shared.
type page[T any] struct {
	items  *[PageSize]T
	shared bool
}

// Make makes a list of so many zero items, rounded up to whole pages.
func Make[T any](items int) (l List[T]) {
	l.Grow((items + PageSize - 1) / PageSize)
	return l
}

// Grow adds so many pages of zero items.
func (l *List[T]) Grow(pages int) {
	l.pages = slices.Grow(l.pages, pages)
	for range pages {
		l.pages = append(l.pages, page[T]{items: new([PageSize]T)})
	}
}

// Len counts the items.
func (l *List[T]) Len() int { return len(l.pages) * PageSize }

// At gives an item to read.
func (l *List[T]) At(i int) *T { return &l.pages[i/PageSize].items[i%PageSize] }

// Own gives an item to write to, until the list is copied.
func (l *List[T]) Own(i int) *T {
	p := &l.pages[i/PageSize]
	if p.shared {
		p.own()
	}
	return &p.items[i%PageSize]
}

func (p *page[T]) own() {
	items := *p.items
	p.items, p.shared = &items, false
}

// Clone gives a copy. size is how many bytes it takes beside what copies before it have.
func (l *List[T]) Clone() (c List[T], size int) {
	for i := range l.pages {
		if p := &l.pages[i]; !p.shared {
			p.shared = true
			size += int(unsafe.Sizeof(*p.items))
		}
	}
	return List[T]{slices.Clone(l.pages)}, size + len(l.pages)*int(unsafe.Sizeof(page[T]{}))
}
