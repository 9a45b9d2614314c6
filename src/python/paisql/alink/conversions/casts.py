"""Values of one type as those of another, as Alink reads them: expressions of SQL, and whether a value can be read.

A CAST of MaxCompute makes NULL of what it cannot read, or reads the beginning of a text. Here each cast comes with a
condition, so that such a value is an error or a NULL that was asked for.
"""

from paisql.alink.conversions import vector_sql
from paisql.alink_models.alink_columns import INTEGERS, NUMBERS, bare, value_text

_FLOATS = ("FLOAT", "DOUBLE")
# Types that hold all numbers of an integer's type.
_WIDER = {kind: (*INTEGERS[place:], "DECIMAL") for place, kind in enumerate(INTEGERS)}
# A number without Java's letters after it, and neither NaN nor infinity.
DECIMAL = r"[+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?"


class Texts:
    """How texts of numbers are read: patterns of whole texts for the three sorts of numbers.

    true   the condition of the BOOLEAN true, over {0}
    flags  the pattern of texts that are BOOLEANs in lower case; None for all texts
    """

    def __init__(self, integer, real, exact, true, flags):
        self.patterns = dict.fromkeys(INTEGERS, integer)
        self.patterns.update(dict.fromkeys(_FLOATS, real), DECIMAL=exact)
        self.true, self.flags = true, flags

    def cast(self, text, kind):
        """(the value, whether it can be read) of a text, an expression; the latter says nothing of NULL."""
        name = bare(kind)
        if name == "STRING":
            return (text if kind == "STRING" else _plain(text, kind)), "TRUE"
        if name == "BOOLEAN":
            value = self.true.format("LOWER(%s)" % text)
            return value, "TRUE" if self.flags is None else vector_sql.matches("LOWER(%s)" % text, self.flags)
        value, pattern = _plain(text, kind), self.patterns.get(name)
        if name in _FLOATS:
            sign = "IF(%s, '-Infinity', 'Infinity')" % vector_sql.matches(text, r"^\s*-")
            return _or_infinity(text, value, sign, kind), vector_sql.matches(text, pattern)
        read = "%s IS NOT NULL" % value
        return value, read if pattern is None else "(%s AND %s)" % (vector_sql.matches(text, pattern), read)


# As Java's parseLong and parseDouble, which Flink's CAST calls.
JAVA = Texts(r"^[+-]?[0-9]+$", r"^\s*%s\s*$" % vector_sql.NUMBER, "^%s$" % DECIMAL, "{0} = 'true'", None)
# As the parsers of fields in lines, which read the values of JSON, too, when they become columns.
FIELD = Texts(r"^-?[0-9]+$", "^%s$" % vector_sql.NUMBER, "^%s$" % DECIMAL, "{0} IN ('true', '1')", "^(true|false|1|0)$")
# As a JSON reader that knows the type of a value; it takes an empty text for NULL.
JSON = Texts(
    r"^\s*[+-]?[0-9]+\s*$",
    r"^\s*%s\s*$" % vector_sql.NUMBER,
    r"^\s*%s\s*$" % DECIMAL,
    "NOT {0} RLIKE '^(false|-?0+)$'",
    r"^(true|false|-?[0-9]+)$",
)


def _plain(value, kind):
    return "CAST(%s AS %s)" % (value, kind)


def _or_infinity(value, cast, sign, kind):
    """A FLOAT or DOUBLE; Java has an infinity where a number is too large for it."""
    return "IF(%s IS NULL AND %s IS NOT NULL, CAST(%s AS %s), %s)" % (cast, value, sign, kind, cast)


def of_value(value, kind, target):
    """(the value, whether it can be read) of a column of any type but a text; the latter holds for NULLs, too.

    A fraction of a FLOAT or a DOUBLE goes in an integer; a DECIMAL with one is not an integer, as in Java.
    """
    cast, own, name = _plain(value, target), bare(kind), bare(target)
    if own in NUMBERS and name in _FLOATS:
        return _or_infinity(value, cast, "IF(%s < 0, '-Infinity', 'Infinity')" % value, target), "TRUE"
    if own == "DECIMAL" and name in INTEGERS:
        return cast, "COALESCE(%s = %s, %s IS NULL)" % (cast, value, value)
    if name == "STRING":
        return _plain(value_text(value, kind), target), "TRUE"
    if "BOOLEAN" in (own, name) or target in _WIDER.get(own, ()):
        return cast, "TRUE"
    return cast, "(%s IS NULL OR %s IS NOT NULL)" % (value, cast)


def of_number(number, target):
    """(the value, whether it can be read) of a DOUBLE, of which nothing is to be lost."""
    name, cast = bare(target), _plain(number, target)
    if name in INTEGERS:
        return cast, "COALESCE(%s = %s, FALSE)" % (cast, number)
    if name == "BOOLEAN":
        return "(%s = 1)" % number, "%s IN (0, 1)" % number
    if name in _FLOATS:
        return of_value(number, "DOUBLE", target)
    return cast, "%s IS NOT NULL" % cast
