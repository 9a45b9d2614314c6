"""How long the prompt takes on a terminal: until it is ready, from a key to what is written for it, and for a paste."""

import os
import pty
import select
import statistics
import struct
import termios
import time
from fcntl import ioctl

PASTE = (b"\x1b[200~", b"\x1b[201~")
STATEMENT = "\n".join(
    ["SELECT"]
    + [
        f"  CASE WHEN a.col_{i} > {i} AND b.name = 'value {i}' THEN coalesce(a.x, {i}.5) ELSE 0 END AS c{i}, -- column {i}"
        for i in range(198)
    ]
    + ["1 FROM t"]
)


class Terminal:
    def __init__(self, command):
        self.seen = b""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", LANG="C.UTF-8", INPUTRC="/dev/null")
            os.execv(command[0], command)
        ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))

    def write(self, data):
        left = memoryview(data)
        while left:
            readable, writable, _ = select.select([self.descriptor], [self.descriptor], [])
            if readable:
                self.read()
            if writable:
                left = left[os.write(self.descriptor, left[:4096]) :]

    def read(self):
        self.seen += os.read(self.descriptor, 1 << 16)

    def until(self, text, start=0):
        while text not in self.seen[start:]:
            self.read()

    def settle(self):
        """Until nothing more comes."""
        while select.select([self.descriptor], [], [], 0.2)[0]:
            self.read()

    def close(self):
        os.close(self.descriptor)
        os.waitpid(self.pid, 0)


def ready(command):
    start = time.perf_counter()
    terminal = Terminal(command)
    terminal.until(b"bench>")
    seconds = time.perf_counter() - start
    terminal.close()
    return seconds


def keys(terminal, count):
    """Seconds for each of so many keys, typed in the middle of what is there."""
    seconds = []
    for i in range(count):
        terminal.settle()
        before = len(terminal.seen)
        start = time.perf_counter()
        os.write(terminal.descriptor, b"x\x7f"[i % 2 : i % 2 + 1])
        while len(terminal.seen) == before:
            terminal.read()
        seconds.append(time.perf_counter() - start)
    return seconds


def measure(command):
    """Seconds: `ready`, `key` (of a statement of 200 lines) and `paste` (of 1 MB)."""
    results = {"ready": statistics.median(ready(command) for _ in range(9))}
    terminal = Terminal(command)
    terminal.until(b"bench>")
    terminal.write(PASTE[0] + STATEMENT.encode() + PASTE[1])
    terminal.write(b"\x1b[A" * 100)
    results["key"] = statistics.median(keys(terminal, 40))
    terminal.write(b"\x03")
    terminal.settle()
    lines = "".join(f"INSERT INTO t VALUES ({i}, 'some text here');\n" for i in range(24_000)).encode()[:1_000_000]
    start, seen = time.perf_counter(), len(terminal.seen)
    terminal.write(PASTE[0] + lines + b"THE END" + PASTE[1])
    terminal.until(b"THE END", seen)
    results["paste"] = time.perf_counter() - start
    terminal.close()
    return results
