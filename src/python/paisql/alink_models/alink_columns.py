"""Schemas and values of Alink as MaxCompute has them.

A column is (name, type), the type in MaxCompute's spelling.
"""

import datetime
import decimal
import difflib

# Alink's and Flink's names of types; tensors and vectors are texts, as Alink prints them.
_TYPES = {
    "LONG": "BIGINT",
    "INTEGER": "INT",
    "SHORT": "SMALLINT",
    "BYTE": "TINYINT",
    "BOOL": "BOOLEAN",
    "VARCHAR": "STRING",
    "VARBINARY": "BINARY",
    "SQL_TIMESTAMP": "TIMESTAMP",
    "SQL_DATE": "DATE",
    "PRIMITIVE_ARRAY<BYTE>": "BINARY",
    "VECTOR": "STRING",
    "DENSE_VECTOR": "STRING",
    "SPARSE_VECTOR": "STRING",
    "TENSOR": "STRING",
    "BOOL_TENSOR": "STRING",
    "BYTE_TENSOR": "STRING",
    "UBYTE_TENSOR": "STRING",
    "DOUBLE_TENSOR": "STRING",
    "FLOAT_TENSOR": "STRING",
    "INT_TENSOR": "STRING",
    "LONG_TENSOR": "STRING",
    "STRING_TENSOR": "STRING",
}
# Types of numbers, the narrow ones first.
INTEGERS = ("TINYINT", "SMALLINT", "INT", "BIGINT")
NUMBERS = (*INTEGERS, "FLOAT", "DOUBLE", "DECIMAL")
_OWN = ("BIGINT INT SMALLINT TINYINT FLOAT DOUBLE BOOLEAN STRING BINARY DATE DATETIME TIMESTAMP DECIMAL").split()


def type_of(name):
    """A type of Alink, Flink or MaxCompute in MaxCompute's spelling; ValueError for another word."""
    upper = name.strip().upper()
    kind = _TYPES.get(upper, upper)
    if bare(kind) in _OWN + ["ARRAY"]:
        return kind
    near = difflib.get_close_matches(upper, list(_TYPES) + _OWN, 1)
    raise ValueError("'%s' is not a type of a column%s" % (name, "; did you mean %s?" % near[0] if near else ""))


def bare(kind):
    """A type without its lengths and elements: DECIMAL of DECIMAL(10,2), ARRAY of ARRAY<INT>, STRING of each text."""
    name = kind.split("(")[0].split("<")[0]
    return "STRING" if name in ("VARCHAR", "CHAR") else name


def parts_of(schema):
    """The schema cut at the commas that stand in no brackets."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(schema):
        depth += letter in "(<"
        depth -= letter in ")>"
        if letter == "," and depth == 0:
            parts.append(schema[begin:at])
            begin = at + 1
    return parts + [schema[begin:]]


def columns_of(schema):
    """The columns of a schemaStr, "name type, name type"; ValueError for any other text."""
    columns = []
    for part in parts_of(schema):
        words = part.strip().split(None, 1)
        if len(words) != 2:
            raise ValueError("'%s' is not a column: write \"name type, name type\"" % part.strip())
        columns.append((words[0].strip("`"), type_of(words[1])))
    lower = [name.lower() for name, _ in columns]
    twice = sorted({name for name in lower if lower.count(name) > 1})
    if twice:
        raise ValueError("column '%s' appears twice in the schema" % twice[0])
    return columns


# Of a value of Python, the first one that fits counts: True is an int, and a time a date.
_BY_VALUES = (
    (bool, "BOOLEAN"),
    (int, "BIGINT"),
    (float, "DOUBLE"),
    (decimal.Decimal, "DECIMAL"),
    (str, "STRING"),
    ((bytes, bytearray), "BINARY"),
    (datetime.datetime, "TIMESTAMP"),
    (datetime.date, "DATE"),
)
_FORM = 'give "name type, name type", as in "x long, y double, s string"'


def columns_named(names, rows):
    """The columns of these names, of the types that their values in the rows have.

    ValueError, with the form of a schema, for a column without such a type.
    """
    if not isinstance(names, (list, tuple)):
        raise ValueError("%r is not a schema: %s" % (names, _FORM))
    columns = []
    for place, name in enumerate(names):
        kinds = {_kind_of(row[place]) for row in rows if place < len(row) and row[place] is not None}
        kind = "DOUBLE" if kinds == {"BIGINT", "DOUBLE"} else kinds.pop() if len(kinds) == 1 else None
        if not isinstance(name, str) or kind is None:
            raise ValueError("the values of column %r do not say its type: in place of names %s" % (name, _FORM))
        columns.append((name, kind))
    return columns


def _kind_of(value):
    value = value.item() if hasattr(value, "item") else value  # NumPy's scalars
    return next((kind for known, kind in _BY_VALUES if isinstance(value, known)), None)


def quoted(name):
    """A column's name as SQL has it, whatever letters it has."""
    return "`%s`" % str(name).replace("`", "``")


def value_text(value, kind):
    """The text of a value, an expression, in SQL.

    Java prints a whole FLOAT as 1.0, SQL as 1. Large and small numbers keep SQL's plain digits.
    """
    if kind == "STRING":
        return value
    text = "CAST(%s AS STRING)" % value
    return "REGEXP_REPLACE(%s, '^(-?[0-9]+)$', '\\\\1.0')" % text if bare(kind) == "FLOAT" else text


def text_of(name, kind):
    """A column as a text, in SQL."""
    return value_text(quoted(name), kind)


def all_quoted(names):
    """Names as a list of SQL."""
    return ", ".join(map(quoted, names))


def text_literal(text):
    """A text as SQL has it."""
    escaped = str(text).replace("\\", "\\\\").replace("'", "\\'")
    return "'%s'" % escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\0", "\\0")


def literal(value, kind):
    """A value as an SQL expression of the type."""
    if value is None:
        return "CAST(NULL AS %s)" % kind
    if hasattr(value, "item"):  # NumPy's scalars
        value = value.item()
    if isinstance(value, bool):
        text = "TRUE" if value else "FALSE"
    elif isinstance(value, (bytes, bytearray)):
        return "UNHEX('%s')" % bytes(value).hex()
    elif isinstance(value, (int, float)):
        text = "'%r'" % value
    else:
        text = text_literal(value)
    return text if kind == "STRING" and text[0] == "'" else "CAST(%s AS %s)" % (text, kind)


_BITS = {"TINYINT": 7, "SMALLINT": 15, "INT": 31, "BIGINT": 63}
_TRUTHS = {"true": True, "false": False, "1": True, "0": False}


def fitted(value, kind):
    """A program's value as a column of the type takes it; ValueError for one that it does not.

    Integers may be floats without a fraction, as frames of pandas have them beside missing ones, and
    numbers texts. Texts, times and lists are given back as they are, and decimals that are some.
    """
    if value is None:
        return None
    if hasattr(value, "item"):  # NumPy's scalars
        value = value.item()
    try:
        if kind in _BITS:
            whole = int(value)
            most = 1 << _BITS[kind]
            if not -most <= whole < most or (not isinstance(value, str) and whole != value):
                raise ValueError
            return whole
        if kind in ("FLOAT", "DOUBLE"):
            return float(value)
        if kind == "BOOLEAN":
            return _TRUTHS[str(value).lower()]
        if kind.startswith("DECIMAL") and not decimal.Decimal(str(value)).is_finite():
            raise ValueError
    except (ValueError, TypeError, OverflowError, KeyError, decimal.InvalidOperation):
        raise ValueError("%r is not a valid %s" % (value, kind)) from None
    return value


def selected(given, columns, what):
    """The columns of these names, in their order; ValueError that names one which is not there."""
    by_name = {name.lower(): (name, kind) for name, kind in columns}
    found = []
    for name in [given] if isinstance(given, str) else given:
        if name.lower() not in by_name:
            near = difflib.get_close_matches(name.lower(), by_name, 1)
            hint = "did you mean %s?" % near[0] if near else "it has " + ", ".join(by_name)
            raise ValueError("%s: the input has no column '%s'; %s" % (what, name, hint))
        found.append(by_name[name.lower()])
    return found
