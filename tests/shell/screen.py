"""A program in a terminal of its own, and what a user would see there.

    with Screen([BINARY, "--home", str(home)], columns=60, rows=20) as screen:
        screen.wait("> ")
        screen.type("SELECT 1;\\r")
        screen.wait("1 row in set")
        assert screen.rows()[0] == "..."

Nothing here sleeps: wait() reads what the program writes until the screen is as asked.
"""

import os
import re
import select
import signal
import termios
import time

import pexpect
import pyte

TIMEOUT = 180


class _Model(pyte.HistoryScreen):
    """pyte's screen, which answers no questions and takes sequences that it does not know."""

    def select_graphic_rendition(self, *attributes, private=False):
        if not private:
            super().select_graphic_rendition(*attributes)

    def draw(self, data):
        # A terminal takes no notice of other control characters; pyte would drop all that follows one.
        super().draw("".join(char for char in data if char >= " " and char != "\x7f"))

    def report_device_status(self, mode, **kwargs):
        del kwargs
        super().report_device_status(mode)

    def write_process_input(self, data):
        self.answer(data)

    def resize(self, lines=None, columns=None):
        # As terminals do it: rows leave at the top only where the cursor would be below the screen.
        gone = max(0, self.cursor.y - lines + 1)
        if lines < self.lines:
            kept = [self.buffer[row] for row in range(gone, gone + lines)]
            self.history.top.extend(self.buffer[row] for row in range(gone))
            self.buffer.clear()
            self.buffer.update(enumerate(kept))
            self.cursor.y -= gone
            self.lines = lines
            self.set_margins()
            self.dirty.update(range(lines))
        super().resize(lines, columns)
        self.cursor.x = min(self.cursor.x, columns - 1)

    answer = staticmethod(lambda data: None)


def unfolded(text):
    """The text with each folded message in one row: the program folds at the screen's width, and indents by two blanks."""
    return re.sub(r"\n  (?=\S)", " ", text)


class Screen:
    """Rows and columns count from 0. `env` is added to the environment."""

    def __init__(self, command, columns=100, rows=30, env=None, cwd=None):
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("NO_COLOR", "COLUMNS", "LINES", "LC_ALL", "LC_CTYPE", "VISUAL", "EDITOR", "PAGER")
        }
        environment.update({"TERM": "xterm-256color", "LANG": "C.UTF-8", "INPUTRC": "/dev/null"})
        environment.update(env or {})
        self.raw = b""  # all that the program has written
        self._model = _Model(columns, rows, history=100_000, ratio=0.5)
        self._stream = pyte.ByteStream(self._model)
        self._child = pexpect.spawn(
            command[0],
            [str(argument) for argument in command[1:]],
            env=environment,
            cwd=cwd,
            dimensions=(rows, columns),
            echo=True,
            timeout=TIMEOUT,
        )
        self._child.delaybeforesend = None
        self._model.answer = self.type
        self.ended = False  # the program has closed its terminal

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def pid(self):
        return self._child.pid

    def local_modes(self):
        """The terminal's flags of that kind, as termios has them."""
        return termios.tcgetattr(self._child.child_fd)[3]

    def type(self, text):
        """Gives the keys to the program; what it writes meanwhile is taken, so that neither waits for ever."""
        left = memoryview(text if isinstance(text, bytes) else text.encode())
        terminal = self._child.child_fd
        while left and not self.ended:
            readable, writable, _ = select.select([terminal], [terminal], [], TIMEOUT)
            if readable:
                self._read()
            if writable:
                left = left[os.write(terminal, left[:512]) :]
            assert readable or writable, "the program reads nothing\n" + self.dump()

    def _read(self):
        try:
            got = os.read(self._child.child_fd, 1 << 16)
        except OSError:  # the terminal of a program that has ended
            got = b""
        self.ended = not got
        self.raw += got
        self._stream.feed(got)

    def wait(self, condition, timeout=TIMEOUT):
        """Until a text is seen, also in a folded message, or the function of the screen is true. Gives what the function gave."""
        if isinstance(condition, str):

            def holds():
                return any(condition in row for row in self._model.display) or condition in unfolded(
                    "\n".join(self.rows())
                )
        else:

            def holds():
                return condition(self)

        end = time.monotonic() + timeout
        while True:
            held = holds()
            if held:
                return held
            left = end - time.monotonic()
            what = repr(condition) if isinstance(condition, str) else "what was waited for"
            assert not self.ended, f"{what} does not come, the program has ended:\n{self.dump()}"
            if left <= 0:
                raise TimeoutError(f"{what} does not come, {timeout} s are over:\n{self.dump()}")
            if select.select([self._child.child_fd], [], [], left)[0]:
                self._read()

    def wait_behind(self, text, timeout=TIMEOUT):
        """Until the cursor stands right after the text: at a prompt, an old one of which may be seen above."""

        def behind(screen):
            row, column = screen.cursor()
            cells = screen._model.buffer[row]
            return "".join(cells[at].data for at in range(column)).endswith(text)

        return self.wait(behind, timeout)

    def wait_end(self, timeout=TIMEOUT):
        """Until the program has ended; its exit status, or minus the signal that ended it."""
        end = time.monotonic() + timeout
        while not self.ended:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError("the program does not end:\n" + self.dump())
            if select.select([self._child.child_fd], [], [], left)[0]:
                self._read()
        self._child.wait()
        if self._child.signalstatus is not None:
            return -self._child.signalstatus
        return self._child.exitstatus

    def rows(self):
        """What is seen, without trailing blanks."""
        return [row.rstrip() for row in self._model.display]

    def scrolled(self):
        """The rows that have left the screen at its top."""
        columns = range(self._model.columns)
        return ["".join(row[column].data for column in columns).rstrip() for row in self._model.history.top]

    def text(self):
        """All rows, also those that have left the screen."""
        return "\n".join(self.scrolled() + self.rows()).rstrip("\n")

    def find(self, text):
        """(row, column) of the first place of the text on the screen; None where it is not."""
        for number, row in enumerate(self._model.display):
            if text in row:
                # A wide character has one letter in display and two cells.
                cells = self._model.buffer[number]
                for column in range(self._model.columns):
                    tail = "".join(cells[at].data for at in range(column, self._model.columns))
                    if tail.startswith(text):
                        return number, column
        return None

    def cursor(self):
        return self._model.cursor.y, self._model.cursor.x

    def attributes(self, row, column):
        """fg, bg, bold, italics, underscore, strikethrough, reverse and blink of a cell, and its data."""
        return self._model.buffer[row][column]

    def resize(self, columns, rows):
        """As a terminal does it: the program gets SIGWINCH."""
        self._model.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def signal(self, number=signal.SIGINT):
        os.kill(self.pid, number)

    def hang_up(self):
        """The terminal goes, as when its window is closed."""
        # By its owner, who would close the number once more when he goes, and then another's.
        self._child.ptyproc.fileobj.close()
        self._child.ptyproc.closed = self._child.closed = True
        self.ended = True

    def dump(self):
        """The screen in a frame, for people."""
        width = self._model.columns
        row, column = self.cursor()
        return "\n".join(
            ["+" + "-" * width + f"+ cursor {row},{column}"]
            + ["|" + text for text in self.rows()]
            + ["+" + "-" * width + "+"]
        )

    def close(self):
        if self._child.closed:
            return
        self.ended = True
        self._child.close(force=True)
