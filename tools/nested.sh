#!/usr/bin/env bash
# Checks the nested modules that are parts of the program: every folder below this one with a go.mod of
# its own, but for tools, which only pins tools. `./...` of the root does not reach into them.
# Arguments: the folder of the pinned tools. There may be no such module.
#
# A module that needs C is skipped, loudly, where there is no C compiler.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD tools=$(cd "$1" && pwd)
go=${GO:-go}

# Whether the module in this folder, or what it is tested with, needs C.
needs_c() {
  [[ -n $(CGO_ENABLED=1 "$go" list -deps -test -f '{{if and .CgoFiles (not .Standard)}}{{.ImportPath}}{{end}}' ./...) ]]
}

check() {
  if needs_c; then
    if ! command -v "$("$go" env CC)" >/dev/null; then
      echo "SKIPPED: no C compiler"
      return 0
    fi
    export CGO_ENABLED=1
  fi
  # No `go mod verify`: it looks for the hash of modules that are replaced by a folder. Those that are
  # downloaded are held against go.sum anyway.
  # golangci-lint runs the checks of go vet.
  "$go" test -vet=off -timeout 30m ./... &&
    "$tools/golangci-lint" run --config "$root/.golangci.yml" ./... &&
    "$root/tools/vuln.sh" "$tools/govulncheck" ./...
}

failed=()
while read -r module; do
  folder=$(dirname "$module")
  echo "$folder"
  (cd "$folder" && check) || failed+=("$folder")
done < <(find . -name node_modules -prune -o -name testdata -prune -o -name go.mod -print |
  grep -Ev '^\./(go\.mod|(tools|bin|dist)/)' | sort)
if ((${#failed[@]} > 0)); then
  echo "failed: ${failed[*]}" >&2
  exit 1
fi
