package fields

import "bcdump/decode/wire"

// forms are the few forms in which the values of most encodings are printed.
type forms interface {
	integer(name string, value int64)
	hex(name string, value uint32, digits int)
	float(name, unit string, value float64)
	vector(name, unit string, value wire.Vector)
	floats(name string, values []float32)
	latin1(name string, value wire.Text)
	text(name, value string)
}

// leaves is the part of a visitor that brings values of the wire into their form. Embed
// it, with the visitor itself as to.
type leaves struct{ to forms }

func (l leaves) U8(name string, p *uint8)                     { l.to.integer(name, int64(*p)) }
func (l leaves) I8(name string, p *int8)                      { l.to.integer(name, int64(*p)) }
func (l leaves) U16(name string, p *uint16)                   { l.to.integer(name, int64(*p)) }
func (l leaves) U32(name string, p *uint32)                   { l.to.integer(name, int64(*p)) }
func (l leaves) I32(name string, p *int32)                    { l.to.integer(name, int64(*p)) }
func (l leaves) Hex8(name string, p *uint8)                   { l.to.hex(name, uint32(*p), 2) }
func (l leaves) Hex16(name string, p *uint16)                 { l.to.hex(name, uint32(*p), 4) }
func (l leaves) Hex32(name string, p *uint32)                 { l.to.hex(name, *p, 8) }
func (l leaves) F32(name, unit string, p *float32)            { l.to.float(name, unit, float64(*p)) }
func (l leaves) CF16(name, unit string, p *wire.CF16)         { l.to.float(name, unit, p.Float64()) }
func (l leaves) CV3(name string, p *wire.CV3)                 { l.to.vector(name, "", p.Vector()) }
func (l leaves) CV4(name, unit string, p *wire.CV4)           { l.to.vector(name, unit, p.Vector()) }
func (l leaves) CV4F(name, unit string, p *wire.CV4F)         { l.to.vector(name, unit, p.Vector()) }
func (l leaves) Vector(name, unit string, p *wire.Vector)     { l.to.vector(name, unit, *p) }
func (l leaves) Floats(name string, p []float32)              { l.to.floats(name, p) }
func (l leaves) Str8(name string, p *wire.Text)               { l.to.latin1(name, *p) }
func (l leaves) Str16(name string, p *wire.Text)              { l.to.latin1(name, *p) }
func (l leaves) Str32(name string, p *wire.Text)              { l.to.latin1(name, TrimZeros(*p)) }
func (l leaves) Str16Or32(name string, p *wire.Text, _ *bool) { l.to.latin1(name, *p) }
func (l leaves) Padded(name string, p *wire.Text, _ int)      { l.to.text(name, PaddedText(*p)) }
func (l leaves) WStr32(name string, p *wire.WideText)         { l.to.text(name, p.String()) }
func (l leaves) WStrZ(name string, p *wire.WideText)          { l.to.text(name, p.String()) }
