"""The program on a terminal of its own, and what a person would see there."""

import re
import time
import unicodedata

import pexpect

TIMEOUT = 180

SEQUENCE = re.compile(r"\x1b(?:\[([?>]?)([0-9;]*)([@-~])|([0-Z\\-~]))")


class Screen:
    """A terminal that knows what the program and readline write: text, wide characters, wrapping,
    scrolling, cursor movements, erasing. Colours and modes are passed over."""

    def __init__(self, rows, columns):
        self.columns = columns
        self.lines = [[] for _ in range(rows)]
        self.gone = []  # what has scrolled away
        self.row = self.column = 0
        self.saved = (0, 0)
        self.rest = ""

    def resize(self, rows, columns):
        """As xterm does it: lines are cut, none is wrapped anew."""
        self.columns = columns
        while len(self.lines) > rows:
            self.gone.append(self.lines.pop(0))
            self.row = max(0, self.row - 1)
        self.lines += [[] for _ in range(rows - len(self.lines))]
        self.column = min(self.column, columns - 1)

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.gone + self.lines).rstrip("\n")

    def write(self, text):
        text, self.rest = self.rest + text, ""
        while text:
            if text[0] == "\x1b":
                match = SEQUENCE.match(text)
                if not match:
                    self.rest = text
                    return
                self._control(match)
                text = text[match.end() :]
            else:
                self._put(text[0])
                text = text[1:]

    def _down(self):
        if self.row + 1 < len(self.lines):
            self.row += 1
        else:
            self.gone.append(self.lines.pop(0))
            self.lines.append([])

    def _control(self, match):
        private, numbers, kind, single = match.groups()
        count = int(numbers) if numbers and numbers.isdigit() else 1
        if single == "D":
            self._down()
        elif single == "7":
            self.saved = (self.row, self.column)
        elif single == "8":
            self.row, self.column = self.saved
        elif private:
            pass
        elif kind == "A":
            self.row = max(0, self.row - count)
        elif kind == "B":
            self.row = min(len(self.lines) - 1, self.row + count)
        elif kind == "C":
            self.column = min(self.columns - 1, self.column + count)
        elif kind in "JK":
            del self.lines[self.row][self.column :]
            if kind == "J":
                self.lines[self.row + 1 :] = [[] for _ in self.lines[self.row + 1 :]]

    def _put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self._down()
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            if self.column + width > self.columns:
                self.column = 0
                self._down()
            line = self.lines[self.row]
            line += [" "] * (self.column + width - len(line))
            line[self.column : self.column + width] = [character] + [""] * (width - 1)
            self.column += width


class Terminal:
    """Runs a command; `raw` is all that it has written, `screen` what of it is seen."""

    def __init__(self, command, folder, environment, rows=24, columns=120):
        variables = {"TERM": "xterm", "INPUTRC": "/dev/null", **environment}
        self.screen = Screen(rows, columns)
        self.raw = ""
        self.child = pexpect.spawn(
            command[0], command[1:], cwd=folder, env=variables, encoding="utf-8", dimensions=(rows, columns)
        )

    def until(self, pattern):
        """Waits until what is seen matches the regular expression; gives the match."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            match = re.search(pattern, self.screen.text(), re.MULTILINE)
            if match:
                return match
            self._read(deadline, pattern)

    def until_end(self):
        """Waits until the program ends; gives its exit status."""
        deadline = time.monotonic() + TIMEOUT
        try:
            while True:
                self._read(deadline, "the end")
        except pexpect.EOF:
            self.child.wait()
        return self.child.exitstatus

    def _read(self, deadline, wanted):
        if time.monotonic() >= deadline:
            raise TimeoutError("no %r in\n%s" % (wanted, self.screen.text()))
        try:
            text = self.child.read_nonblocking(65536, timeout=1)
        except pexpect.TIMEOUT:
            return
        self.raw += text
        self.screen.write(text)

    def type(self, text):
        self.child.send(text)

    def line(self, text):
        self.child.send(text + "\r")

    def interrupt(self):
        self.child.sendintr()

    def resize(self, rows, columns):
        self.child.setwinsize(rows, columns)
        self.screen.resize(rows, columns)

    def close(self):
        try:
            self.child.close(force=True)
        except pexpect.ExceptionPexpect:
            self.child.wait()  # killed; a busy machine takes longer to end it than the library waits
