"""Rows as lines of text: what files, topics of Kafka and sessions get of a row.

CSV is that of Alink's sinks: a text is in quotes where it holds a delimiter, a line end or a quote, and where
it is empty, since an empty field without quotes is NULL; BOOLEAN is true and false. In JSON a number that JSON
has no form of, such as NaN, is a text.
"""

import json
import math


class CsvForm:
    """Delimiters, of one letter or more each, and the quote, one letter or None."""

    def __init__(self, fields=",", rows="\n", quote='"'):
        self.fields, self.rows, self.quote = fields, rows, quote
        self._special = [part for part in {fields, rows, "\n", "\r", quote} if part]

    def field(self, value):
        """A value as a field. ValueError for a text that only a quote would keep together, where there is none."""
        if value is None:
            return ""
        if not isinstance(value, str):
            value = ("false", "true")[value] if isinstance(value, bool) else str(value)
        elif not value:
            return 2 * (self.quote or "")
        for part in self._special:
            if part in value:
                return self._quoted(value)
        return value

    def _quoted(self, text):
        if not self.quote:
            raise ValueError(
                "the text %r holds a delimiter or a line end, and without a quote nothing keeps it together"
                % (text if len(text) < 60 else text[:57] + "...")
            )
        return self.quote + text.replace(self.quote, 2 * self.quote) + self.quote

    def line(self, row):
        """A row without the delimiter after it."""
        return self.fields.join(map(self.field, row))


_PLAIN = CsvForm()


def _with_texts(value):
    """A value in which numbers that JSON has no form of are texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, list):
        return [_with_texts(one) for one in value]
    return {name: _with_texts(one) for name, one in value.items()} if isinstance(value, dict) else value


def json_line(row):
    """A row, {name: value}, without a line end."""
    try:
        return json.dumps(row, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(_with_texts(row), ensure_ascii=False)


def lines_of(table, form):
    """The rows of a pyarrow.Table, each as a line of "jsonl" or "csv" without its end."""
    if form == "jsonl":
        return list(map(json_line, table.to_pylist()))
    return list(map(_PLAIN.line, zip(*(column.to_pylist() for column in table.columns))))
