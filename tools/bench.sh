#!/usr/bin/env bash
# Measures bcdump as a whole program beside others that read captures, in one run, and prints a table or, with a
# document, writes it between the marks there. hyperfine takes times, /usr/bin/time -v the memory.
#
#   tools/bench.sh [document]
#
#   SIZES="10000 100000 1000000"   datagrams of the captures, which stay in bin/bench
#   ROUNDS=5                       runs of each command; a slow one has three
#   ONLY=regexp                    only commands that match
#
# What is not installed is left out, and said. hyperfine alone cannot be done without.
set -euo pipefail
cd "$(dirname "$0")/.."

document=${1:-}
sizes=${SIZES:-10000 100000 1000000}
rounds=${ROUNDS:-5}
only=${ONLY:-.}
folder=bin/bench
# Without a time zone tcpdump asks for /etc/localtime at each packet, three quarters of its time.
export TZ=UTC
command -v hyperfine >/dev/null || { echo 'bench: hyperfine is not installed' >&2; exit 1; }
time=$(command -v /usr/bin/time || true)
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The commands, with FILE for the capture; the last number is of the largest capture they are measured on.
commands='cat FILE
capinfos -c FILE
tcpdump -nr FILE
tshark -n -q -z io,stat,0 -r FILE|1000000
bin/bcdump stats -q FILE
bin/bcdump decode -q -o json FILE
bin/bcdump decode -q FILE
bin/bcdump timeline -q FILE
bin/bcdump check -q FILE
bin/bcdump match -q FILE
bin/bcdump stats -q -j 1 FILE
bin/bcdump decode -q -o json -j 1 FILE
bin/bcdump export parquet -q --force -w bin/bench/tables FILE'

load() { cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo '?'; }

machine() {
  printf '| | |\n|---|---|\n| Date | %s |\n| Program | %s |\n' "$(date -u '+%F %H:%M UTC')" "$(bin/bcdump version | head -n 1)"
  printf '| Processor | %s |\n| Cores | %s |\n' "$(sed -n 's/^model name.*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)" "$(nproc)"
  local name
  for name in tcpdump tshark capinfos cat; do
    if command -v "$name" >/dev/null; then
      printf '| %s | %s |\n' "$name" "$("$name" --version 2>&1 | grep -v '^Running' | head -n 1)"
    else
      printf '| Not installed, so left out | %s |\n' "$name"
    fi
  done
  [[ -n $time ]] || printf '| Not installed, so no memory is told | /usr/bin/time |\n'
}

# One row: the median of wall and processor time, and the most memory of one more run.
row() {
  local datagrams=$1 words=$2 file=$3 runs=$4 peak='?' name
  name=${words// FILE/} name=${name#bin/} name=${name/ --force -w bin\/bench\/tables/} name=${name/ -q/}
  hyperfine -N --warmup 1 --runs "$runs" --command-name x --export-csv "$work/one.csv" "${words//FILE/$file}" >/dev/null 2>"$work/said" ||
    { echo "bench: $words: $(tail -n 3 "$work/said")" >&2; exit 1; }
  if [[ -n $time ]]; then
    # shellcheck disable=SC2086 # the words of a command
    "$time" -v ${words//FILE/$file} >/dev/null 2>"$work/time"
    peak=$(awk '/Maximum resident/ { printf "%.1f MB", $NF * 1024 / 1e6 }' "$work/time")
  fi
  awk -F, -v name="$name" -v peak="$peak" -v n="$datagrams" -v runs="$runs" 'NR == 2 {
    printf "| %d | %s | %.1f ms | %.1f ms | %.0f ns | %s | %d |\n", n, name, $4 * 1e3, ($5 + $6) * 1e3, ($5 + $6) * 1e9 / n, peak, runs }' "$work/one.csv"
}

table() {
  printf '| Datagrams | Command | Wall | CPU | CPU per datagram | Peak memory | Runs |\n|----------:|---------|-----:|----:|-----------------:|------------:|-----:|\n'
  local n file words most
  for n in $sizes; do
    file=$folder/$n-seed-1.pcap
    [[ -f $file ]] || bin/bcdump synth --seed 1 --datagrams "$n" -w "$file" >/dev/null
    while IFS='|' read -r words most; do
      [[ $words =~ $only ]] && command -v "${words%% *}" >/dev/null && ((n <= ${most:-n})) || continue
      row "$n" "$words" "$file" "$([[ $words == tshark* ]] && echo 3 || echo "$rounds")"
      printf '%s of %s\n' "$words" "$n" >&2
    done <<<"$commands"
  done
}

{
  printf '### Machine\n\n'
  before=$(load)
  machine
  table >"$work/table"
  printf '| Load average before and after | %s, %s |\n\n### Whole programs\n\n' "$before" "$(load)"
  cat "$work/table"
} >"$work/text"
if [[ -z $document ]]; then
  cat "$work/text"
  exit
fi
awk -v text="$work/text" '
  /^<!-- begin of what make bench writes -->$/ { print; print ""; while ((getline line < text) > 0) print line; print ""; skip = 1 }
  /^<!-- end of what make bench writes -->$/ { skip = 0; found = 1 }
  !skip { print }
  END { exit !found }' "$document" >"$work/document" || { echo "bench: $document lacks the marks" >&2; exit 1; }
cp "$work/document" "$document"
