package dataset

import (
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// A row group waits in memory until it is complete: its pages, compressed, and its dictionaries. It ends
// at so many rows, or at so many bytes, which only long texts reach.
const (
	rowsPerGroup  = 1 << 17
	bytesPerGroup = 16 << 20
)

// Bytes of a page before it is compressed, of tables with many rows and of others: there is a page
// in memory for each column.
const (
	longPage  = 64 << 10
	shortPage = 8 << 10
)

// codec is that of all files: its encoders are used again.
var codec = zstd.Codec{Level: zstd.SpeedFastest}

// settings are those of a file. What says who wrote a file is fixed, so that equal rows are
// equal bytes.
func settings(page int) []parquet.WriterOption {
	return []parquet.WriterOption{
		parquet.CreatedBy("bcdump", "1", "parquet-go"),
		parquet.Compression(&codec),
		parquet.PageBufferSize(page),
		parquet.DataPageStatistics(false), // the file has them in its index already
	}
}
