"""Operators that give values for others by a table: numbers of texts, and a dictionary's values."""

from paisql.alink.operator import BatchOperator
from paisql.alink.parameters import COUNT, NAME, NAMES, one_of
from paisql.alink.relational import OneInput
from paisql.alink_models.alink_columns import NUMBERS, all_quoted, bare, quoted, selected, text_of, value_text

__all__ = ["IndexToStringPredictBatchOp", "LookupBatchOp", "StringIndexerPredictBatchOp", "StringIndexerTrainBatchOp"]

_ORDERS = {
    "RANDOM": "RAND()",
    "FREQUENCY_ASC": "alink_count, token",
    "FREQUENCY_DESC": "alink_count DESC, token",
    "ALPHABET_ASC": "token",
    "ALPHABET_DESC": "token DESC",
}


class StringIndexerTrainBatchOp(OneInput):
    """The distinct values of selectedCol, and of selectedCols, as texts with numbers from 0: token, token_index.

    stringOrderType  RANDOM, FREQUENCY_ASC, FREQUENCY_DESC, ALPHABET_ASC or ALPHABET_DESC
    """

    parameters = {"selectedCol": NAME, "selectedCols": NAMES, "stringOrderType": one_of(*_ORDERS)("RANDOM")}
    keeps_rows = True

    def query(self):
        names = [self.needed("selectedCol"), *(self.value("selectedCols") or ())]
        parts = [
            "SELECT %s AS token FROM %s" % (text_of(name, kind), self.one().source())
            for name, kind in dict.fromkeys(self.columns(names))
        ]
        return (
            "SELECT token, ROW_NUMBER() OVER (ORDER BY %s) - 1 AS token_index FROM (SELECT token, "
            "COUNT(*) AS alink_count FROM (%s) tokens WHERE token IS NOT NULL GROUP BY token) counted"
        ) % (_ORDERS[self.value("stringOrderType")], " UNION ALL ".join(parts))


class _ByTable(BatchOperator):
    """Two inputs, the table and the rows, as linkFrom(table, rows)."""

    keeps_rows = True

    def two(self):
        if len(self.inputs) != 2:
            raise ValueError(
                "%s has two inputs, the table and the rows, and %d are linked" % (type(self).__name__, len(self.inputs))
            )
        return self.inputs

    def joined(self, keys, made, as_texts=False):
        """The rows with new columns.

        keys      [(column of the rows, of the table)], whose values meet; of a key the table's last row counts
        made      [(name, column of the table, form)], form an expression in which %s is the column's value
        as_texts  whether keys meet where their texts are the same
        """
        table, rows = self.two()
        kinds = [dict(one.schema()) for one in (rows, table)]

        def key(side, name, kind):
            column = "%s.%s" % (side, quoted(name))
            return value_text(column, kind[name]) if as_texts else column

        keys = [tuple(map(key, "ab", pair, kinds)) for pair in keys]
        parts = self.parts(rows, made, "a.%s", "b.%s")
        last = (
            "(SELECT {names} FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {keys} ORDER BY {place} DESC) AS {rank} "
            "FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY 1) AS {place} FROM {table}) b) ranked WHERE {rank} = 1)"
        ).format(
            names=all_quoted(table.getColNames()),
            keys=", ".join(other for _, other in keys),
            place="alink_place",
            rank="alink_rank",
            table=table.table(),
        )
        return "SELECT %s FROM %s a LEFT JOIN %s b ON %s" % (
            parts,
            rows.table(),
            last,
            " AND ".join("%s <=> %s" % pair for pair in keys),
        )

    def parts(self, rows, made, kept, value):
        """The SELECT list of joined(), for a column that stays and one of the table by these forms of its name."""
        have, chosen = rows.schema(), self.value("reservedCols")
        names = {n for n, _ in (have if chosen is None else selected(chosen, have, type(self).__name__))}
        expressions = {name.lower(): form % (value % quoted(column)) for name, column, form in made}
        parts = [(n, expressions.pop(n.lower(), kept % quoted(n))) for n, _ in have if n in names]
        parts += [(n, expressions[n.lower()]) for n, _, _ in made if n.lower() in expressions]
        return ", ".join("%s AS %s" % (text, quoted(name)) for name, text in parts)

    def of_table(self, text):
        """A constant of a query that follows from the table."""
        return text


class StringIndexerPredictBatchOp(_ByTable):
    """selectedCol's numbers in a table of StringIndexerTrainBatchOp, as linkFrom(model, rows).

    handleInvalid  what a text has that the table does not know: KEEP, the number after the last one; SKIP,
                   NULL; ERROR, an error that shows it
    """

    parameters = {
        "selectedCol": NAME,
        "outputCol": NAME,
        "reservedCols": NAMES,
        "handleInvalid": one_of("KEEP", "SKIP", "ERROR")("KEEP"),
        "numThreads": COUNT(1),
    }

    def query(self):
        model, rows = self.two()
        kind = self.value("handleInvalid")
        ((name, _),) = selected(self.needed("selectedCol"), rows.schema(), type(self).__name__)
        if kind == "ERROR":
            self.check_known(model, rows, name)
        number = "COALESCE(%s, {})".format(self.of_table("%dL" % model.count())) if kind == "KEEP" else "%s"
        return self.joined([(name, "token")], [(self.value("outputCol") or name, "token_index", number)], True)

    def check_known(self, model, rows, name):
        """ValueError for a value of the column that is not a token of the model."""
        from paisql.alink import environment

        found = environment.current().run(
            "SELECT a.{0} FROM {1} a LEFT JOIN {2} b ON {3} = b.token WHERE b.token IS NULL LIMIT 1".format(
                quoted(name), rows.table(), model.table(), value_text("a." + quoted(name), dict(rows.schema())[name])
            )
        )
        if found:
            text = "NULL" if found[0][0] is None else "'%s'" % found[0][0]
            raise ValueError(
                "StringIndexerPredictBatchOp: %s of column '%s' is not a token of the model; "
                "setHandleInvalid('KEEP') or 'SKIP' takes such rows" % (text, name)
            )


class IndexToStringPredictBatchOp(_ByTable):
    """The texts of selectedCol's numbers in a table of StringIndexerTrainBatchOp, as linkFrom(model, rows)."""

    parameters = {"selectedCol": NAME, "outputCol": NAME, "reservedCols": NAMES, "numThreads": COUNT(1)}

    def query(self):
        _, rows = self.two()
        ((name, _),) = selected(self.needed("selectedCol"), rows.schema(), type(self).__name__)
        return self.joined([(name, "token_index")], [(self.value("outputCol") or name, "token", "%s")], True)


class LookupBatchOp(_ByTable):
    """Values of a dictionary by their keys, as linkFrom(dictionary, rows); NULL where it has none.

    Of a key that stands there several times the last row counts, and NULL is a key, as in Alink.

    selectedCols              the rows' columns that are looked up
    mapKeyCols, mapValueCols  the dictionary's; where nothing is said, its first columns are the keys
    outputCols                names of the new columns; mapValueCols without them
    """

    parameters = {
        "selectedCols": NAMES,
        "mapKeyCols": NAMES,
        "mapValueCols": NAMES,
        "outputCols": NAMES,
        "reservedCols": NAMES,
        "numThreads": COUNT(1),
    }

    def query(self):
        table, rows = self.two()
        what = type(self).__name__
        chosen, have = selected(self.needed("selectedCols"), rows.schema(), what), table.schema()
        given = self.value("mapKeyCols")
        keys = have[: len(chosen)] if given is None else selected(given, have, what)
        given = self.value("mapValueCols")
        values = [one for one in have if one not in keys] if given is None else selected(given, have, what)
        names = self.value("outputCols") or [name for name, _ in values]
        if len(keys) != len(chosen) or len(names) != len(values):
            raise ValueError(
                "%s: %d selectedCols for %d keys, and %d outputCols for %d values"
                % (what, len(chosen), len(keys), len(names), len(values))
            )
        pairs = [self._pair(one, key) for one, key in zip(chosen, keys)]
        return self.joined(pairs, [(new, name, "%s") for new, (name, _) in zip(names, values)])

    def _pair(self, one, key):
        """Columns whose values are compared; ValueError where they are not of one type, and not both numbers."""
        (name, kind), (other_name, other) = one, key
        kinds = {bare(kind), bare(other)}
        if len(kinds) > 1 and not kinds <= set(NUMBERS):
            raise ValueError(
                "%s: column '%s' is %s, and the key '%s' is %s; CAST one of them in a select"
                % (type(self).__name__, name, kind, other_name, other)
            )
        return name, other_name
