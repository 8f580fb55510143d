package dataset

import (
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// rowsPerGroup is how many rows a row group has at most.
const rowsPerGroup = 1 << 18

// settings are those of all files. What says who wrote a file is fixed, so that equal rows are
// equal bytes.
var settings = []parquet.WriterOption{
	parquet.CreatedBy("bcdump", "1", "parquet-go"),
	parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
	parquet.MaxRowsPerRowGroup(rowsPerGroup),
	parquet.PageBufferSize(64 << 10),
	parquet.DataPageStatistics(true),
}
