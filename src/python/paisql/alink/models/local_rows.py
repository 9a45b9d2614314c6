"""Rows of Python through the steps of a pipeline, in this process: what stands behind LocalPredictor."""

import decimal
import tempfile

import pyarrow as pa

from paisql.alink import columns
from paisql.alink.models import ModelError, choices

_ARROW = {
    "BIGINT": pa.int64(),
    "INT": pa.int32(),
    "SMALLINT": pa.int16(),
    "TINYINT": pa.int8(),
    "FLOAT": pa.float32(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "STRING": pa.string(),
}


def _arrow(name, kind):
    if kind.startswith("ARRAY<") and kind[len("ARRAY<") : -1] in _ARROW:
        return pa.list_(_ARROW[kind[len("ARRAY<") : -1]])
    if kind not in _ARROW:
        raise ModelError(
            "column '%s' is %s: LocalPredictor takes %s and ARRAYs of them"
            % (name, kind, ", ".join(_ARROW))
        )
    return _ARROW[kind]


class Step:
    """One predictor of a LocalPredictor: what a job of it would do, here.

    settings  as paisql.alink.models.job has them; rows: those of the model's table, or None
    """

    def __init__(self, settings, rows=None):
        self._settings, self._rows = settings, rows
        self._folder = tempfile.TemporaryDirectory(prefix="paisql-model-")

    def begin(self, schema):
        """Loads the model for rows of [(name, Arrow type)]; gives that of the answers. ModelError."""
        known, settings = dict(schema), dict(self._settings)
        if settings["selected"] is None:
            settings["selected"] = list(known)
        self._task = choices.open_task(settings, lambda *_: self._rows, self._folder.name)
        self._rows = None
        reserved = settings["reserved"] if settings["reserved"] is not None else list(known)
        for name in self._task.selected + reserved:
            if name not in known:
                raise ModelError(
                    "the rows have no column '%s': they have %s" % (name, ", ".join(known))
                )
        self._task.check({name: known[name] for name in self._task.selected})
        # An answer takes the place of the input's column of its name.
        answers = {name.lower(): name for name in self._task.types}
        names = [answers.get(name.lower(), name) for name in reserved]
        self._names = names + [name for name in self._task.types if name not in names]
        kinds = {**known, **self._task.types}
        return [(name, kinds[name]) for name in self._names]

    def compute(self, arrays, rows):
        """{name: Arrow array} of the answers' columns."""
        found = dict(zip(self._task.types, self._task.predict(arrays, rows)))
        return {name: found[name] if name in found else arrays[name] for name in self._names}


class LocalRows:
    """As LocalPredictor, of the steps of a model."""

    def __init__(self, steps, schema_text):
        named = columns.columns_of(schema_text)
        self._schema = [(name, _arrow(name, kind)) for name, kind in named]
        self._steps = steps
        schema = list(self._schema)
        for step in self._steps:
            schema = step.begin(schema)
        self.names = [name for name, _ in schema]

    def compute(self, rows):
        """The answers for many rows, as lists."""
        rows = [list(row) for row in rows]
        if not rows:
            return []
        for number, row in enumerate(rows, 1):
            if len(row) != len(self._schema):
                raise ValueError(
                    "row %d has %d values for %d columns" % (number, len(row), len(self._schema))
                )
        arrays = {
            name: _array(name, kind, [row[place] for row in rows])
            for place, (name, kind) in enumerate(self._schema)
        }
        for step in self._steps:
            arrays = step.compute(arrays, len(rows))
        return [list(one) for one in zip(*(arrays[name].to_pylist() for name in self.names))]


def _array(name, kind, values):
    values = [one.item() if hasattr(one, "item") else one for one in values]
    if pa.types.is_floating(kind):
        values = [float(one) if isinstance(one, (int, decimal.Decimal)) else one for one in values]
    try:
        return pa.array(values, kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as error:
        raise ModelError("column '%s' (%s): %s" % (name, kind, error)) from None
