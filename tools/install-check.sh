#!/usr/bin/env bash
# Tries `make install` and `make uninstall` in a temporary folder: everything lies where a
# system looks for it, works from there, and is gone afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(mktemp -d)
trap 'rm -rf "$target"' EXIT
make -s install DESTDIR="$target" PREFIX=/usr

expected='./usr/bin/bcdump
./usr/share/bash-completion/completions/bcdump
./usr/share/fish/vendor_completions.d/bcdump.fish
./usr/share/man/man1/bcdump.1
./usr/share/man/man7/bcdump-filter.7
./usr/share/zsh/site-functions/_bcdump'
for command in $("$target/usr/bin/bcdump" help | sed -n '/^Available Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  [[ $command == help || $command == completion ]] || expected+=$'\n'./usr/share/man/man1/bcdump-$command.1
done
installed=$(cd "$target" && find . -type f)
for file in $expected; do
  grep -qxF "$file" <<<"$installed" || { echo "not installed: $file" >&2; exit 1; }
done

"$target/usr/bin/bcdump" version
version=$("$target/usr/bin/bcdump" version | cut -d ' ' -f 2)
grep -qF "bcdump $version" "$target/usr/share/man/man1/bcdump.1" || { echo "the man page is of another version than $version" >&2; exit 1; }
bash -n "$target/usr/share/bash-completion/completions/bcdump"
if command -v man >/dev/null; then
  MANPATH=$target/usr/share/man man -P cat bcdump-decode | grep -q 'Print every message' || { echo 'man does not find bcdump-decode' >&2; exit 1; }
fi

make -s uninstall DESTDIR="$target" PREFIX=/usr
left=$(find "$target" -type f)
[[ -z $left ]] || { printf 'left behind:\n%s\n' "$left" >&2; exit 1; }
echo "$(wc -l <<<"$installed") files installed and removed"
