"""What the worker does with one function: a UDF, a UDAF or a UDTF that is open."""

import itertools

from paisql.functions import failures, group_buffers, packed_columns, type_names, whole_columns

_MOST_BYTES = 200 << 20  # of a packed batch
_GOOD_BYTES = 1 << 20
_MANY_BYTES = 32 << 20  # of buffers in an answer
_BIGINT, _BINARY = type_names.parse("bigint"), type_names.parse("binary")


class Failed(Exception):
    """A call did not give an answer; the text of the error frame."""


def run(function, values, rows, places=None):
    """[function(values of a row) for each row]; Failed with the row where it raises, or its place."""
    results = []
    try:
        # What the list has got until something is raised says which row it was.
        if values:
            results.extend(map(function, *values))
        else:
            results.extend(itertools.starmap(function, itertools.repeat((), rows)))
    except BaseException as error:
        raise Failed(failures.describe(error, _row(results, places))) from None
    if len(results) < rows:  # map() has taken it for the end
        raise Failed(failures.describe(RuntimeError("the function raised StopIteration"), _row(results, places)))
    return results


def _row(results, places):
    return len(results) if places is None else places[len(results)]


class Function:
    """What all forms have."""

    def __init__(self, made, arguments, results, meaning):
        self._arguments, self._results, self.meaning = arguments, results, meaning
        try:
            self._object = made() if isinstance(made, type) else made
        except BaseException as error:
            raise Failed(failures.describe(error)) from None

    def _read(self, payload):
        return packed_columns.read(payload, self._arguments, self.meaning)

    def _column(self, values):
        try:
            return packed_columns.write([values], self._results, len(values), self.meaning)
        except packed_columns.Mistyped as error:
            raise Failed(failures.of_value(error)) from None

    def method(self, name):
        try:
            return getattr(self._object, name)
        except AttributeError as error:
            raise Failed(failures.describe(error)) from None


class Scalar(Function):
    """A UDF: a value for each row."""

    def __init__(self, made, *facts):
        super().__init__(made, *facts)
        self._evaluate = self._object if made is self._object else self.method("evaluate")

    def evaluate(self, payload, _send):
        rows, values = self._read(payload)
        return self._column(run(self._evaluate, values, rows))


class Whole(Function):
    """A UDF that is called once for all rows of a batch (whole_columns.py)."""

    def __init__(self, made, *facts):
        super().__init__(made, *facts)
        self._container = getattr(made, "paisql_batch", True)
        self._evaluate = self._object if made is self._object else self.method("evaluate")

    def evaluate(self, payload, _send):
        try:
            rows, given = whole_columns.read(payload, self._arguments, self.meaning, self._container)
            return whole_columns.write(self._evaluate(*given), rows, self._results[0], self.meaning)
        except packed_columns.Mistyped as error:
            raise Failed(failures.of_value(error)) from None
        except BaseException as error:
            raise Failed(failures.describe(error)) from None


class Aggregate(Function):
    """A UDAF: a buffer for each group.

    What iterate has filled reaches terminate as on the platform, where another machine ends the group: marshalled, and
    merged into a new buffer.
    """

    def __init__(self, *facts):
        super().__init__(*facts)
        self._buffers = group_buffers.Buffers(self.method("new_buffer"))
        self._iterate, self._merge = self.method("iterate"), self.method("merge")
        self._terminate = self.method("terminate")

    def update(self, payload, _send):
        rows, (groups, *values) = packed_columns.read(payload, [_BIGINT, *self._arguments], self.meaning)
        run(self._iterate, [run(self._buffers.__getitem__, [groups], rows), *values], rows)
        return b""

    def update_some(self, payload, _send):
        rows, (groups, *values) = packed_columns.read(payload, [_BIGINT, *self._arguments], self.meaning)
        places = [place for place, group in enumerate(groups) if group >= 0]
        groups, *values = ([column[place] for place in places] for column in (groups, *values))
        buffers = run(self._buffers.__getitem__, [groups], len(places), places)
        run(self._iterate, [buffers, *values], len(places), places)
        return b""

    def _groups(self, payload, columns=1):
        return packed_columns.read(payload, [_BIGINT] * columns, self.meaning)

    def _dump(self, buffer):
        return group_buffers.dump(buffer, self.meaning.old)

    def _load(self, data):
        return group_buffers.load(data, self.meaning.old)

    def states(self, payload, _send):
        _, [groups] = self._groups(payload)
        found, size = [], 0
        try:
            for group in groups:
                found.append(self._dump(self._buffers.take(group)))
                size += len(found[-1])
                if size > _MANY_BYTES:
                    break
        except BaseException as error:
            raise Failed(failures.describe(error, len(found))) from None
        return packed_columns.write([found], [_BINARY], len(found), self.meaning)

    def merge(self, payload, _send):
        rows, (groups, states) = packed_columns.read(payload, [_BIGINT, _BINARY], self.meaning)
        run(lambda group, state: self._merge(self._buffers[group], self._load(state)), [groups, states], rows)
        return b""

    def _combined(self, payload, source):
        rows, pairs = self._groups(payload, 2)
        copy = lambda group: self._load(self._dump(source(group)))  # noqa: E731
        run(lambda into, group: self._merge(self._buffers[into], copy(group)), pairs, rows)
        return b""

    def combine(self, payload, _send):
        return self._combined(payload, self._buffers.take)

    def add(self, payload, _send):
        return self._combined(payload, self._buffers.look)

    def _ended(self, payload, source):
        rows, [groups] = self._groups(payload)

        def end(group):
            buffer = self._buffers.make()
            if group in self._buffers:
                self._merge(buffer, self._load(self._dump(source(group))))
            return self._terminate(buffer)

        return self._column(run(end, [groups], rows))

    def terminate(self, payload, _send):
        return self._ended(payload, self._buffers.take)

    def results(self, payload, _send):
        return self._ended(payload, self._buffers.look)

    def release(self, payload, _send):
        _, [groups] = self._groups(payload)
        for group in groups:
            self._buffers.pop(group, None)
        return b""

    def reset(self, _payload, _send):
        self._buffers.clear()
        return b""


# forward() of so many columns: {names} are their values, {appends} puts each to its column.
_FORWARD = """
def forward({defaults}, *more):
    if more or {last} is nothing:
        raise other_count(({names}), more)
    {appends}
    if len(first) >= table._most:
        table._flush()
"""
_NOTHING = object()


class Table(Function):
    """A UDTF: any number of rows for each row."""

    def __init__(self, made, *facts):
        # An __init__ of the class may forget its parent's; forward is there before it, and belongs to this object.
        super().__init__(made, *facts)
        # The columns of what was forwarded, and for each of its rows that which it comes from, which is noted when that
        # one's process() has ended or the batch is sent.
        self._found, self._rows, self._row = [[] for _ in self._results], [], -1
        self._most, self._send = 256, None
        self._broken = None  # a row that could not be taken, whatever the user's code makes of the exception
        self._object.forward = self._forward()
        self._process, self._close = self.method("process"), getattr(self._object, "close", None)

    def _forward(self):
        """A function that puts values straight into the columns: a tuple for each row would take as long as the call."""
        names = ["value%d" % at for at in range(len(self._results))]
        scope = {"nothing": _NOTHING, "table": self, "first": self._found[0], "other_count": self._other_count}
        scope.update(("append_" + name, column.append) for name, column in zip(names, self._found))
        text = _FORWARD.format(
            defaults=", ".join(name + "=nothing" for name in names),
            names="".join(name + ", " for name in names),
            last=names[-1],
            appends="; ".join("append_%s(%s)" % (name, name) for name in names),
        )
        exec(compile(text, __file__, "exec"), scope)
        return scope["forward"]

    def _other_count(self, values, more):
        given = sum(value is not _NOTHING for value in values) + len(more)
        words = "forward() takes %d values, one for each column, but %d were given"
        self._broken = TypeError(words % (len(self._results), given))
        return self._broken

    def _check(self):
        if self._broken is not None:
            raise self._broken

    def _note(self):
        self._rows.extend(itertools.repeat(self._row, len(self._found[0]) - len(self._rows)))

    def _taken(self):
        """(what was forwarded, the rows), which are empty then."""
        self._note()
        taken = [column[:] for column in self._found], self._rows[:]
        self._drop()
        return taken

    def _drop(self):
        for column in (*self._found, self._rows):
            column.clear()
        self._broken = None

    def _flush(self):
        self._check()
        try:
            self._give()
        except BaseException as error:
            self._broken = error
            raise

    def _give(self):
        payload = self._packed(*self._taken())
        if payload is None:
            return
        if len(payload) > _GOOD_BYTES:
            self._most = max(self._most // 2, 16)
        else:
            self._most = min(self._most * 2, 8192)
        self._send(payload)

    def _packed(self, found, rows):
        """The batch of forwarded rows; None where it was too large and has been sent in halves."""
        try:
            payload = packed_columns.write([rows, *found], [_BIGINT, *self._results], len(rows), self.meaning)
        except packed_columns.Mistyped as error:
            error.row = rows[error.row]
            raise Failed(failures.of_value(error)) from None
        if len(payload) <= _MOST_BYTES or len(rows) < 2:
            return payload
        half = len(rows) // 2
        for part in (slice(0, half), slice(half, None)):
            smaller = self._packed([column[part] for column in found], rows[part])
            if smaller is not None:
                self._send(smaller)
        return None

    def process(self, payload, send):
        count, values = self._read(payload)
        self._send, process = send, self._process
        found, rows = self._found[0], self._rows
        given = zip(*values) if values else itertools.repeat((), count)
        self._row = 0
        try:
            for self._row, arguments in enumerate(given):
                process(*arguments)
                self._check()
                forwarded = len(found) - len(rows)
                if forwarded == 1:
                    rows.append(self._row)
                elif forwarded:
                    self._note()
        except Failed:
            self._drop()
            raise
        except BaseException as error:
            self._drop()
            raise Failed(failures.describe(error, self._row)) from None
        return self._rest()

    def close(self, _payload, send):
        self._send, self._row = send, -1
        if self._close is not None:
            try:
                self._close()
                self._check()
            except Failed:
                raise
            except BaseException as error:
                raise Failed(failures.describe(error)) from None
        return self._rest()

    def _rest(self):
        payload = self._packed(*self._taken())
        return self._packed([[] for _ in self._results], []) if payload is None else payload


FORMS = {"scalar": Scalar, "aggregate": Aggregate, "table": Table}
