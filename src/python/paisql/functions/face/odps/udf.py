"""What functions of users are made of, by the platform's names."""

from odps.counters import Counters as _Counters

__all__ = [
    "annotate",
    "get_annotation",
    "BaseUDF",
    "BaseUDAF",
    "BaseUDTF",
    "int",
    "get_execution_context",
    "ExecutionContext",
]

_integer = int
_annotations = {}


def annotate(prototype, batch=False):
    """Says the types of a class: "bigint,string->double".

    batch: `evaluate` gets whole columns, as pandas Series, and gives one; "arrow": arrays of pyarrow; "numpy":
    arrays of NumPy. It is not the platform's.
    """

    def mark(marked):
        _annotations[marked] = prototype
        marked.paisql_batch = batch
        return marked

    return mark


def get_annotation(marked):
    """What annotate() said of a class, or None."""
    return _annotations.get(marked)


class BaseUDF:
    """A row to a value: evaluate. A class does without it, too."""


class BaseUDAF:
    """Many rows to one value: new_buffer, iterate, merge, terminate."""


class BaseUDTF:
    """A row to many rows: process calls forward; close is called once, after the last row."""

    def __init__(self):
        pass

    def process(self, *args):
        raise NotImplementedError("a UDTF has a method 'process'")

    def forward(self, *args):
        raise RuntimeError("forward() is for a function that a statement calls")

    def close(self):
        pass


def int(v, silent=True):
    """The value as a whole number; what does not fit into BIGINT is None, or an OverflowError where not silent."""
    try:
        v = _integer(v)
    except (TypeError, ValueError):
        if silent:
            return None
        raise
    if -(1 << 63) <= v < 1 << 63:
        return v
    if silent:
        return None
    raise OverflowError("Python int too large to convert to bigint: %d" % v)


class ExecutionContext:
    """What a function may know of the process."""

    def __init__(self):
        self._counters = _Counters()

    def get_counters(self):
        return self._counters

    def get_counters_as_json_string(self):
        return self._counters.to_json_string()


_context = ExecutionContext()


def get_execution_context():
    return _context
