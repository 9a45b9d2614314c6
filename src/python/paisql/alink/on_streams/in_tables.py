"""Operators that look rows of streams up in a table: Op(table).linkFrom(rows).

The query of an endless stream sees no table but its source, so the table's values stand in it as texts,
as they are when the program begins: a process that is started again finds the same ones.
"""

import json
import zlib
from hashlib import md5

from paisql.alink import environment, lookups
from paisql.alink.on_streams.row_forms import Coming, refusal
from paisql.alink.streams import RowByRow
from paisql.alink_models.alink_columns import bare, quoted, text_literal, text_of
from paisql.alink_stream.refusals import of_table, with_refusals

__all__ = ["IndexToStringPredictStreamOp", "LookupStreamOp", "StringIndexerPredictStreamOp"]

# Of the table of an endless stream, whose query is read anew for each batch of rows.
_MOST_ROWS, _MOST_BYTES = 20_000, 4 << 20
# A map is looked through from its beginning: keys are divided among some, by a checksum.
_KEYS_OF_MAP, _MOST_MAPS = 32, 512
_KEY, _DIVISION, _FOUND = "alink_key", "alink_division", "alink_found_"


class _WithTable(RowByRow):
    """Rows, and the operator of a table that they are looked up in."""

    over_tables = None  # the operator that has the table as its first input
    joins_lines = False

    def __init__(self, table=None, **values):
        super().__init__(**values)
        if table is None:
            raise ValueError("%s(table) needs the operator of the table" % type(self).__name__)
        self._looked_up, self._coming, self._refused, self._read = table, None, [], {}
        self.reads(table)

    def two(self):
        return [self._looked_up, self._coming or self.one()]

    def over(self, source):
        """The query over what follows FROM."""
        self._coming, self._refused = Coming(source, self.one().schema()), []
        try:
            query = self.over_tables.query(self)
            return with_refusals(query, self._refused) if self._refused else query
        finally:
            self._coming = None

    def of_table(self, text):
        return text if self._coming is None else of_table(text)

    def joined(self, keys, made, as_texts=False):
        if self._coming is None:
            return super().joined(keys, made, as_texts)
        table, rows = self.two()
        kinds = [dict(one.schema()) for one in (rows, table)]
        texts = [
            [
                self._text(name, kind[name], [one[n] for one, n in zip(kinds, pair)], as_texts)
                for name, kind in zip(pair, kinds)
            ]
            for pair in keys
        ]
        key, other = (_key_of([pair[side] for pair in texts]) for side in (0, 1))
        columns = list(dict.fromkeys(column for _, column, _ in made))
        values = self._values_of(table, other, [self._value(c, kinds[1][c]) for c in columns])
        division = min(_MOST_MAPS, len(values) // _KEYS_OF_MAP + 1)
        found = {}
        for place, column in enumerate(columns):
            text = _looked_up({one: row[place] for one, row in values.items()}, division)
            found[quoted(column)] = (_FOUND + str(place), _back(of_table(text), kinds[1][column]))
        numbered = "(SELECT *, CRC32(MD5({key})) % {many} AS {division} FROM (SELECT *, {made} AS {key} FROM {rows}) step) step"
        source = numbered.format(
            key=_KEY, many=of_table(str(division)), division=_DIVISION, made=key, rows=rows.source()
        )
        with_found = "(SELECT *, %s FROM %s) step" % (
            ", ".join("%s AS %s" % (text, name) for name, text in found.values()),
            source,
        )
        made = [(new, found[quoted(column)][0], form) for new, column, form in made]
        return "SELECT %s FROM %s" % (self.parts(rows, made, "%s", "%s"), with_found)

    def _values_of(self, table, key, values):
        """{key: texts of the values}; ValueError for a table that is too large for the query of a stream."""
        statement = "SELECT %s, %s FROM %s LIMIT %d" % (key, ", ".join(values), table.table(), _MOST_ROWS + 1)
        if statement not in self._read:
            rows = environment.current().run(statement)
            size = sum(len(text or "") for row in rows for text in row)
            if len(rows) > _MOST_ROWS or size > _MOST_BYTES:
                raise ValueError(
                    "%s: the table of an endless stream has up to %d rows and %d MiB of texts; a select or a "
                    "where leaves out rows that are not looked up"
                    % (type(self).__name__, _MOST_ROWS, _MOST_BYTES >> 20)
                )
            if any("\0" in (text or "") for row in rows for text in row):
                raise ValueError(
                    "%s: a text of the table has a zero byte, which is not looked up on endless streams"
                    % type(self).__name__
                )
            self._read[statement] = {row[0]: row[1:] for row in rows}
        return self._read[statement]

    def _text(self, name, kind, kinds, as_texts):
        """A key's column as a text that is the same for values that meet."""
        column, pair = quoted(name), {bare(one) for one in kinds}
        if as_texts:
            return text_of(name, kind)
        if pair & {"FLOAT", "DOUBLE"}:
            return "CAST(IF({0} = 0, 0D, CAST({0} AS DOUBLE)) AS STRING)".format(column)
        if "DECIMAL" in pair and kinds[0] != kinds[1]:
            raise ValueError(
                "%s: column '%s' and its key are %s and %s; on an endless stream CAST one of them in a select"
                % (type(self).__name__, name, *kinds)
            )
        return self._value(name, kind)

    def _value(self, name, kind):
        """A column of the table as a text that has all of its value."""
        column = quoted(name)
        if kind.startswith(("ARRAY", "MAP", "STRUCT")):
            raise ValueError(
                "%s: column '%s' is %s, which is not looked up on endless streams; a column of texts is"
                % (type(self).__name__, name, kind)
            )
        if kind == "BINARY":
            return "HEX(%s)" % column
        if kind == "DATETIME":
            column = "CAST(%s AS TIMESTAMP)" % column  # whose text has the fractions
        return "CAST(%s AS STRING)" % column


def _back(text, kind):
    """A text of _value() as a value of the type."""
    if kind == "STRING":
        return text
    if kind == "BINARY":
        return "UNHEX(%s)" % text
    if kind == "DATETIME":
        text = "CAST(%s AS TIMESTAMP)" % text
    return "CAST(%s AS %s)" % (text, kind)


def _key_of(texts):
    """One text of those of several columns: NULL is a key, too, and no two rows of keys have the same one."""
    if len(texts) == 1:
        return "COALESCE(CONCAT('=', %s), '')" % texts[0]
    return "CONCAT(%s)" % ", ".join("COALESCE(CONCAT(LENGTH({0}), '=', {0}), '-')".format(one) for one in texts)


def _looked_up(values, division):
    """An expression of the text that {key: text} has for the key of a row, NULL where it has none."""
    maps = [{} for _ in range(division)]
    for key, text in values.items():
        if text is not None:
            maps[zlib.crc32(md5(key.encode()).hexdigest().encode()) % division][key] = text
    whens = [
        "WHEN %d THEN FROM_JSON(%s, 'map<string,string>')[%s]"
        % (number, text_literal(json.dumps(one, ensure_ascii=False)), _KEY)
        for number, one in enumerate(maps)
        if one
    ]
    return "CASE %s %s END" % (_DIVISION, " ".join(whens)) if whens else "CAST(NULL AS STRING)"


class LookupStreamOp(_WithTable, lookups.LookupBatchOp):
    over_tables = lookups.LookupBatchOp


class StringIndexerPredictStreamOp(_WithTable, lookups.StringIndexerPredictBatchOp):
    over_tables = lookups.StringIndexerPredictBatchOp

    def check_known(self, model, rows, name):
        if self._coming is None:
            super().check_known(model, rows, name)
            return
        what = "is not a token of the model"
        cure = "setHandleInvalid('KEEP') or 'SKIP' takes such rows"
        self._refused.append(refusal(self, _FOUND + "0 IS NULL", [name], what, cure))


class IndexToStringPredictStreamOp(_WithTable, lookups.IndexToStringPredictBatchOp):
    over_tables = lookups.IndexToStringPredictBatchOp
