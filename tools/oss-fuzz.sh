#!/usr/bin/env bash
# Builds the fuzz targets as OSS-Fuzz wants them: one libFuzzer program for each, and its seeds.
# docs/dev/testing.md says how and why. Without a compiler that links libFuzzer, only the archives.
#
#   tools/oss-fuzz.sh [package pattern...]      default ./...
#
#   OUT                  where programs, seeds and the files that they read go (default
#                        bin/oss-fuzz)
#   CXX, CXXFLAGS        link a program (default clang++)
#   LIB_FUZZING_ENGINE   what it is linked with (default -fsanitize=fuzzer)
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
out=${OUT:-$root/bin/oss-fuzz}
cxx=${CXX:-clang++}
engine=${LIB_FUZZING_ENGINE:--fsanitize=fuzzer}
work=$(mktemp -d)
trap 'rm -rf "$work"; rmdir internal/libfuzzer' EXIT
mkdir -p internal/libfuzzer # cgo goes there even where its files are laid over; it stays empty

# The targets in some files of a folder.
targets() {
  local dir=$1
  shift
  (cd "$dir" && sed -n 's/^func \(Fuzz[A-Za-z0-9]*\)(f \*testing\.F).*/\1/p' /dev/null "$@")
}

# A test file that tells package libfuzzer of targets: package name, folder, targets.
registration() {
  printf 'package %s\n\nimport "bcdump/internal/libfuzzer"\n\n' "$1"
  printf 'func init() {\n\tlibfuzzer.Dir = "%s"\n' "$2"
  printf '\tlibfuzzer.Targets["%s"] = %s\n' $(printf '%s\n' "${@:3}" | sed 's/.*/& &/')
  echo '}'
}

# The archive of a package: its tests, with the harness and the registrations laid over them, our
# own code instrumented; the tag has the runtime pass the counters on.
archive() {
  local dir=$1 name=$2 own=$3 outer=$4 file
  {
    for file in libfuzzer arguments; do
      echo "$root/internal/libfuzzer/$file.go $root/tools/oss-fuzz/$file.go"
    done
    if [[ $own ]]; then
      registration "$name" "${dir#"$root/"}" $own >"$work/own.go"
      echo "$dir/libfuzzer_own_test.go $work/own.go"
    fi
    if [[ $outer ]]; then
      registration "${name}_test" "${dir#"$root/"}" $outer >"$work/outer.go"
      echo "$dir/libfuzzer_outer_test.go $work/outer.go"
    fi
  } | sed 's/\(.*\) \(.*\)/"\1": "\2"/; $!s/$/,/; 1s/^/{"Replace": {/; $s/$/}}/' >"$work/overlay.json"
  CGO_ENABLED=1 go test -c -buildmode=c-archive -vet=off -tags libfuzzer -overlay "$work/overlay.json" \
    -gcflags='bcdump/...=-d=libfuzzer' -o "$work/fuzz.a" "$dir"
}

# Tells whether programs can be linked here.
links() {
  echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
    "$cxx" ${CXXFLAGS:-} -x c++ - -x none $engine -o "$work/links" 2>/dev/null
}

# The program of a target, and its seeds. The program's name ends with the target's.
program() {
  local name=$1
  "$cxx" ${CXXFLAGS:-} "$work/fuzz.a" $engine -o "$out/$name" || return
  rm -rf "$work/seeds" "$out/${name}_seed_corpus.zip"
  mkdir "$work/seeds"
  BCDUMP_SEEDS=$work/seeds "$out/$name" >/dev/null || return
  [[ -z $(ls "$work/seeds") ]] || (cd "$work/seeds" && zip -q -r "$out/${name}_seed_corpus.zip" .)
}

# What targets read beside their seeds: captures, schemas. They run in the folders of their
# packages.
files() {
  mkdir -p "$out/bcdump"
  git ls-files -z docs testdata '*/testdata/*' | xargs -0 cp --parents -t "$out/bcdump"
  go list -f '{{.Dir}}' ./... | sed "s|^$root|$out/bcdump|" | xargs mkdir -p
}

(cd tools && go test ./oss-fuzz >/dev/null) # how inputs become arguments
go list -f '{{.Dir}}|{{.Name}}|{{join .TestGoFiles " "}}|{{join .XTestGoFiles " "}}' "${@:-./...}" >"$work/packages"
files
linked=1
links || linked=
[[ $linked ]] || echo "$cxx does not link libFuzzer: archives only" >&2
count=0 built=0
while IFS='|' read -r dir name own outer; do
  room=$(tr / _ <<<"${dir#"$root/"}")
  own=$(targets "$dir" $own) outer=$(targets "$dir" $outer)
  [[ $own || $outer ]] || continue
  count=$((count + $(wc -w <<<"$own $outer")))
  archive "$dir" "$name" "$own" "$outer" || continue
  [[ $linked ]] || cp "$work/fuzz.a" "$out/$room.a"
  for target in $own $outer; do
    if [[ ! $linked ]] || program "${room}_$target"; then
      built=$((built + 1))
    else
      echo "FAIL  ${room}_$target" >&2
    fi
  done
done <"$work/packages"
echo "$built of $count fuzz targets built in ${out#"$root/"}"
((built == count))
