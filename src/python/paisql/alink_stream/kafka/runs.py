"""Which messages stand in the files of a stream of Kafka, and in which order.

A run is (topic, partition, first offset, offset after the last, lines): so many lines of messages that were
taken one after the other. Offsets may be missing in it, of messages that are not rows or are not there
(transactions, compaction). Each file of lines has a list of its exact runs beside it, without such gaps:
`<file>.runs`, a run a line, and after it the length of the file; it is written before any worker hears of the
lines, so that a coordinator that is started again knows what workers may have read.
"""

import os


class Runs:
    """Those of one unit, in their order, joined where a partition goes on."""

    def __init__(self, runs=()):
        self.list = [list(run) for run in runs]

    def add(self, topic, partition, first, end, lines):
        last = self.list[-1] if self.list else None
        if last and last[:2] == [topic, partition] and last[3] <= first:
            last[3], last[4] = end, last[4] + lines
        else:
            self.list.append([topic, partition, first, end, lines])

    def positions(self, lines):
        """{(topic, partition): offset} after so many lines of the unit.

        Where a run has gaps, and not all of its lines are among them, its beginning counts.
        """
        found = {}
        for topic, partition, first, end, count in self.list:
            if lines >= count:
                found[topic, partition] = end
            elif end - first == count:
                found[topic, partition] = first + lines
            else:
                found.setdefault((topic, partition), first)
            lines -= count
            if lines <= 0:
                break
        return found


class LedgerWriter:
    """Writes the list beside a file of lines."""

    def __init__(self, path):
        self._file = open(path + ".runs", "ab", buffering=0)

    def add(self, runs, size):
        """Runs of one write, after which the file has `size` bytes."""
        lines = b"".join(b"%s %d %d %d %d -1\n" % (run[0].encode(), *run[1:]) for run in runs[:-1])
        last = runs[-1]
        self._file.write(lines + b"%s %d %d %d %d %d\n" % (last[0].encode(), *last[1:], size))

    def close(self):
        self._file.close()


def read_ledger(path):
    """(runs, length of the file of lines, length of the list) as far as the list is whole."""
    try:
        with open(path + ".runs", "rb") as stream:
            text = stream.read()
    except FileNotFoundError:
        return [], 0, 0
    whole, waiting, size, done, read = [], [], 0, 0, 0
    for line in text[: text.rfind(b"\n") + 1].splitlines(keepends=True):
        topic, *numbers = line.decode().split()
        partition, first, end, lines, length = map(int, numbers)
        waiting.append((topic, partition, first, end, lines))
        read += len(line)
        if length >= 0:
            whole.extend(waiting)
            waiting, size, done = [], length, read
    return whole, size, done


def cut_ledger(path):
    """Takes off both files what was not written whole; (runs, length of the file of lines)."""
    found, size, done = read_ledger(path)
    for name, length in ((path, size), (path + ".runs", done)):
        if os.path.exists(name):
            os.truncate(name, length)
    return found, size


def place_of_line(path, number):
    """Where line `number` of a file of lines, from 1 on, comes from, in words; None when unknown."""
    before = 0
    for topic, partition, first, _, lines in read_ledger(path)[0]:
        if number <= before + lines:
            return "%s[%d] offset %d" % (topic, partition, first + number - before - 1)
        before += lines
    return None
