// Package report names the renderers of report/records for tests of decode, which are about
// to import that package themselves.
package report

import "bcdump/report/records"

// TextOptions are those of report/records.
type TextOptions = records.TextOptions

// What report/records exports under the same names.
var (
	JSONLines  = records.JSONLines
	AppendJSON = records.AppendJSON
	Text       = records.Text
)
