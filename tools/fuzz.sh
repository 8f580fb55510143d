#!/usr/bin/env bash
# Runs every fuzz target of the given packages, one after the other.
#
#   tools/fuzz.sh [package pattern...]      default ./...
#
#   FUZZTIME     how long each target runs: 10s, 2m, ... or 1000x for a number of
#                inputs (default 10s)
#   FUZZBUDGET   whole seconds for all targets together; when they are so many that
#                FUZZTIME (in seconds) would go beyond it, each gets an equal share,
#                at least one second (default: no limit)
#   FUZZ         regular expression: only targets whose name matches (default: all)
#
# The Go fuzzer writes an input that fails to testdata/fuzz/TARGET/ of its package; keep
# it there as a regression seed once the fault is mended. All targets run even if one
# fails; the exit status is then 1.
set -euo pipefail
cd "$(dirname "$0")/.."

fuzztime=${FUZZTIME:-10s}
budget=${FUZZBUDGET:-}
only=${FUZZ:-.}
cache=$(go env GOCACHE)/fuzz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line for each package that has test files: directory, import path.
packages() {
  go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}} {{.ImportPath}}{{end}}' "$@"
}

# Builds the test program of each package with fuzz targets once, instrumented (`go test
# -fuzz` would link it anew for each target), and adds "directory path program target" lines
# to $work/targets. A package that does not build ends the run. In less than five seconds nothing is
# learnt of what an input reaches: then they are built as for other tests, and need no compilation of all
# packages of their own.
build_all() {
  local dir path program instrumented=(-fuzz=.)
  [[ ! $fuzztime =~ ^[1-4]s$ ]] || instrumented=()
  : >"$work/targets"
  while read -r dir path; do
    grep -qs '^func Fuzz' "$dir"/*_test.go || continue
    program=$work/$(tr / _ <<<"$path").test
    go test -c "${instrumented[@]}" -o "$program" "$path"
    (cd "$dir" && "$program" -test.list '^Fuzz') >"$work/names"
    grep -E "$only" "$work/names" | sed "s|^|$dir $path $program |" >>"$work/targets" || true
  done <"$work/packages"
}

# Fuzzes one target. The fuzzer sometimes calls its own deadline a failure when the time
# is up in the middle of an input (golang/go#75804); that names no failing input and is
# tried once more. Inputs are made smaller only a little: where goroutines make coverage
# unsteady, that would take most of the time.
fuzz_one() {
  local dir=$1 path=$2 program=$3 target=$4 log=$work/log
  for _ in 1 2; do
    if (cd "$dir" && "$program" -test.run='^$' -test.fuzz="^$target\$" \
      -test.fuzztime="$fuzztime" -test.fuzzminimizetime=5x -test.fuzzcachedir="$cache/$path") >"$log" 2>&1; then
      printf 'ok    %-28s %-32s %s\n' "$path" "$target" "$(grep -o 'execs: [0-9]*' "$log" | tail -n 1)"
      return 0
    fi
    grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input' "$log" || break
  done
  printf 'FAIL  %-28s %s\n' "$path" "$target"
  cat "$log"
  return 1
}

# Shortens fuzztime to an equal share of the budget.
keep_budget() {
  local count=$1 seconds=${fuzztime%s}
  [[ -n $budget && $seconds =~ ^[0-9]+$ ]] || return 0
  if ((seconds * count > budget)); then
    fuzztime=$((budget / count > 0 ? budget / count : 1))s
  fi
}

packages "${@:-./...}" | sed '/^$/d' >"$work/packages"
build_all
count=$(wc -l <"$work/targets")
if ((count == 0)); then
  echo "no fuzz target matches" >&2
  exit 1
fi
keep_budget "$count"
echo "$count fuzz targets, $fuzztime each"
failed=0
while read -r dir path program target; do
  fuzz_one "$dir" "$path" "$program" "$target" </dev/null || failed=$((failed + 1))
done <"$work/targets"
if ((failed > 0)); then
  echo "$failed of $count fuzz targets failed" >&2
  exit 1
fi
