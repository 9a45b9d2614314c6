"""Rows for people and for pandas."""

import sys

_INTEGERS = ("TINYINT", "SMALLINT", "INT", "BIGINT")
_MOST_LETTERS = 50  # of a cell


def _cell(value):
    text = "NULL" if value is None else str(value).replace("\n", "\\n")
    return text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 3] + "..."


def text(columns, rows):
    """Names and rows in columns of one width each, as lines."""
    lines = [[name for name, _ in columns]] + [[_cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def _dtype(kind, has_holes, has_rows):
    if kind == "STRING":
        return "string"
    if has_holes and kind in _INTEGERS:
        return "Int64"
    if has_holes and kind == "BOOLEAN":
        return "boolean"
    return None if has_rows else object


def dataframe(columns, rows):
    """A pandas.DataFrame; ModuleNotFoundError without pandas, with the command that brings it.

    As in PyAlink a STRING is pandas' string, and integers and truths with NULLs among them are Int64 and
    boolean, since a float has not all of them; times are texts.
    """
    try:
        import pandas
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "collectToDataframe needs pandas: %s -m pip install pandas brings it" % sys.executable, name="pandas"
        ) from None
    made = {}
    for at, (name, kind) in enumerate(columns):
        values = [row[at] for row in rows]
        made[name] = pandas.Series(values, dtype=_dtype(kind, None in values, bool(rows)))
    return pandas.DataFrame(made, columns=[name for name, _ in columns])
