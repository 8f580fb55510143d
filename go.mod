module bcdump

go 1.26.0

require (
	charm.land/bubbletea/v2 v2.1.1 // MIT
	github.com/charmbracelet/x/ansi v0.11.9 // MIT
	github.com/chromedp/cdproto v0.159.0 // MIT
	github.com/chromedp/chromedp v0.23.0 // MIT
	github.com/coder/websocket v1.8.15 // ISC
	github.com/cpuguy83/go-md2man/v2 v2.0.6 // MIT
	github.com/evanw/esbuild v0.28.2 // MIT
	github.com/fatih/color v1.19.0 // MIT
	github.com/google/go-cmp v0.7.0 // BSD-3-Clause
	github.com/google/gopacket v1.1.19 // BSD-3-Clause
	github.com/guptarohit/asciigraph v0.10.0 // BSD-3-Clause
	github.com/itchyny/gojq v0.12.18 // MIT
	github.com/klauspost/compress v1.20.3 // BSD-3-Clause, Apache-2.0, MIT
	github.com/mattn/go-isatty v0.0.24 // MIT
	github.com/olekukonko/ll v0.1.6 // MIT
	github.com/olekukonko/tablewriter v1.1.5 // MIT
	github.com/parquet-go/parquet-go v0.25.1 // Apache-2.0
	github.com/pkg/browser v0.0.0-20240102092130-5ac0b6a4141c // BSD-2-Clause
	github.com/rogpeppe/go-internal v1.16.0 // BSD-3-Clause
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // Apache-2.0
	github.com/spf13/cobra v1.10.2 // Apache-2.0
	github.com/spf13/pflag v1.0.9 // BSD-3-Clause
	golang.org/x/sys v0.48.0 // BSD-3-Clause
	golang.org/x/term v0.46.0 // BSD-3-Clause
)

require (
	github.com/andybalholm/brotli v1.1.1 // indirect
	github.com/aymanbagabas/go-udiff v0.4.1 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect; MIT
	github.com/charmbracelet/colorprofile v0.4.3 // indirect; MIT
	github.com/charmbracelet/ultraviolet v0.0.0-20261008173134-6b8d4baf91b4 // indirect; MIT
	github.com/charmbracelet/x/exp/golden v0.0.0-20250806222409-83e3a29d542f // indirect
	github.com/charmbracelet/x/term v0.2.2 // indirect; MIT
	github.com/charmbracelet/x/termios v0.1.1 // indirect; MIT
	github.com/charmbracelet/x/windows v0.2.2 // indirect; MIT
	github.com/clipperhouse/displaywidth v0.11.0 // indirect; MIT
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect; MIT
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect; BSD-3-Clause
	github.com/google/uuid v1.6.0 // indirect; BSD-3-Clause
	github.com/inconshreveable/mousetrap v1.1.0 // indirect; Apache-2.0
	github.com/itchyny/go-yaml v0.0.0-20251001235044-fca9a0999f15 // indirect; MIT, Apache-2.0
	github.com/itchyny/timefmt-go v0.1.7 // indirect; MIT
	github.com/lucasb-eyer/go-colorful v1.4.1 // indirect; MIT
	github.com/mattn/go-colorable v0.1.14 // indirect; MIT
	github.com/mattn/go-runewidth v0.0.30 // indirect; MIT
	github.com/muesli/cancelreader v0.2.2 // indirect; MIT
	github.com/olekukonko/cat v0.0.0-20250911104152-50322a0618f6 // indirect; MIT
	github.com/olekukonko/errors v1.2.0 // indirect; MIT
	github.com/pierrec/lz4/v4 v4.1.21 // indirect; BSD-3-Clause
	github.com/rivo/uniseg v0.4.7 // indirect; MIT
	github.com/russross/blackfriday/v2 v2.1.0 // indirect; BSD-2-Clause
	github.com/xo/terminfo v1.0.0 // indirect; MIT
	go.yaml.in/yaml/v3 v3.0.4 // indirect; Apache-2.0, MIT
	golang.org/x/exp v0.0.0-20231006140011-7918f672742d // indirect
	golang.org/x/sync v0.23.0 // indirect; BSD-3-Clause
	golang.org/x/text v0.23.0 // indirect; BSD-3-Clause
	golang.org/x/tools v0.42.0 // indirect; BSD-3-Clause
	google.golang.org/protobuf v1.36.12 // indirect; BSD-3-Clause
)

replace github.com/andybalholm/brotli => ./internal/nobrotli
