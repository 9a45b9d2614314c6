"""How far a stream is: what is committed together with its rows.

A stretch of a stream goes from the start of the script to its end. `base` of a worker is how many of
its rows the stretches before have read, `out` how many rows this one has written and committed. A
stretch that was killed is begun again; one that has ended moves `base` on.

A cursor has two parts, so that a commit takes as long for many units as for few: a head, which each
commit writes whole, and a log, which grows by records: units as they were found, and {"counted":
[[number, rows], ...]} for units whose rows were not known then.
"""

import json

from paisql.alink_task import TaskError

_FORMAT = 2  # 1 had all units in the head
_FORMATS = (1, 2)
_HEAD = ("source", "recovery", "job", "ended", "closed", "bytes", "files", "read", "folded")


class UnreadableCursor(TaskError):
    """What stands beside an output is not a cursor, or not a whole one."""


class Cursor:
    """State of a stream. `source` says what it reads, `job` which job wrote the state.

    units     what was found to read, in their order, but those that are folded
    folded    (number of units, their rows) of the first units, where their names are not needed
    ended     whether the last stretch is complete
    closed    whether no unit comes to the stretch any more
    bytes     of an output file: its length
    files     of an output folder: the number of the newest file in it
    read      of a source that knows more of its units: what it has to say, a text
    """

    def __init__(self, source, recovery, workers):
        self.source, self.recovery = source, recovery
        self.base, self.out = [0] * workers, [0] * workers
        self.units, self.folded, self.job = [], (0, 0), ""
        self.ended, self.closed, self.bytes, self.files = True, False, 0, 0
        self.read = None

    def begin_stretch(self):
        self.ended, self.closed = False, False
        self.out = [0] * len(self.base)

    def end_stretch(self, given):
        self.base, self.out, self.ended = list(given), [0] * len(given), True

    def done_rows(self, resumes):
        """Rows of the stream that are not read again: with recovery=resume also those of this stretch."""
        total = len(self.base)
        rows = [base + (out if resumes else 0) for base, out in zip(self.base, self.out)]
        return min(count * total + number for number, count in enumerate(rows))

    def head(self):
        """All but what was found to read, as an object for JSON."""
        found = {name: getattr(self, name) for name in _HEAD}
        return dict(found, format=_FORMAT, base=list(self.base), out=list(self.out))

    def snapshot(self):
        """The Snapshot of a cursor with all that was found in its head."""
        return Snapshot(dict(self.head(), units=list(self.units), counted=[]), [], False)

    @staticmethod
    def of_json(head, records=()):
        """The Cursor of a head with "units" and, where it has them, "counted", and of the log's records."""
        if head.get("format") not in _FORMATS:
            raise UnreadableCursor("the cursor of the stream was written by another version of paisql")
        found = Cursor(head["source"], head["recovery"], len(head["base"]))
        found.base, found.out = list(head["base"]), list(head["out"])
        vars(found).update({name: head[name] for name in _HEAD if name in head})
        found.folded = tuple(found.folded)
        units, counted = {}, list(head.get("counted", ()))
        for record in [*records, *head["units"]]:
            if "counted" in record:
                counted += record["counted"]
            else:
                units[record["number"]] = record
        first = found.folded[0]
        if sorted(units) != list(range(first, first + len(units))):
            raise UnreadableCursor("the cursor of the stream has lost units; -DstartMode=restart begins another one")
        for number, rows in counted:
            units[number]["rows"] = rows
        found.units = [units[number] for number in sorted(units)]
        return found

    @staticmethod
    def of_rows(rows):
        """The Cursor of rows (kind, number, name, rows, detail) in any order; None without any."""
        if not rows:
            return None
        heads = [json.loads(detail) for kind, _, _, _, detail in rows if kind == "stream"]
        if len(heads) != 1:
            raise UnreadableCursor("the cursor's table has %d streams in place of one" % len(heads))
        workers = sorted((n, out, json.loads(d)) for kind, n, _, out, d in rows if kind == "worker")
        head = dict(heads[0], base=[d["base"] for _, _, d in workers], out=[o for _, o, _ in workers])
        head["units"] = [dict(json.loads(d), rows=count) for kind, _, _, count, d in rows if kind == "unit"]
        head["counted"] = [pair for kind, _, _, _, d in rows if kind == "counted" for pair in json.loads(d)]
        return Cursor.of_json(head)

    def fit_workers(self, workers, asked=None):
        """For another number of workers, which is possible where all rows up to one are read.

        asked  how many the statement names, where a quota may have left fewer
        """
        if workers == len(self.base):
            return
        total, old = sum(self.base), len(self.base)
        even = [(total - number + old - 1) // old for number in range(old)]
        if not self.ended or even != self.base:
            if asked == old:
                raise TaskError(
                    "the stream started with %d workers and continues with as many, but this job is "
                    "fitted to %d: SET paisql.quota.cpu and paisql.quota.memory to more, or "
                    "-DstartMode=restart begins anew" % (old, workers)
                )
            raise TaskError(
                "the stream started with numWorkers=%d and continues with as many; "
                "-DstartMode=restart begins anew" % old
            )
        self.base = [(total - number + workers - 1) // workers for number in range(workers)]
        self.out = [0] * workers


class Snapshot:
    """A cursor at one moment, for one commit; nothing of it changes any more.

    head     an object for JSON, with the "units" and the "counted" that are not in the log yet
    records  for the log
    adds     whether the records come after those that the log has; else they are all of it
    """

    def __init__(self, head, records, adds):
        self.head, self.records, self.adds = head, records, adds

    def rows(self):
        """(kind, number, name, rows, detail) of the head, for the table of the cursor."""
        head = {name: value for name, value in self.head.items() if name not in ("units", "counted", "base", "out")}
        yield "stream", _FORMAT, self.head["source"], len(self.head["base"]), json.dumps(head)
        for number, (base, out) in enumerate(zip(self.head["base"], self.head["out"])):
            yield "worker", number, "", out, json.dumps({"base": base})
        yield from rows_of([*self.head["units"], {"counted": self.head["counted"]}])


def rows_of(records):
    """Such rows of a log's records."""
    for record in records:
        if "counted" not in record:
            yield "unit", record["number"], record["path"], record["rows"], json.dumps(record)
        elif record["counted"]:
            pairs = record["counted"]
            yield "counted", pairs[0][0], "", len(pairs), json.dumps(pairs)
