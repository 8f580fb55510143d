package filter

// Given is what is known of the values of a path before there is a message.
type Given struct {
	// Known says that Values are all there are; if not, there may be any or none.
	Known  bool
	Values Values
}

func (n allOf) could(given []Given) (yes, no bool) {
	yes = true
	for _, part := range n {
		y, n := part.could(given)
		yes, no = yes && y, no || n
	}
	return yes, no
}

func (n anyOf) could(given []Given) (yes, no bool) {
	no = true
	for _, part := range n {
		y, n := part.could(given)
		yes, no = yes || y, no && n
	}
	return yes, no
}

func (n negated) could(given []Given) (yes, no bool) {
	yes, no = n.inner.could(given)
	return no, yes
}

func (n constant) could([]Given) (yes, no bool) { return bool(n), !bool(n) }

func (n *anyValue) could(given []Given) (yes, no bool) {
	if int(n.slot) >= len(given) || !given[n.slot].Known {
		return true, true
	}
	values := given[n.slot].Values
	for i := range values {
		if n.holds(&values[i]) {
			return true, false
		}
	}
	return false, true
}
