"""How far a stream is: what is committed together with its rows.

A stretch of a stream goes from the start of the script to its end. `base` of a worker is how many of
its rows the stretches before have read, `out` how many rows this one has written and committed. A
stretch that was killed is begun again; one that has ended moves `base` on.
"""

import json

from paisql.alink_task import TaskError

_FORMAT = 1


class Cursor:
    """State of a stream. `source` tells what it reads, `job` who has written the state.

    units     what was found to read, in their order
    ended     whether the last stretch is complete
    closed    whether no unit comes to the stretch any more
    read      of a source that knows more of its units: what it has to say, a text
    """

    def __init__(self, source, recovery, workers):
        self.source, self.recovery = source, recovery
        self.base, self.out = [0] * workers, [0] * workers
        self.units, self.job = [], ""
        self.ended, self.closed, self.bytes = True, False, 0
        self.read = None

    def begin_stretch(self):
        self.ended, self.closed = False, False
        self.out = [0] * len(self.base)

    def end_stretch(self, given):
        self.base, self.out, self.ended = list(given), [0] * len(given), True

    def done_rows(self, resumes):
        """Rows of the stream that nobody asks for again: with recovery=resume also those of this stretch."""
        total = len(self.base)
        rows = [base + (out if resumes else 0) for base, out in zip(self.base, self.out)]
        return min(count * total + number for number, count in enumerate(rows))

    def to_json(self):
        return dict(vars(self), format=_FORMAT)

    def rows(self):
        """(kind, number, name, rows, detail) for the table of the cursor."""
        head = {key: value for key, value in self.to_json().items() if key not in ("units", "base", "out")}
        yield "stream", _FORMAT, self.source, len(self.base), json.dumps(head)
        for number, (base, out) in enumerate(zip(self.base, self.out)):
            yield "worker", number, "", out, json.dumps({"base": base})
        for unit in self.units:
            yield "unit", unit["number"], unit["path"], unit["rows"], json.dumps(unit)

    @staticmethod
    def of_json(state):
        if state.get("format") != _FORMAT:
            raise TaskError("the cursor of the stream was written by another version of paisql")
        found = Cursor(state["source"], state["recovery"], len(state["base"]))
        vars(found).update({key: state[key] for key in vars(found) if key in state})
        return found

    @staticmethod
    def of_rows(rows):
        """The Cursor of such rows in any order; None without any."""
        if not rows:
            return None
        heads = [json.loads(detail) for kind, _, _, _, detail in rows if kind == "stream"]
        if len(heads) != 1:
            raise TaskError("the cursor's table has %d streams in place of one" % len(heads))
        workers = sorted((n, out, json.loads(d)) for kind, n, _, out, d in rows if kind == "worker")
        units = sorted((n, count, d) for kind, n, _, count, d in rows if kind == "unit")
        state = dict(heads[0], base=[d["base"] for _, _, d in workers], out=[o for _, o, _ in workers])
        state["units"] = [dict(json.loads(detail), rows=count) for _, count, detail in units]
        return Cursor.of_json(state)

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
                    "the stream was begun with %d workers, and goes on with as many, but this job is "
                    "fitted to %d: SET paisql.quota.cpu and paisql.quota.memory to more, or "
                    "-DstartMode=restart begins anew" % (old, workers)
                )
            raise TaskError(
                "the stream was begun with numWorkers=%d, and goes on with as many; "
                "-DstartMode=restart begins anew" % old
            )
        self.base = [(total - number + workers - 1) // workers for number in range(workers)]
        self.out = [0] * workers
