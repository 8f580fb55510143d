package timeline

// blocks remembers blocks by ship, start index and length: those for the owner of a ship are longer.
type blocks [1024]blockTold

// told gives the place of the block of an update; nil = it cannot be remembered.
func (c *blocks) told(x *shipLife, u *update) *blockTold {
	if len(u.Rest) == 0 || len(u.Rest) > len(blockTold{}.bytes) || x.listened {
		return nil
	}
	return &c[uint32(x.number*67+int(u.Rest[0])*2+len(u.Rest)*31)%uint32(len(c))]
}

// read reads the block of an update that is known to be in order, unless it says what it said before.
func (c *blocks) read(x *shipLife, u *update) {
	context := u.facts.Context(u.Row)
	b := c.told(x, u)
	if u.told = b; b != nil && b.ship == x.number && b.version == x.condition.version && int(b.size) == len(u.Rest) && b.open == u.Open &&
		b.takePower != x.ownedPower && b.class == context.Class && b.dialect == context.Dialect && string(b.bytes[:b.size]) == string(u.Rest) {
		u.sound, u.same = true, true
		u.Subsystems.StartIndex, u.Subsystems.NextIndex = u.Rest[0], b.next
		return
	}
	u.sound = u.Block(context)
}

// applyBlock takes the subsystem block of an update, if it is the newest and can be trusted.
func (x *shipLife) applyBlock(u *update) {
	if !u.blocks || !u.Whole || !u.sound || u.behind || u.stream == nil {
		return
	}
	b := u.told
	if u.same {
		u.fresh |= b.fresh
		return
	}
	brought := x.condition.block(&u.Subsystems, !x.ownedPower)
	if u.fresh |= brought; b == nil {
		return
	}
	context := u.facts.Context(u.Row)
	*b = blockTold{
		class: context.Class, dialect: context.Dialect, ship: x.number, next: u.Subsystems.NextIndex, version: x.condition.version,
		size: uint8(len(u.Rest)), open: u.Open, takePower: !x.ownedPower, fresh: brought,
	}
	copy(b.bytes[:], u.Rest)
}
