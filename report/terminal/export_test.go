package terminal

// ColumnsOf is columns.
var ColumnsOf = columns
