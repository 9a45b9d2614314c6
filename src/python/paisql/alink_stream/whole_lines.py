"""Cuts what is read of a file, piece by piece, into blocks of whole lines: of CSV, of whole records."""

from paisql.alink_task import TaskError
from paisql.job import csv_records

LONGEST_LINE_BYTES = 256 << 20  # as much as an Example may have
BYTE_ORDER_MARK = "\ufeff".encode()


def of_kind(kind):
    """What cuts lines of "csv" or "jsonl"."""
    return _CsvLines() if kind == "csv" else _Lines()


def refuse_long_line(size, name):
    """TaskError for a line, or a CSV field in quotes, of so many bytes that has not ended yet."""
    if size > LONGEST_LINE_BYTES:
        raise TaskError(
            "%s: a line is longer than %d MiB, the most that a row may have" % (name, LONGEST_LINE_BYTES >> 20)
        )


class _Lines:
    """rest: what was added after the last whole line; a bytearray."""

    cutter = None

    def __init__(self):
        self.rest = bytearray()

    def add(self, read):
        """The lines that are whole with this piece, as bytes."""
        begin = len(self.rest)
        self.rest += read
        return self._taken(self.rest.rfind(b"\n", begin) + 1)

    def end(self):
        """What is left as the last line, where it is one; nothing comes after it."""
        return self._taken(len(self.rest))

    def _taken(self, size):
        with memoryview(self.rest) as view:
            taken = bytes(view[:size])
        del self.rest[:size]
        return taken


class _CsvLines(_Lines):
    """Whole records, as TUNNEL's reader cuts them; `cutter` has those of the block that was given last."""

    def __init__(self):
        super().__init__()
        self.cutter = csv_records.Cutter()
        self._is_begun = False
        self._wanted = len(BYTE_ORDER_MARK)  # how many bytes are worth a cut

    def add(self, read):
        self.rest += read
        if len(self.rest) < self._wanted:
            return b""
        return self._cut(False)

    def end(self):
        return self._cut(True)

    def _cut(self, at_end):
        if not self._is_begun:
            self.rest, self._is_begun = self.rest.removeprefix(BYTE_ORDER_MARK), True
        done = self.cutter.cut(bytes(self.rest), at_end)
        # What was cut in vain is cut again when it has doubled, or may be too long.
        self._wanted = 0 if done else min(2 * len(self.rest), LONGEST_LINE_BYTES)
        return self._taken(done)
