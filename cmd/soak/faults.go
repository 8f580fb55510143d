package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// fault is one thing that goes wrong around the program.
type fault struct {
	name string
	// strike runs the program while it does; nil = this machine does not let it.
	strike func(p *place) *outcome
	// judge says what must have come of it, beside what always holds.
	judge func(p *place, o *outcome) *finding
}

var faults = []fault{
	{"a full disk", fullDisk, failsIfWritten},
	{"a reader that goes", readerGoes, endsQuietly},
	{"files that may not be large", smallFiles, wholeOrFailed},
	{"a folder on a full disk", fullFolder, wholeOrFailed},
	{"a folder that cannot be written to", lockedFolder, fails},
	{"a signal", anySignal, endsBySignal},
	{"a signal while it writes", signalWhileWriting, wholeOrEnded},
	{"closed streams", closedStreams, anyStatus},
	{"odd variables", oddVariables, asSound},
	{"a width that is none", oddWidth, sameStatus},
	{"a working directory that is gone", noDirectory, asSound},
	{"few files", fewFiles, soundOrFailed},
	{"a capture that grows", growing, anyStatus},
	{"a capture that is cut", shrinking, anyStatus},
}

// What may come of a fault.

func anyStatus(_ *place, o *outcome) *finding {
	if o.Status < 0 {
		return found("status", "%v ended it: %s", o.Signal, o.err.Bytes())
	}
	return nil
}

func sameStatus(p *place, o *outcome) *finding {
	if o.Status != p.sound.Status {
		return found("status", "%d, without the fault %d: %s", o.Status, p.sound.Status, o.err.Bytes())
	}
	return nil
}

func asSound(p *place, o *outcome) *finding {
	if f := sameStatus(p, o); f != nil {
		return f
	}
	if !bytes.Equal(o.out.Bytes(), p.sound.out.Bytes()) {
		return found("output", "%d bytes, without the fault %d: other ones", o.out.Len(), p.sound.out.Len())
	}
	return nil
}

func fails(_ *place, o *outcome) *finding {
	if o.Status != 1 || o.err.Len() == 0 {
		return found("status", "%d and not 1, said was %q", o.Status, o.err.Bytes())
	}
	return nil
}

func soundOrFailed(p *place, o *outcome) *finding {
	if o.Status == 1 {
		return fails(p, o)
	}
	return asSound(p, o)
}

func failsIfWritten(p *place, o *outcome) *finding {
	if p.sound.out.Len() == 0 {
		return sameStatus(p, o)
	}
	return fails(p, o)
}

// endsQuietly: the status is 0, or that of a run that was done before the reader went.
func endsQuietly(p *place, o *outcome) *finding {
	if o.Status != 0 && o.Status != p.sound.Status || strings.Contains(o.err.String(), "pipe") {
		return found("status", "%d, without the fault %d, said was %q", o.Status, p.sound.Status, o.err.Bytes())
	}
	return nil
}

// wholeOrFailed: the file is there, and then it is whole, or the status is 1.
func wholeOrFailed(p *place, o *outcome) *finding {
	if !p.written() {
		return fails(p, o)
	}
	return sameStatus(p, o)
}

func endsBySignal(p *place, o *outcome) *finding {
	if o.Status == -1 && slices.Contains(signals(), o.Signal) {
		return nil
	}
	if o.Status == interrupted {
		return nil
	}
	if f := sameStatus(p, o); f != nil && o.Status != 1 && o.Status != 3 { // of what had been read when it struck
		return f
	}
	return nil
}

func wholeOrEnded(p *place, o *outcome) *finding {
	if f := endsBySignal(p, o); f != nil {
		return f
	}
	if o.Status == 0 && !p.written() {
		return found("status", "0, and no file")
	}
	return nil
}

// What strikes.

func fullDisk(p *place) *outcome {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = full.Close() }()
	cmd := p.command(append(p.words, p.file)...)
	cmd.Stdout = full
	return p.run(cmd)
}

func readerGoes(p *place) *outcome {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil
	}
	cmd := p.command(append(p.words, p.file)...)
	cmd.Stdout = writer
	return p.while(cmd, func(*os.Process) {
		_ = writer.Close()
		_, _ = io.CopyN(io.Discard, reader, int64(p.IntN(1+p.sound.out.Len()))) // less, if there is less
		_ = reader.Close()
	})
}

func smallFiles(p *place) *outcome {
	const block = 512
	limit := p.IntN(2 + p.sound.out.Len()/block)
	return p.run(p.shell(fmt.Sprintf(`ulimit -f %d; exec "$@"`, limit), append(p.into(), p.file)...))
}

// mounted runs the program with a file system of its own where it writes to, which is gone with
// it; what is left there is copied. Only the administrator may do that.
func mounted(p *place, options string) *outcome {
	const namespace = `mkdir ../own && mount -t tmpfs -o "$0" tmpfs ../own || exit 99
"$@"; status=$?
cp -a ../own/. . && exit $status`
	words := append(slices.Clone(p.words), "-w", filepath.Join(p.folder, "own", p.name), p.file)
	cmd := p.other("unshare", append([]string{"-m", "sh", "-c", namespace, options, "timeout", "-s", "KILL", "60", p.program}, words...)...)
	cmd.Dir = p.out
	o := p.run(cmd)
	if o.trouble != nil || o.Status == 99 || strings.HasPrefix(o.err.String(), "unshare: ") {
		return nil
	}
	return o
}

func fullFolder(p *place) *outcome {
	const page = 4096
	return mounted(p, fmt.Sprintf("size=%d", page*(1+p.IntN(2+p.sound.out.Len()/page))))
}

func lockedFolder(p *place) *outcome { return mounted(p, "ro") }

// signals are those that end the program. One that is ignored here is ignored there.
func signals() []syscall.Signal {
	all := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	return slices.DeleteFunc(all, func(s syscall.Signal) bool { return signal.Ignored(s) })
}

// sendLater sends one of them at a random moment.
func (p *place) sendLater(process *os.Process) {
	all := signals()
	p.signalled = true
	time.Sleep(time.Duration(p.IntN(30_000)) * time.Microsecond)
	_ = process.Signal(all[p.IntN(len(all))]) // it may have ended
}

// anySignal strikes while the program waits for the rest of its input.
func anySignal(p *place) *outcome {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer func() { _ = writer.Close() }()
	p.others = true
	cmd := p.command(append(p.into(), "-")...)
	cmd.Stdin = reader
	return p.while(cmd, func(process *os.Process) {
		_ = reader.Close()
		const room = 60_000 // of a pipe, so that this does not wait
		_, _ = writer.Write(p.subject.data[:p.IntN(1+min(len(p.subject.data), room))])
		p.sendLater(process)
	})
}

func signalWhileWriting(p *place) *outcome {
	return p.while(p.command(append(p.into(), p.file)...), p.sendLater)
}

func closedStreams(p *place) *outcome {
	closed := []string{"<&-", "2>&-", ">&-", "<&- 2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"}
	words := [][]string{append(slices.Clone(p.words), p.file), append(slices.Clone(p.words), "-"), append(p.into(), p.file)}
	return p.run(p.shell(`exec "$@" `+closed[p.IntN(len(closed))], words[p.IntN(len(words))]...))
}

func oddVariables(p *place) *outcome {
	cmd := p.command(append(p.words, p.file)...)
	if p.IntN(8) == 0 {
		cmd.Env = []string{}
	}
	cmd.Env = append(cmd.Env, p.hostileEnvironment()...)
	return p.run(cmd)
}

func oddWidth(p *place) *outcome {
	widths := []string{"", "0", "1", "-1", "7", "100000000000", "9999", "x", "\x1b"}
	cmd := p.command(append(p.words, p.file)...)
	cmd.Env = append(cmd.Env, "COLUMNS="+widths[p.IntN(len(widths))])
	return p.run(cmd)
}

func noDirectory(p *place) *outcome {
	return p.run(p.shell(`mkdir gone && cd gone && rmdir ../gone && exec "$@"`, append(p.words, p.file)...))
}

// fewFiles allows about as many as the runtime of Go needs for itself: with less it ends with a
// dump before the program begins.
func fewFiles(p *place) *outcome {
	const runtimeItself = 10
	return p.run(p.shell(fmt.Sprintf(`ulimit -n %d; exec "$@"`, runtimeItself+p.IntN(6)), append(p.words, p.file)...))
}

// growing repeats parts of the capture behind its end while it is read.
func growing(p *place) *outcome {
	return p.meanwhile(func(file *os.File) {
		from := p.IntN(1 + len(p.subject.data))
		_, _ = file.WriteAt(p.subject.data[from:], int64(len(p.subject.data)))
	})
}

func shrinking(p *place) *outcome {
	return p.meanwhile(func(file *os.File) { _ = file.Truncate(int64(p.IntN(1 + len(p.subject.data)))) })
}

// meanwhile changes the capture while it is read.
func (p *place) meanwhile(change func(file *os.File)) *outcome {
	file, err := os.OpenFile(p.file, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	p.changes, p.others = true, true
	return p.while(p.command(append(p.into(), p.file)...), func(*os.Process) {
		time.Sleep(time.Duration(p.IntN(12_000)) * time.Microsecond)
		change(file)
	})
}
