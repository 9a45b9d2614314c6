"""Rows of Python through the steps of a pipeline, in this process, for LocalPredictor."""

import decimal
import tempfile

import pyarrow as pa

from paisql.alink.models import local_columns
from paisql.alink_models import ModelError, alink_columns, choices, column_types, value_casts


def _arrow(name, kind):
    is_array = kind.startswith("ARRAY<")
    try:
        element = alink_columns.type_of(kind[len("ARRAY<") : -1]) if is_array else kind
        found = column_types.ARROW[element]
    except (KeyError, ValueError):
        raise ModelError(
            "column '%s' is %s: LocalPredictor takes %s and ARRAYs of them"
            % (name, kind, ", ".join(column_types.ARROW))
        ) from None
    return pa.list_(found) if is_array else found


class Step:
    """One predictor of a LocalPredictor: what a job of it would do, here.

    settings  as paisql.alink_models.table_job has them; rows: those of the model's table, or None
    """

    def __init__(self, settings, rows=None):
        self._settings, self._rows = settings, rows
        self._folder = tempfile.TemporaryDirectory(prefix="paisql-model-")

    def begin(self, schema):
        """Loads the model for rows of [(name, Arrow type)]; gives that of the answers. ModelError."""
        known, settings = dict(schema), dict(self._settings)
        # None: all.
        for what in ("selected", "reserved"):
            given = settings[what]
            settings[what] = list(known) if given is None else [local_columns.named(one, known) for one in given]
        self._task = choices.open_task(settings, lambda *_: self._rows, self._folder.name)
        self._rows = None
        # A labelled model says itself which columns it takes.
        self._taken = {name: local_columns.named(name, known) for name in self._task.selected}
        self._task.check({name: known[column] for name, column in self._taken.items()})
        # An answer takes the place of the input's column of its name.
        answers = {name.lower(): name for name in self._task.types}
        names = [answers.get(name.lower(), name) for name in settings["reserved"]]
        self._names = names + [name for name in self._task.types if name not in names]
        kinds = {**known, **self._task.types}
        return [(name, kinds[name]) for name in self._names]

    def compute(self, arrays, rows):
        """{name: Arrow array} of the answers' columns."""
        given = {name: arrays[column] for name, column in self._taken.items()}
        found = dict(zip(self._task.types, self._task.predict(given, rows)))
        return {name: found[name] if name in found else arrays[name] for name in self._names}


class LocalRows:
    """As LocalPredictor, of the steps of a model."""

    def __init__(self, steps, schema_text):
        named = alink_columns.columns_of(schema_text)
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
                raise ValueError("row %d has %d values for %d columns" % (number, len(row), len(self._schema)))
        arrays = {
            name: _array(name, kind, [row[place] for row in rows]) for place, (name, kind) in enumerate(self._schema)
        }
        for step in self._steps:
            arrays = step.compute(arrays, len(rows))
        return [list(one) for one in zip(*(arrays[name].to_pylist() for name in self.names))]


def _array(name, kind, values):
    """A column's values, one of each row, as an Arrow array; ModelError for a value that does not fit its type."""
    fitted = [_plain(one) for one in values]
    element = kind.value_type if pa.types.is_list(kind) else kind
    number = float if pa.types.is_floating(element) else int if pa.types.is_integer(element) else None
    try:
        if number is not None:
            fitted = [_numbers(place, one, number) for place, one in enumerate(fitted)]
        return value_casts.of_values(fitted, kind)
    except value_casts.Refused as refused:
        raise ModelError(
            "column '%s', row %d: %s is not a valid %s"
            % (name, refused.place + 1, value_casts.shown(_plain(values[refused.place])), column_types.name_of(kind))
        ) from None


def _plain(value):
    """A value as Python has it, where NumPy has it."""
    return value.tolist() if hasattr(value, "tolist") else value


def _numbers(place, value, number):
    """Numbers of Python as int or float has them, also within a list; Refused where that is another number."""
    if isinstance(value, list):
        return [_numbers(place, _plain(one), number) for one in value]
    if isinstance(value, bool):
        raise value_casts.Refused(place, value)  # which Arrow takes for a float
    if not isinstance(value, (int, float, decimal.Decimal)):
        return value
    try:
        made = number(value)
    except (OverflowError, ValueError):
        raise value_casts.Refused(place, value) from None
    if number is int and made != value:
        raise value_casts.Refused(place, value)
    return made
