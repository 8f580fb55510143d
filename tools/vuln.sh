#!/usr/bin/env bash
# Runs govulncheck (first argument: the program; the rest: its arguments). It needs the
# database at vuln.go.dev; where that is out of reach the check is skipped, loudly and
# successfully, because a missing network says nothing about the code. Any other trouble
# fails, and so does a finding.
set -uo pipefail

errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

scan() {
  "$@" 2>"$errors"
  local status=$?
  cat "$errors" >&2
  if ((status != 0)) && grep -qE 'fetching vulnerabilities.*(dial tcp|no such host|timeout|connection|proxyconnect|Forbidden)' "$errors"; then
    echo "SKIPPED govulncheck: its database cannot be reached from here" >&2
    exit 0
  fi
  return "$status"
}

# The database is asked for after the code was read: go.mod alone tells sooner whether it is there.
scan "$1" -C "$(dirname "$0")/../cmd/genpage" -scan module && scan "$@"
