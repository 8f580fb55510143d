//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is one that a program runs in. It shows nothing; what the program writes is kept.
type terminal struct {
	master *os.File
	cmd    *exec.Cmd

	mu    sync.Mutex
	out   []byte    // since the newest key
	newer time.Time // when the newest of it came
	ended chan struct{}

	screens             atomic.Int64 // bursts of output
	anonymous, resident atomic.Int64 // memory at the peak, in bytes
}

// start runs a program in a terminal of 100 columns and 40 lines; in is its standard input, nil = the
// terminal.
func start(in *os.File, program string, args ...string) (*terminal, error) {
	master, slave, err := pair()
	if err != nil {
		return nil, err
	}
	defer slave.Close() //nolint:errcheck // the program has its own
	t := &terminal{master: master, cmd: exec.Command(program, args...), ended: make(chan struct{})}
	t.cmd.Stdin, t.cmd.Stdout, t.cmd.Stderr = slave, slave, slave
	if in != nil {
		t.cmd.Stdin = in
	}
	t.cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	t.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	if err := t.cmd.Start(); err != nil {
		return nil, errors.Join(err, master.Close())
	}
	go t.read()
	go t.watch()
	return t, nil
}

// pair makes a pseudoterminal.
func pair() (master, slave *os.File, err error) {
	master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	fd := int(master.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Col: 100, Row: 40})
	}
	if err == nil {
		slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		return nil, nil, errors.Join(err, master.Close())
	}
	return master, slave, nil
}

// apart is how far two screens lie apart at least.
const apart = 3 * time.Millisecond

// read keeps what the program writes.
func (t *terminal) read() {
	buffer := make([]byte, 64<<10)
	for {
		n, err := t.master.Read(buffer)
		now := time.Now()
		t.mu.Lock()
		if now.Sub(t.newer) > apart {
			t.screens.Add(1)
		}
		t.out, t.newer = append(t.out, buffer[:n]...), now
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// watch notes how much memory the program uses.
func (t *terminal) watch() {
	for {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", t.cmd.Process.Pid))
		if err != nil {
			return
		}
		t.anonymous.Store(max(t.anonymous.Load(), kibibytes(raw, "RssAnon:")))
		t.resident.Store(max(t.resident.Load(), kibibytes(raw, "VmHWM:")))
		select {
		case <-t.ended:
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// kibibytes finds a size in /proc/PID/status, in bytes.
func kibibytes(status []byte, key string) int64 {
	_, rest, _ := bytes.Cut(status, []byte(key))
	words := strings.Fields(string(rest))
	if len(words) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(words[0], 10, 64)
	return n << 10
}

// press sends keys, and forgets what was written before.
func (t *terminal) press(keys string) {
	t.mu.Lock()
	t.out = t.out[:0]
	t.mu.Unlock()
	_, _ = t.master.WriteString(keys) // what comes of it is waited for
}

// until waits until one of some texts was written, and says when it was.
func (t *terminal) until(most time.Duration, texts ...string) (at time.Time, ok bool) {
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(200 * time.Microsecond) {
		t.mu.Lock()
		at = t.newer
		for _, text := range texts {
			ok = ok || bytes.Contains(t.out, []byte(text))
		}
		t.mu.Unlock()
		if ok {
			return at, true
		}
	}
	return at, false
}

func (t *terminal) output() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.out)
}

// spent is the processor time of the program so far, to a hundredth of a second.
func (t *terminal) spent() time.Duration {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", t.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(raw), ") ") // the name may have blanks
	words, ticks := strings.Fields(rest), 0
	for _, place := range []int{11, 12} { // utime and stime, in hundredths
		if place < len(words) {
			n, _ := strconv.Atoi(words[place])
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// idle waits until the program has done nothing for a while, and gives what it has spent by then.
func (t *terminal) idle() time.Duration {
	const quiet = time.Second
	last, since := t.spent(), time.Now()
	for time.Since(since) < quiet {
		time.Sleep(20 * time.Millisecond)
		if now := t.spent(); now > last+10*time.Millisecond {
			last, since = now, time.Now()
		}
	}
	return last
}

// quit ends the program.
func (t *terminal) quit() {
	t.press("q")
	killed := time.AfterFunc(5*time.Second, func() { _ = t.cmd.Process.Kill() })
	_ = t.cmd.Wait()
	killed.Stop()
	close(t.ended)
	_ = t.master.Close()
}
