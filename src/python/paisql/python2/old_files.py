"""Files as Python 2 opens them: what is read is text that can be decoded, and both kinds are written.

A file of text is UTF-8; what is not comes back as it was when it is written (text.py).
"""

import io

from paisql.python2.text import Text, from_bytes, to_bytes


class TextFile(io.TextIOWrapper):
    """A file opened without "b"."""

    def write(self, value):
        return super().write(from_bytes(value) if isinstance(value, bytes) else value)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        return Text(super().read(size))

    def readline(self, size=-1):
        return Text(super().readline(size))

    def __next__(self):
        return Text(super().__next__())

    next = __next__

    def xreadlines(self):
        return self


class BytesFile(io.BufferedWriter):
    """A file opened with "wb" or "ab"."""

    def write(self, value):
        return super().write(to_bytes(value) if isinstance(value, str) else value)


def open_file(name, mode="r", buffering=-1, *others, **options):
    """open() and file() of Python 2; with options that only Python 3 has, that one's."""
    if others or options:
        return io.open(name, mode, buffering, *others, **options)
    mode = mode.replace("U", "") or "r"
    if "b" in mode:
        if "+" in mode or not ("w" in mode or "a" in mode) or buffering == 0:
            return io.open(name, mode, buffering)
        return BytesFile(io.FileIO(name, mode.replace("b", "")))
    raw = io.open(name, mode + "b")
    by_line = buffering == 1
    return TextFile(raw, "utf-8", "surrogateescape", newline="\n", line_buffering=by_line)
