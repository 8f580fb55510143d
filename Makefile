# `make` lists the targets. CI runs most of them (.ci/run).
#
# Variables that may be set on the command line:
#   FUZZTIME=10s     how long each fuzz target runs
#   FUZZBUDGET=240   upper limit in seconds for all fuzz targets together
#   PEERS=folder     of captures of other projects, for `make tshark`
#   BENCH=regexp     which Go benchmarks run; COUNT=n how often; BENCHTIME=0.2s how long
#   SIZES, ROUNDS, ONLY  what whole programs are measured on (tools/bench.sh)
#   OLD=file         earlier output of `make bench` to compare with
#   PGO=off          build the program without a profile
#   PREFIX=/usr/local where `make install` puts everything; DESTDIR=folder for packagers
#   UPDATE=1         let `make corpus` rewrite the golden files

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO       ?= go
FUZZTIME ?= 10s
PEERS    ?=
BENCH      ?= .
COUNT      ?= 1
BENCHTIME  ?= 0.2s

PREFIX     ?= /usr/local
PGO        ?= cmd/bcdump/profile.pgo

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
# The date of man pages is that of the commit, so that the same commit makes the same pages.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
# -w leaves out what only a debugger reads, a fifth of the program; `go build` has it.
LDFLAGS := -w -X main.version=$(VERSION)

# The pinned tools live in a module of their own (tools/go.mod, with checksums), so
# that nothing they need reaches the program's go.mod. They are built once for
# each set of versions and Go release, since a linter reads only the language that the
# Go release it was built with knows.
TOOLS := bin/tools
BUILT := $(TOOLS)/.built-$(shell $(GO) env GOVERSION)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## build ./bin/bcdump, one static program
	CGO_ENABLED=0 $(GO) build -pgo='$(PGO)' -trimpath -ldflags '$(LDFLAGS)' -o bin/bcdump ./cmd/bcdump

.PHONY: manual
manual: ## write man pages and completions into bin/manual, as they lie below share
	@rm -rf bin/manual
	SOURCE_DATE_EPOCH='$(SOURCE_DATE_EPOCH)' $(GO) run -tags manual -ldflags '$(LDFLAGS)' ./cmd/bcdump bin/manual

# Folders below share that `make install` fills, and what of them is ours.
SHARE := man/man1 man/man7 bash-completion/completions zsh/site-functions fish/vendor_completions.d
OURS  := man/man1/bcdump.1 man/man1/bcdump-*.1 man/man7/bcdump-*.7 bash-completion/completions/bcdump \
	zsh/site-functions/_bcdump fish/vendor_completions.d/bcdump.fish

.PHONY: install
install: build manual ## install the program, man pages and completions below PREFIX
	install -D -m 755 bin/bcdump '$(DESTDIR)$(PREFIX)/bin/bcdump'
	@for folder in $(SHARE); do \
		install -d '$(DESTDIR)$(PREFIX)/share/'$$folder; \
		install -m 644 bin/manual/$$folder/* '$(DESTDIR)$(PREFIX)/share/'$$folder; \
	done

.PHONY: uninstall
uninstall: ## remove what `make install` installed
	rm -f '$(DESTDIR)$(PREFIX)/bin/bcdump'
	@cd '$(DESTDIR)$(PREFIX)/share' && rm -f $(OURS)

.PHONY: install-check
install-check: ## try install and uninstall in a temporary folder
	@tools/install-check.sh

# What makes a release. Built with `go install`, so that the checksum database vouches for them;
# they need no module of their own, since nobody else runs them.
GORELEASER := github.com/goreleaser/goreleaser/v2@v2.15.1
SYFT       := github.com/anchore/syft/cmd/syft@v1.52.0

.PHONY: release-tools
release-tools: ## build goreleaser and syft into bin/tools (some minutes)
	GOBIN='$(CURDIR)/$(TOOLS)' $(GO) install $(GORELEASER)
	GOBIN='$(CURDIR)/$(TOOLS)' $(GO) install $(SYFT)

.PHONY: snapshot
snapshot: ## build all that belongs to a release into dist (needs `make release-tools`)
	PATH='$(CURDIR)/$(TOOLS)':$$PATH goreleaser release --snapshot --clean

CROSS := darwin/arm64 windows/amd64 linux/386

# Each system and each kind of processor once. All packages and their tests are held against the rules of the
# language, which costs a sixth of compiling them; numbers must fit the int of 386. Only amd64 has assembly, which the
# one program that is compiled has too.
.PHONY: cross
cross: ## check for other systems, and build for one; test the cipher without assembly
	CROSS='$(CROSS)' $(GO) test -count=1 -vet=off -run '^TestSystems$$' ./cmd/gendocs
	CGO_ENABLED=0 GOOS=windows $(GO) build -pgo=off -gcflags='all=-N -l -dwarf=false' -o /dev/null ./cmd/bcdump
	$(GO) test -vet=off -tags purego ./decode/cipher

.PHONY: test
test: ## run all tests, the longest with a sample of their cases
	$(GO) test ./...

# What go vet looks at, `make lint` does for all packages: not again for each kind of compilation.
.PHONY: test-heavy
test-heavy: ## run all tests with all their cases (docs/dev/testing.md)
	BCDUMP_HEAVY=1 $(GO) test -vet=off -timeout 30m ./...

# A program that the detector watches sleeps for a second before it ends, and the tests of cmd/bcdump
# run hundreds; 20 ms do for goroutines that still run then. TestOnceEachRecord needs statements counted.
COUNTED := -covermode=atomic -coverpkg=bcdump/decode/match,bcdump/decode/traffic
.PHONY: race
race: ## run the tests of what has goroutines under the race detector (needs a C compiler)
	GORACE="atexit_sleep_ms=20 $${GORACE:-}" CGO_ENABLED=1 $(GO) test -vet=off -timeout 30m -race $(COUNTED) -short $$(tools/race-packages.sh)

.PHONY: lint
lint: fmt-check golangci vuln ## run the checks below (golangci-lint runs those of go vet and staticcheck too)

.PHONY: fmt-check
fmt-check: ## fail if a Go file is not gofmt-ed
	@files=$$(gofmt -s -l .); \
	if [[ -n $$files ]]; then printf 'not gofmt-ed:\n%s\n' "$$files" >&2; exit 1; fi

.PHONY: vet
vet: ## go vet
	$(GO) vet ./...

.PHONY: golangci
golangci: $(BUILT) ## golangci-lint with .golangci.yml: import boundaries among others
	$(TOOLS)/golangci-lint run ./...

.PHONY: vuln
vuln: $(BUILT) ## govulncheck; skipped with a message when its database is out of reach
	@tools/vuln.sh $(TOOLS)/govulncheck ./...

.PHONY: nested
nested: $(BUILT) ## vet, test and lint the nested modules, which ./... does not reach
	@GO='$(GO)' tools/nested.sh $(TOOLS)

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME
	@FUZZTIME=$(FUZZTIME) FUZZBUDGET=$(FUZZBUDGET) tools/fuzz.sh ./...

.PHONY: tshark
tshark: ## compare counts with tshark, on the corpus and the captures of others in PEERS (docs/dev/testing.md)
	BCDUMP_HEAVY=1 BCDUMP_PEERS='$(abspath $(PEERS))' $(GO) test -count=1 -timeout 10h -v -run '^TestCountsOfTshark$$' ./cmd/bcdump

.PHONY: wireshark
wireshark: ## hold tshark with the plugin against decode, on captures of any size in BCDUMP_SHARED: minutes (docs/guides/wireshark.md)
	BCDUMP_HEAVY=1 $(GO) test -count=1 -timeout 60m -v -run 'Truth|Filters' ./report/wireshark -all

.PHONY: bench
bench: bench-go bench-programs ## measure everything and write docs/dev/benchmarks.md

.PHONY: bench-go
bench-go: $(if $(OLD),$(BUILT)) ## run the Go benchmarks into bin/bench.txt; OLD=file compares
	@mkdir -p bin
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -benchtime $(BENCHTIME) -count $(COUNT) ./... | tee bin/bench.txt
	$(if $(OLD),$(TOOLS)/benchstat $(OLD) bin/bench.txt)

.PHONY: bench-programs
bench-programs: build ## measure whole programs beside others with hyperfine and time; writes docs/dev/benchmarks.md
	tools/bench.sh docs/dev/benchmarks.md

# CAPTURE= measures with a capture of yours.
BROWSED = $(or $(CAPTURE),bin/bench/browse.pcap)
.PHONY: bench-browse
bench-browse: build ## measure keys and jumps of bcdump browse (minutes); CAPTURE=file
	@mkdir -p bin/bench
	test -n '$(CAPTURE)' || test -f $(BROWSED) || bin/bcdump synth --players 4 --datagrams 1000000 -w $(BROWSED)
	BCDUMP_GOALS='$(abspath $(BROWSED))' $(GO) test -count=1 -v -run '^TestGoalOfKeys$$' ./report/browse

.PHONY: profile
profile: ## show where stats and JSON of an invented battle spend their time
	@mkdir -p bin
	@profile() { \
		$(GO) test -run '^$$' -bench "$$2" -benchtime 3s -cpuprofile bin/profile.out -o bin/profile.test "$$1"; \
		$(GO) tool pprof -top -cum bin/profile.test bin/profile.out 2>/dev/null | sed -n '4,60p'; \
	}; profile ./report/stats '^BenchmarkStats$$/^stats$$'; profile ./report/records '^BenchmarkRender$$/^json$$'

.PHONY: pgo
pgo: ## profile the commands anew for the compiler, into cmd/bcdump/profile.pgo
	@mkdir -p bin
	$(GO) test -trimpath -run '^$$' -bench '^BenchmarkCommands$$' -benchtime 3s -cpuprofile bin/profile.out -o bin/profile.test ./cmd/bcdump
	$(GO) tool pprof -proto -output cmd/bcdump/profile.pgo bin/profile.out

.PHONY: corpus
corpus: build ## check testdata/pcaps against its golden files; UPDATE=1 rewrites them
	@[[ $$($(GO) test -list '^TestCorpus$$' ./cmd/bcdump) == TestCorpus* ]] \
		|| { echo 'no TestCorpus in ./cmd/bcdump: nothing was checked' >&2; exit 1; }
	bin/bcdump verify $(if $(UPDATE),--update) -q testdata/pcaps
	UPDATE=$(UPDATE) $(GO) test -vet=off $(if $(UPDATE),-v) -count=1 -run '^TestCorpus$$' ./cmd/bcdump

.PHONY: docs
docs: ## write what repeats a table of the program: tables in docs
	$(GO) generate ./cmd/gendocs
	UPDATE=1 $(GO) test -count=1 -run '^(TestCommandsPage|TestGone)$$' ./cmd/bcdump

.PHONY: screens
screens: ## write docs/screens, what the reports look like, from real runs
	UPDATE=1 $(GO) test -count=1 -run '^TestScreens$$' ./cmd/bcdump ./report/page

.PHONY: page
page: ## check and bundle the page of `bcdump report` (needs npm, for its libraries)
	cd report/page/web && npm ci --ignore-scripts --no-audit --no-fund && npm run types
	$(GO) generate ./report/page

.PHONY: examples
examples: ## run the examples of README.md and docs, and write what they print into them
	UPDATE=1 $(GO) test -v -count=1 -run '^TestExamples$$' ./cmd/bcdump | grep -v -e '^ *--- PASS' -e '^=== '

.PHONY: tools
tools: $(BUILT) ## build the pinned tools into bin/tools

$(BUILT): tools/go.mod tools/go.sum
	@echo 'building the pinned tools (once; a few minutes)'
	@mkdir -p $(TOOLS)
	cd tools && GOBIN=$(CURDIR)/$(TOOLS) $(GO) install tool
	@touch $@

.PHONY: clean
clean: ## remove what the targets above built
	rm -rf bin dist
