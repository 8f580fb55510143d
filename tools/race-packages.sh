#!/usr/bin/env bash
# Prints the packages that the race detector can find anything in: those whose code or tests start
# goroutines. Where everything happens on one goroutine there is no race, and the detector only makes the
# tests ten times slower.
#
# Tests that only run side by side are none, nor are those that wait for a browser or a pipe (report/page,
# report/wireshark). Of report/browse the library starts them; what the other three give runs on those of decode.
set -euo pipefail
cd "$(dirname "$0")/.."

starts='^[[:space:]]*go (func|[[:alpha:]])|\.Go\(func|errgroup|AfterFunc\('

{
  go list ./report/browse ./reassembly ./report/records ./report/dataset
  go list -f '{{$d := .Dir}}{{$p := .ImportPath}}{{range .GoFiles}}{{$d}}/{{.}} {{$p}}
{{end}}{{range .TestGoFiles}}{{$d}}/{{.}} {{$p}}
{{end}}{{range .XTestGoFiles}}{{$d}}/{{.}} {{$p}}
{{end}}' ./... | sed '/^$/d' | while read -r file path; do
    if grep -Eq "$starts" "$file"; then echo "$path"; fi
  done
} | sort -u | grep -Ev '/report/(page|wireshark)$'
