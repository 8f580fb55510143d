package dataset

import (
	"bytes"
	"hash/crc32"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// chunk is what a row group has of a column: complete pages, and the page at hand but for its values.
type chunk struct {
	*leaf
	levels  []uint8 // of the page, if a value may be null or is in a list: 0 = there is none, 1 = a value
	repeats []uint8 // of the page, in a list: 0 = a row begins
	rows    int     // of the page

	pages    []byte
	first    int64 // row with which the page begins
	meta     format.ColumnMetaData
	index    format.ColumnIndex
	offsets  format.OffsetIndex
	bounded  bool // a page has values
	up, down bool // bounds of pages do not fall, do not rise
}

// reset begins a row group; buffers are used again.
func (c *chunk) reset() {
	*c = chunk{leaf: c.leaf, levels: c.levels[:0], repeats: c.repeats[:0], pages: c.pages[:0]}
	c.meta = format.ColumnMetaData{Type: physical(c.kind), PathInSchema: c.path, Codec: format.Zstd, Encoding: []format.Encoding{c.encoding}}
	if c.optional || c.list {
		c.meta.Encoding = append(c.meta.Encoding, format.RLE)
	}
}

// add packs the page, whose values are encoded.
func (c *chunk) add(p *packer, values int) {
	if c.optional || c.list {
		values = len(c.levels)
	}
	nulls := int64(bytes.Count(c.levels, []byte{0}))
	p.page = p.page[:0]
	head := format.DataPageHeaderV2{
		NumValues: int32(values), NumNulls: int32(nulls), NumRows: int32(c.rows), Encoding: c.encoding, IsCompressed: thrift.New(true),
		RepetitionLevelsByteLength: p.levels(c.repeats), DefinitionLevelsByteLength: p.levels(c.levels), Statistics: format.Statistics{NullCount: nulls},
	}
	before := len(c.pages)
	c.pages = c.pack(p, c.pages, format.PageHeader{Type: format.DataPageV2, DataPageHeaderV2: thrift.New(head)}, c.encoding)
	c.offsets.PageLocations = append(c.offsets.PageLocations, format.PageLocation{
		Offset: int64(before), CompressedPageSize: int32(len(c.pages) - before), FirstRowIndex: c.first,
	})
	c.index.NullCounts = append(c.index.NullCounts, nulls)
	c.meta.NumValues, c.meta.Statistics.NullCount = c.meta.NumValues+int64(values), c.meta.Statistics.NullCount+nulls
	c.first, c.rows, c.levels, c.repeats = c.first+int64(c.rows), 0, c.levels[:0], c.repeats[:0]
}

// dictionary packs the values of a dictionary, which are encoded.
func (c *chunk) dictionary(p *packer, values int) []byte {
	p.page = p.page[:0]
	head := format.DictionaryPageHeader{NumValues: int32(values), Encoding: format.Plain}
	c.meta.Encoding = append(c.meta.Encoding, format.Plain)
	return c.pack(p, nil, format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(head)}, format.Plain)
}

// pack appends a page: its header, and what the packer has.
func (c *chunk) pack(p *packer, dst []byte, h format.PageHeader, encoding format.Encoding) []byte {
	h.UncompressedPageSize = int32(len(p.page) + len(p.data))
	p.page = p.zstd.EncodeAll(p.data, p.page)
	h.CompressedPageSize, h.CRC = int32(len(p.page)), int32(crc32.ChecksumIEEE(p.page))
	head := marshal(&h)
	c.meta.TotalUncompressedSize += int64(len(head)) + int64(h.UncompressedPageSize)
	c.meta.TotalCompressedSize += int64(len(head)) + int64(h.CompressedPageSize)
	if n := len(c.meta.EncodingStats); n == 0 || c.meta.EncodingStats[n-1].PageType != h.Type {
		c.meta.EncodingStats = append(c.meta.EncodingStats, format.PageEncodingStats{PageType: h.Type, Encoding: encoding})
	}
	c.meta.EncodingStats[len(c.meta.EncodingStats)-1].Count++
	return append(append(dst, head...), p.page...)
}

// place says where in the file the chunk begins, behind its dictionary page if it has one.
func (c *chunk) place(at int64, dictionary int) {
	if dictionary > 0 {
		c.meta.DictionaryPageOffset = at
	}
	c.meta.DataPageOffset = at + int64(dictionary)
	for i := range c.offsets.PageLocations {
		c.offsets.PageLocations[i].Offset += c.meta.DataPageOffset
	}
	switch {
	case c.up:
		c.index.BoundaryOrder = format.Ascending
	case c.down:
		c.index.BoundaryOrder = format.Descending
	}
}

// packer packs pages. Its buffers are used again.
type packer struct {
	zstd  *zstd.Encoder
	data  []byte // values of a page, encoded
	page  []byte // levels, then the packed data
	level []byte
	wide  []int32
}

func newPacker() *packer {
	// Only options that contradict one another are an error.
	z, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	return &packer{zstd: z}
}

// levels appends levels to the page, if there are any, and gives how many bytes they take.
func (p *packer) levels(list []uint8) int32 {
	if len(list) == 0 {
		return 0
	}
	p.level, _ = (&rle.Encoding{BitWidth: 1}).EncodeLevels(p.level, list)
	p.page = append(p.page, p.level...)
	return int32(len(p.level))
}

// marshal writes a part of the metadata.
func marshal(v any) []byte {
	b, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	if err != nil {
		panic(err) // it is written into memory
	}
	return b
}
