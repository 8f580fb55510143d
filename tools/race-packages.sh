#!/usr/bin/env bash
# Prints the packages that the race detector can find anything in: those that start goroutines,
# in the code or in tests, and those whose tests use such a package. Where everything happens
# on one goroutine there is no race, and the detector only makes the tests ten times slower.
#
# report/page and report/render are left out as well: the first waits for a browser, and what both
# show is made by reports that are tried themselves. So are report/normal, report/replay, report/check
# and report/scoreboard, which take their records as report/stats does, one goroutine at a time.
set -euo pipefail
cd "$(dirname "$0")/.."

starts='^[[:space:]]*go (func|[[:alpha:]])|\.Go\(func|\.Parallel\(\)|errgroup|AfterFunc\('

# Import paths of the packages with such a line in a file of a list of `go list`.
starting() {
  go list -f "{{\$d := .Dir}}{{\$p := .ImportPath}}{{range $1}}{{\$d}}/{{.}} {{\$p}}
{{end}}" ./... | sed '/^$/d' | while read -r file path; do
    if grep -Eq "$starts" "$file"; then echo "$path"; fi
  done | sort -u
}

code=$(starting .GoFiles)
{
  echo "$code"
  starting .TestGoFiles
  starting .XTestGoFiles
  # The test program of a package, without ".test", and all that it is made of.
  go list -test -f '{{if .ForTest}}{{else}}{{.ImportPath}} {{join .Deps " "}} {{end}}' ./... | sed -n 's/^\([^ ]*\)\.test /\1 /p' |
    awk -v code="$code" 'BEGIN { n = split(code, c, "\n"); for (i = 1; i <= n; i++) starts[c[i]] = 1 }
      { for (i = 2; i <= NF; i++) if ($i in starts) { print $1; next } }'
} | sort -u | grep -v -e '/report/page$' -e '/report/render$' -e '/report/normal$' -e '/report/replay$' -e '/report/check$' -e '/report/scoreboard$'
