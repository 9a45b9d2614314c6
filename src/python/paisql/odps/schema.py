"""Columns, partitions and records, by the names of odps.models, and their values in Python."""

import datetime
import decimal
import json

import pyarrow as pa

from paisql.odps.absent import Named
from paisql.odps.statements import quoted_name, quoted_text

_ARROW = {
    "tinyint": pa.int8(),
    "smallint": pa.int16(),
    "int": pa.int32(),
    "bigint": pa.int64(),
    "float": pa.float32(),
    "double": pa.float64(),
    "boolean": pa.bool_(),
    "binary": pa.binary(),
    "date": pa.date32(),
    "datetime": pa.timestamp("ms"),
    "timestamp": pa.timestamp("ns"),
    "timestamp_ntz": pa.timestamp("ns"),
}


def arrow_type(name):
    """The pyarrow type of a column's type: "decimal(10,2)" -> decimal128(10, 2).

    Nested types and all others are text.
    """
    name = name.lower()
    if name.startswith("decimal"):
        numbers = name[len("decimal") :].strip("()").split(",") if "(" in name else ["38", "18"]
        scale = int(numbers[1]) if len(numbers) > 1 else 0
        return pa.decimal128(int(numbers[0]), scale)
    return _ARROW.get(name, pa.string())


def type_of_arrow(kind):
    """The column type of a pyarrow type.

    Raises:
        TypeError: there is none
    """
    if pa.types.is_boolean(kind):
        return "boolean"
    if pa.types.is_integer(kind):
        return {8: "tinyint", 16: "smallint", 32: "int"}.get(
            kind.bit_width if pa.types.is_signed_integer(kind) else 2 * kind.bit_width, "bigint"
        )
    if pa.types.is_floating(kind):
        return "double" if kind.bit_width == 64 else "float"
    if pa.types.is_decimal(kind):
        return f"decimal({kind.precision},{kind.scale})"
    if pa.types.is_date(kind):
        return "date"
    if pa.types.is_timestamp(kind):
        return "timestamp" if kind.unit in ("us", "ns") else "datetime"
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return "binary"
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind):
        return "string"
    if pa.types.is_dictionary(kind):
        return type_of_arrow(kind.value_type)
    raise TypeError(f"columns of {kind} cannot be written")


def _moment(text):
    text = text.replace(" ", "T", 1)
    head, _, fraction = text.partition(".")
    return datetime.datetime.fromisoformat(head + ("." + fraction[:6].ljust(6, "0") if fraction else ""))


def python_value(value, kind):
    """A value of the event stream as PyODPS gives it.

    Dates, times, decimals and bytes by their types; lists and maps of nested types as JSON has them.
    """
    if value is None:
        return None
    kind = kind.lower()
    if kind.startswith("decimal"):
        return decimal.Decimal(getattr(value, "text", str(value)))
    if kind == "date":
        return datetime.date.fromisoformat(value)
    if kind in ("datetime", "timestamp", "timestamp_ntz"):
        return _moment(value)
    if kind == "binary":
        return value.encode() if isinstance(value, str) else bytes(value)
    if kind in ("float", "double"):
        return float(value)
    if kind in ("bigint", "int", "smallint", "tinyint"):
        return int(value)
    if kind.startswith(("array", "map", "struct")) and isinstance(value, str):
        return json.loads(value)
    return value


def text_value(value):
    """A value of Python as a field of a file of TUNNEL; None is NULL."""
    if value is None or value != value:  # NaN and NaT stand for what is not there
        return None
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        value = value.item()  # a scalar of NumPy
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ")
    if isinstance(value, (list, tuple, dict)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


class Column:
    """A column: its name, its type in lower case, its comment."""

    def __init__(self, name=None, type=None, comment=None, label=None, nullable=True, typo=None, **_):
        self.name = name
        self.type = str(type if typo is None else typo).lower()
        self.comment = comment
        self.nullable = nullable

    def replace(self, name=None, type=None, comment=None, nullable=None, **_):
        """Another column with what is given in place of its own."""
        return self.__class__(
            name or self.name,
            type or self.type,
            self.comment if comment is None else comment,
            nullable=self.nullable if nullable is None else nullable,
        )

    def to_sql_clause(self, with_column_comments=True):
        """The column as CREATE TABLE writes it."""
        text = f"{quoted_name(self.name)} {self.type}"
        if self.comment and with_column_comments:
            text += f" COMMENT {quoted_text(self.comment)}"
        return text

    def __eq__(self, other):
        return isinstance(other, Column) and (self.name, self.type) == (other.name, other.type)

    def __hash__(self):
        return hash((self.name, self.type))

    def __repr__(self):
        return f"<column {self.name}, type {self.type}>"


class Partition(Column):
    """A column of a partition's key."""


class Schema(Named):
    """The columns of a table; partition columns come after the others."""

    _face = "Schema"

    def __init__(self, columns=(), partitions=()):
        self.update(columns, partitions)

    def update(self, columns, partitions):
        self.simple_columns = list(columns or ())
        self.partitions = list(partitions or ())

    @property
    def columns(self):
        return self.simple_columns + self.partitions

    @property
    def names(self):
        return [column.name for column in self.simple_columns]

    @property
    def types(self):
        return [column.type for column in self.simple_columns]

    @classmethod
    def from_lists(cls, names, types, partition_names=(), partition_types=()):
        return cls(
            [Column(*one) for one in zip(names, types)],
            [Partition(*one) for one in zip(partition_names or (), partition_types or ())],
        )

    @classmethod
    def from_dict(cls, fields_dict, partitions_dict=None):
        """Of {name: type}."""
        keys = partitions_dict or {}
        return cls.from_lists(fields_dict.keys(), fields_dict.values(), keys.keys(), keys.values())

    def get_columns(self):
        return self.simple_columns

    def get_partitions(self):
        return self.partitions

    def get_partition(self, name):
        return self._of(self.partitions, name)

    def is_partition(self, name):
        return getattr(name, "name", name).lower() in [one.name.lower() for one in self.partitions]

    def get_type(self, name):
        return self[name].type

    def append(self, name, typo):
        self.simple_columns.append(Column(name, typo))

    def extend(self, schema):
        self.simple_columns += schema.simple_columns
        self.partitions += schema.partitions

    def build_snapshot(self):
        return self

    def to_ignorecase_schema(self):
        return self.__class__(
            [one.replace(name=one.name.lower()) for one in self.simple_columns],
            [one.replace(name=one.name.lower()) for one in self.partitions],
        )

    def get_table_ddl(self, table_name="table_name", with_comments=True):
        """The CREATE TABLE that makes such a table."""

        def lines(columns):
            return ",\n".join("  " + one.to_sql_clause(with_comments) for one in columns)

        text = f"CREATE TABLE {quoted_name(table_name)} (\n{lines(self.simple_columns)}\n)"
        if self.partitions:
            text += f"\nPARTITIONED BY (\n{lines(self.partitions)}\n)"
        return text

    @staticmethod
    def _of(columns, name):
        for column in columns:
            if column.name.lower() == name.lower():
                return column
        raise KeyError(name)

    def __eq__(self, other):
        return (
            isinstance(other, Schema)
            and self.simple_columns == other.simple_columns
            and self.partitions == other.partitions
        )

    def __repr__(self):
        lines = [f"  {one.name:<24}{one.type}" for one in self.columns]
        return "\n".join(["odps.Schema {", *lines, "}"])

    def __contains__(self, name):
        return any(column.name == name for column in self.columns)

    def __getitem__(self, name):
        if isinstance(name, int):
            return self.columns[name]
        return self._of(self.columns, name)

    get_column = __getitem__

    def __len__(self):
        return len(self.columns)


TableSchema = Schema


class Record:
    """A row: by position, by name and as an attribute; iterating gives (name, value)."""

    def __init__(self, columns=None, values=None, schema=None):
        object.__setattr__(self, "_columns", list(schema.columns if schema else columns))
        object.__setattr__(self, "_names", {c.name: i for i, c in enumerate(self._columns)})
        object.__setattr__(self, "_values", list(values) if values is not None else [None] * len(self._columns))

    @property
    def values(self):
        return list(self._values)

    def keys(self):
        return [column.name for column in self._columns]

    def _place(self, name):
        if isinstance(name, (int, slice)):
            return name
        try:
            return self._names[name if name in self._names else name.lower()]
        except KeyError:
            raise KeyError(f"there is no column {name}: {', '.join(self._names)}") from None

    @property
    def n_columns(self):
        return len(self._values)

    def get_columns_count(self):
        return len(self._values)

    def get_by_name(self, name):
        return self[name]

    def set_by_name(self, name, value):
        self[name] = value

    get = get_by_name
    set = set_by_name

    def __contains__(self, name):
        return name in self._names

    def __getitem__(self, name):
        if isinstance(name, (list, tuple)):
            return [self[one] for one in name]
        return self._values[self._place(name)]

    def __setitem__(self, name, value):
        self._values[self._place(name)] = value

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as failure:
            raise AttributeError(str(failure)) from None

    def __setattr__(self, name, value):
        self[name] = value

    def __iter__(self):
        return iter(zip(self.keys(), self._values))

    def __len__(self):
        return len(self._values)

    def __eq__(self, other):
        return isinstance(other, Record) and list(self) == list(other)

    def __repr__(self):
        return "odps.Record {" + ", ".join(f"{name}: {value!r}" for name, value in self) + "}"


def arrow_table(columns, rows):
    """A pyarrow.Table of rows of Python's values; `columns` have names and types."""
    kinds = [arrow_type(column.type) for column in columns]
    arrays = []
    for place, kind in enumerate(kinds):
        cells = [row[place] for row in rows]
        if kind == pa.string():
            cells = [
                cell if cell is None or isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
                for cell in cells
            ]
        arrays.append(pa.array(cells, kind))
    return pa.Table.from_arrays(arrays, names=[column.name for column in columns])
