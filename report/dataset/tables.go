package dataset

import (
	"encoding/binary"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go/format"

	"bcdump/report/rows"
)

// TableFigures say how much was written of a table.
type TableFigures struct {
	Name        string
	Rows, Bytes int64
}

// table writes the rows of one table of a capture as a Parquet file.
type table struct {
	TableFigures
	file    File
	of      rows.Table
	columns []column
	meta    format.FileMetaData
	group   int    // rows of the row group at hand
	indexes []byte // of the columns of all row groups, which stand behind them
	offsets []byte
}

const capturesTable = "captures"

// tableOf gives the table of a name.
func tableOf(name string) rows.Table {
	all := rows.Tables()
	return all[slices.IndexFunc(all, func(t rows.Table) bool { return t.Name == name })]
}

// newTable begins the file of a table of a capture.
func newTable(s Store, of rows.Table, capture string) (*table, error) {
	if err := s.Clean(folderOf(of.Name, capture)); err != nil {
		return nil, err
	}
	f, err := s.Create(FileName(of.Name, capture))
	if err != nil {
		return nil, err
	}
	t := &table{TableFigures: TableFigures{Name: of.Name}, file: f, of: of}
	schema := schemaOf(reflect.TypeOf(of.Row))
	for i := range schema.leaves {
		t.columns = append(t.columns, newColumn(&schema.leaves[i]))
	}
	// What says who wrote a file is fixed, so that equal rows are equal bytes.
	t.meta = format.FileMetaData{Version: 2, Schema: schema.elements, CreatedBy: "bcdump version 1"}
	t.meta.ColumnOrders = slices.Repeat([]format.ColumnOrder{{Value: new(format.TypeDefinedOrder)}}, len(t.columns))
	if err := t.put([]byte(magic)); err != nil {
		f.Discard()
		return nil, err
	}
	return t, nil
}

func (t *table) put(p []byte) error {
	n, err := t.file.Write(p)
	t.Bytes += int64(n)
	return err
}

const (
	// magic begins and ends a Parquet file.
	magic = "PAR1"
	// atOnce is how many rows are read column by column, so that they stay in the cache of a core.
	atOnce = 64
	// pageBytes is how much a page has before it is packed.
	pageBytes = 64 << 10
)

// A row group waits in memory until it is complete: its pages, packed, and its dictionaries. It ends
// at so many rows, or at so many bytes, which only long texts reach.
const (
	//limit:rowsPerGroup Work in progress | rows of a row group, which waits in memory | the next row group | TestRowGroups
	rowsPerGroup = 1 << 17
	//limit:bytesPerGroup Work in progress | bytes of a row group, compressed, with its dictionaries, before the last batch | the next row group | TestRowGroups
	bytesPerGroup = 16 << 20
)

// write writes the rows of a batch.
func (t *table) write(p *packer, b *rows.Batch) error {
	list := t.of.Rows(b)
	for from := 0; from < list.Len(); {
		n := min(list.Len()-from, atOnce, rowsPerGroup-t.group)
		first := list.Index(from)
		for _, c := range t.columns {
			c.take(first.Addr().UnsafePointer(), first.Type().Size(), n)
			if c.held() >= pageBytes {
				c.endPage(p)
			}
		}
		from, t.Rows, t.group = from+n, t.Rows+int64(n), t.group+n
		if t.group == rowsPerGroup {
			if err := t.endGroup(p); err != nil {
				return err
			}
		}
	}
	kept := 0
	for _, c := range t.columns {
		kept += c.kept()
	}
	if kept < bytesPerGroup {
		return nil
	}
	return t.endGroup(p)
}

// endGroup writes the row group.
func (t *table) endGroup(p *packer) error {
	g := format.RowGroup{NumRows: int64(t.group), Ordinal: int16(len(t.meta.RowGroups)), FileOffset: t.Bytes}
	for _, column := range t.columns {
		dictionary, c := column.endGroup(p)
		c.place(t.Bytes, len(dictionary))
		if err := t.put(dictionary); err != nil {
			return err
		}
		if err := t.put(c.pages); err != nil {
			return err
		}
		g.Columns = append(g.Columns, t.indexed(c))
		g.TotalByteSize, g.TotalCompressedSize = g.TotalByteSize+c.meta.TotalUncompressedSize, g.TotalCompressedSize+c.meta.TotalCompressedSize
		column.reset()
	}
	t.meta.RowGroups, t.group = append(t.meta.RowGroups, g), 0
	return nil
}

// indexed keeps both indexes of a chunk. Their offsets count from the first index of each kind.
func (t *table) indexed(c *chunk) format.ColumnChunk {
	index, offsets := marshal(&c.index), marshal(&c.offsets)
	out := format.ColumnChunk{
		MetaData:          c.meta,
		ColumnIndexOffset: int64(len(t.indexes)), ColumnIndexLength: int32(len(index)),
		OffsetIndexOffset: int64(len(t.offsets)), OffsetIndexLength: int32(len(offsets)),
	}
	t.indexes, t.offsets = append(t.indexes, index...), append(t.offsets, offsets...)
	return out
}

// close ends the file, with what is to be noted of it.
func (t *table) close(p *packer, notes ...format.KeyValue) error {
	if t.group > 0 {
		if err := t.endGroup(p); err != nil {
			return err
		}
	}
	for i := range t.meta.RowGroups {
		for k := range t.meta.RowGroups[i].Columns {
			c := &t.meta.RowGroups[i].Columns[k]
			c.ColumnIndexOffset += t.Bytes
			c.OffsetIndexOffset += t.Bytes + int64(len(t.indexes))
		}
	}
	t.meta.NumRows, t.meta.KeyValueMetadata = t.Rows, notes
	end := marshal(&t.meta)
	end = append(binary.LittleEndian.AppendUint32(end, uint32(len(end))), magic...)
	for _, part := range [][]byte{t.indexes, t.offsets, end} {
		if err := t.put(part); err != nil {
			return err
		}
	}
	return nil
}
