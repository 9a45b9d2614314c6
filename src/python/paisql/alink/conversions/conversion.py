"""What operators that change the form of values have in common; used by json_columns, vectors and tensors."""

from paisql.alink import environment
from paisql.alink.conversions import vector_sql
from paisql.alink.parameters import COUNT, INVALID, NAME, NAMES
from paisql.alink.relational import OneInput
from paisql.alink_models.alink_columns import quoted, selected, text_of


class Conversion(OneInput):
    """New columns beside those that are kept; one that is called as a kept column takes its place.

    A class names its parameter for rows that cannot be read in `invalid`: ERROR is an error with such a
    value, SKIP makes NULLs of the row's new columns.
    """

    parameters = {"reservedCols": NAMES}
    invalid, lenient = "handleInvalid", "'SKIP'"
    keeps_rows = True  # so that rows are looked through once

    def skips(self):
        """Whether rows that cannot be read are NULL."""
        return self.value(self.invalid) == "SKIP"

    def check(self, is_bad, shown, what, rows=None):
        """ValueError with `shown` of the first row for which `is_bad` is true; both are expressions."""
        if self.skips():
            return
        statement = "SELECT %s FROM %s WHERE %s LIMIT 1" % (
            shown,
            rows + " parsed" if rows else self.one().table(),
            is_bad,
        )
        found = environment.current().run(statement)
        if found:
            self._refuse(", ".join(_text(value) for value in found[0]), what)

    def check_parts(self, shown, parts, rows=None):
        """check() of several things: parts [(condition, what, value)] of which the first true one is reported.

        what has "%s" for the value, an expression, where there is one.
        """
        if self.skips():
            return
        whens = ["WHEN %s THEN %d" % (bad, place) for place, (bad, _, _) in enumerate(parts)]
        values = ["WHEN %s THEN %s" % (bad, value or "''") for bad, _, value in parts]
        statement = "SELECT %s, CASE %s END, CASE %s END FROM %s WHERE %s LIMIT 1" % (
            shown,
            " ".join(whens),
            " ".join(values),
            rows + " parsed" if rows else self.one().table(),
            " OR ".join(bad for bad, _, _ in parts),
        )
        found = environment.current().run(statement)
        if found:
            _, what, value = parts[found[0][1]]
            self._refuse(_text(found[0][0]), what.replace("%s", _text(found[0][2]), 1) if value else what)

    def _refuse(self, shown, what):
        cure = "set%s(%s)" % (self.invalid[0].upper() + self.invalid[1:], self.lenient)
        raise ValueError("%s: %s %s; %s makes NULLs of such rows" % (type(self).__name__, shown, what, cure))

    def kept(self):
        """The columns that stay: reservedCols, in their order in the input, else all."""
        columns, chosen = self.one().schema(), self.value("reservedCols")
        if chosen is None:
            return [name for name, _ in columns]
        wanted = {name for name, _ in selected(chosen, columns, type(self).__name__)} if chosen else ()
        return [name for name, _ in columns if name in wanted]

    def with_made(self, made, rows=None):
        """The query of the kept columns and of made ones, [(name, expression)]."""
        expressions = {name.lower(): text for name, text in made}
        parts = [(name, expressions.pop(name.lower(), quoted(name))) for name in self.kept()]
        parts += [(name, text) for name, text in made if name.lower() in expressions]
        texts = ["%s AS %s" % (text, quoted(name)) for name, text in parts]
        return "SELECT %s FROM %s" % (", ".join(texts), rows or self.of())


def _text(value):
    text = "NULL" if value is None else "'%s'" % value
    return text if len(text) <= 80 else text[:77] + "...'"


class OneColumn(Conversion):
    """One column, selectedCol, becomes outputCol, or itself where there is none.

    numThreads  has no effect: SQL uses all cores
    """

    parameters = dict(
        Conversion.parameters, selectedCol=NAME, outputCol=NAME, handleInvalidMethod=INVALID, numThreads=COUNT(1)
    )
    aliases = {"handleInvalid": "handleInvalidMethod"}
    invalid = "handleInvalidMethod"
    what = ""  # that a value is not

    def is_valid(self):
        """Whether a value, which is not NULL, can be converted; over the columns of vector_sql.parsed()."""
        raise NotImplementedError

    def converted(self):
        """What is made of a valid value, over the same columns."""
        raise NotImplementedError

    def query(self):
        ((name, kind),) = self.columns(self.needed("selectedCol"))
        text = text_of(name, kind)
        valid = "%s IS NOT NULL AND COALESCE(%s, FALSE)" % (vector_sql.TEXT, self.is_valid())
        # Rows that are looked through before they are converted are computed once.
        rows = vector_sql.parsed(text, self.of() if self.skips() else self.one().table())
        self.check("%s IS NOT NULL AND NOT (%s)" % (vector_sql.TEXT, valid), vector_sql.TEXT, self.what, rows)
        name = self.value("outputCol") or self.needed("selectedCol")
        return self.with_made([(name, "CASE WHEN %s THEN %s END" % (valid, self.converted()))], rows + " parsed")
