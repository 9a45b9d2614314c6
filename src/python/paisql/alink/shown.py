"""Rows for people and for pandas."""

import sys

_MOST_LETTERS = 50  # of a cell


def _cell(value):
    text = "NULL" if value is None else str(value).replace("\n", "\\n")
    return text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 3] + "..."


def text(columns, rows):
    """Names and rows in columns of one width each, as lines."""
    lines = [[name for name, _ in columns]] + [[_cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines
    )


def dataframe(columns, rows):
    """A pandas.DataFrame; ModuleNotFoundError without pandas, with the command that brings it."""
    try:
        import pandas
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "collectToDataframe needs pandas: %s -m pip install pandas brings it" % sys.executable,
            name="pandas",
        ) from None
    return pandas.DataFrame(rows, columns=[name for name, _ in columns])
