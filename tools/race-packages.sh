#!/usr/bin/env bash
# Prints the packages that the race detector can find anything in: those whose code or tests start
# goroutines. Where everything happens on one goroutine there is no race, and the detector only makes the
# tests ten times slower.
#
# Some start goroutines only to run their tests side by side, or to wait for a browser, and
# are left out: report/page, report/diff.
set -euo pipefail
cd "$(dirname "$0")/.."

starts='^[[:space:]]*go (func|[[:alpha:]])|\.Go\(func|\.Parallel\(\)|errgroup|AfterFunc\('

go list -f '{{$d := .Dir}}{{$p := .ImportPath}}{{range .GoFiles}}{{$d}}/{{.}} {{$p}}
{{end}}{{range .TestGoFiles}}{{$d}}/{{.}} {{$p}}
{{end}}{{range .XTestGoFiles}}{{$d}}/{{.}} {{$p}}
{{end}}' ./... | sed '/^$/d' | while read -r file path; do
  if grep -Eq "$starts" "$file"; then echo "$path"; fi
done | sort -u | grep -v -e '/report/page$' -e '/report/diff$'
