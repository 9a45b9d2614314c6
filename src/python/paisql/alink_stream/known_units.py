"""What a stream has found to read: its units, how long growing ones are, and what of them was read for good.

Units are numbered from 0 on in the order in which they were found, which is the order of their rows. Those
that are not read again are folded: their number and their rows are kept, and of files the names, so that
each is read once. What a commit has to write of units is what has come since the one before it, or
a part of that (cursor.py).
"""

import threading

from paisql.alink_stream.cursor import Snapshot

_OF_FILES = ("path", "source", "bytes", "mtime_ns")  # what sources have to know of a file that is folded
_LOG_RECORDS = 1000  # units and counts that stand in the head before they come into the log


class KnownUnits:
    """For any thread. `lock` guards all of it, and messages to workers are sent under it, in its order.

    cursor    the Cursor that the stream begins with
    sizes     {number: (bytes, whether it has ended)} of growing units
    by_names  whether names of units count for good: those of files, in place of what came over a socket
    note      called with each new unit before anybody else knows of it
    """

    def __init__(self, cursor, sizes, by_names, note):
        self.lock = threading.RLock()
        self.first, self.first_rows = cursor.folded  # of the units that are kept
        self._kept, self._sizes = list(cursor.units), dict(sizes)
        self._by_names, self._note = by_names, note
        self._files = []  # of units that are folded
        self._waiting, self._counted = list(cursor.units) if by_names else [], []  # what the log does not have yet
        self._is_logged = False  # whether the log is that of this process
        self._known_to = self.first  # all units before it have rows

    def __len__(self):
        with self.lock:
            return self.first + len(self._kept)

    def __iter__(self):
        """The units, and of folded ones that are files the members that sources have to know."""
        with self.lock:
            return iter([*self._files, *self._kept])

    @property
    def kept(self):
        """Those that are not folded."""
        with self.lock:
            return list(self._kept)

    def add(self, unit):
        """The unit with its number and its rows, None until they are counted."""
        with self.lock:
            unit = dict(unit, number=len(self), rows=unit.get("rows"))
            self._note(unit)
            self._kept.append(unit)
            if self._by_names:
                self._waiting.append(unit)
            if "growing" in unit:
                self._sizes[unit["number"]] = (0, False)
            return unit

    def grow(self, number, size, ended):
        with self.lock:
            self._sizes[number] = (size, ended)

    def size_of(self, number):
        """(bytes, whether it has ended)"""
        with self.lock:
            return self._sizes.get(number, (0, True))

    def bytes_from(self, number):
        """Bytes of the growing units from this one on."""
        with self.lock:
            return sum(self._sizes.get(one, (0, True))[0] for one in range(max(number, self.first), len(self)))

    def count(self, number, rows):
        """Notes what a worker says of the rows of a unit; what was known before holds."""
        with self.lock:
            if not self.first <= number < len(self):
                return
            unit = self._kept[number - self.first]
            if unit["rows"] is not None:
                return
            # A unit that a commit is writing stays as it is.
            self._kept[number - self.first] = dict(unit, rows=rows)
            if self._by_names:
                self._log_count(number, rows)

    def _log_count(self, number, rows):
        place = number - self._waiting[0]["number"] if self._waiting else -1
        if place < 0:
            self._counted.append([number, rows])
        else:
            self._waiting[place] = dict(self._waiting[place], rows=rows)

    def fold(self, done, passed):
        """The units that are read for good from now on.

        done    rows of the stream that are not read again
        passed  number of the first unit that somebody may still read, whatever its rows are
        """
        folded = []
        with self.lock:
            for unit in self._kept:
                if unit["number"] >= passed or unit["rows"] is None or self.first_rows + unit["rows"] > done:
                    break
                folded.append(unit)
                self.first_rows += unit["rows"]
            del self._kept[: len(folded)]
            self.first += len(folded)
            for unit in folded:
                self._sizes.pop(unit["number"], None)
                if self._by_names:
                    self._files.append({name: unit[name] for name in _OF_FILES if name in unit})
        return folded

    def known_to(self):
        """Number of the first unit whose rows are not known."""
        with self.lock:
            self._known_to = max(self._known_to, self.first)
            while self._known_to < len(self) and self._kept[self._known_to - self.first]["rows"] is not None:
                self._known_to += 1
            return self._known_to

    def snapshot(self, cursor):
        """The Snapshot of a cursor with the units as they are; the log is to have its records from then on."""
        with self.lock:
            head = cursor.head()
            if not self._by_names:
                head.update(folded=(self.first, self.first_rows), units=list(self._kept), counted=[])
                return Snapshot(head, [], False)
            records, adds = [], self._is_logged
            if not adds or len(self._waiting) + len(self._counted) >= _LOG_RECORDS:
                records, self._waiting = self._waiting, []
                if self._counted:
                    records = [*records, {"counted": self._counted}]
                    self._counted = []
            self._is_logged = True
            head.update(units=list(self._waiting), counted=list(self._counted))
            return Snapshot(head, records, adds)
