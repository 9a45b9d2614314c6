"""Cuts what is read of a file, piece by piece, into blocks of whole lines. Each byte is looked at once.

A line end within quotes of CSV ends no line. A quote opens at the beginning of a field only, as to the
reader of such a block: elsewhere, as in 5" disk, it is a letter like others.
"""

import numpy as np

from paisql.alink_task import TaskError

LONGEST_LINE_BYTES = 256 << 20  # as much as an Example may have
NO_END = "a quote opens a field that does not end"
BYTE_ORDER_MARK = "\ufeff".encode()
_QUOTE, _FIELD_BEGINS_BEHIND = ord('"'), b",\n\r"
_MAY_STAND_BEFORE = np.isin(np.arange(256), list(_FIELD_BEGINS_BEHIND + b'"'))


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

    def __init__(self):
        self.rest = bytearray()

    def add(self, read):
        """The lines that are whole with this piece, as bytes."""
        begin = len(self.rest)
        self.rest += read
        return self._taken(self._last_end(begin))

    def end(self):
        """What is left as the last line, where it is one; nothing comes after it."""
        return self._taken(len(self.rest))

    def _taken(self, size):
        with memoryview(self.rest) as view:
            taken = bytes(view[:size])
        del self.rest[:size]
        return taken

    def _last_end(self, begin):
        """Where the last line ends that ends after `begin`; 0 when none does."""
        return self.rest.rfind(b"\n", begin) + 1


class _CsvLines(_Lines):
    def __init__(self):
        super().__init__()
        # Of the rest's end: whether it is within quotes, and whether its last letter is a quote that has
        # closed. That one opens again where another follows: "" is a quote in quotes.
        self._inside, self._just_closed = False, False

    def end(self):
        """Nothing where a quote is open: the rest is not a line."""
        return b"" if self._inside else super().end()

    def _last_end(self, begin):
        turns, size = self._turns(begin), len(self.rest)
        count = len(turns)
        self._inside ^= count % 2 == 1
        if size > begin:
            self._just_closed = not self._inside and count > 0 and turns[-1] == size - 1
        # Backwards through what is outside of quotes: from after a closing one to the next that opens.
        for place in range(count - self._inside, -1, -2):
            low = turns[place - 1] + 1 if place else begin
            end = self.rest.rfind(b"\n", low, turns[place] if place < count else size) + 1
            if end:
                return end
        return 0

    def _turns(self, begin):
        """Places of the quotes from `begin` on that open or close, in turn: a list or an array."""
        if self.rest.find(_QUOTE, begin) < 0:
            return []
        letters = np.frombuffer(self.rest, np.uint8)
        quotes = np.flatnonzero(letters[begin:] == _QUOTE) + begin
        opening = quotes[1::2] if self._inside else quotes[::2]
        if len(opening) and not self._opens(int(opening[0]), opening[0] == begin and self._just_closed):
            return self._turns_one_by_one(begin, quotes.tolist())
        # A quote before one of these has closed.
        if _MAY_STAND_BEFORE[letters[opening[1:] - 1]].all():
            return quotes
        return self._turns_one_by_one(begin, quotes.tolist())

    def _turns_one_by_one(self, begin, quotes):
        turns, inside = [], self._inside
        closed = begin - 1 if self._just_closed else -2
        for place in quotes:
            if inside:
                closed = place
            elif not self._opens(place, closed == place - 1):
                continue
            inside = not inside
            turns.append(place)
        return turns

    def _opens(self, place, closed_before):
        if closed_before or place == 0 or self.rest[place - 1] in _FIELD_BEGINS_BEHIND:
            return True
        return place == len(BYTE_ORDER_MARK) and self.rest.startswith(BYTE_ORDER_MARK)
