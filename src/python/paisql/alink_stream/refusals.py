"""Parts of a stream's query by which its rows are not counted.

A stream goes on where another one has ended that has the same query but for these parts, which stand
between marks: conditions that end it at a row, and leave out none, and what tables give, unless a
condition chooses rows by it.
"""

import hashlib
import re

_NO_ROW, _TABLE, _CHOSEN, _END = "/* no row but */", "/* a table's */", "/* a table's that chooses */", "/* goes on */"


def with_refusals(query, conditions):
    """The query, which has no WHERE, with conditions that are true for every row or an error."""
    return "%s %s WHERE %s %s" % (query, _NO_ROW, " AND ".join(conditions), _END)


def of_table(text):
    """An expression that follows from a table as it is, and of which each row gets a value."""
    return "%s %s %s" % (_TABLE, text, _END)


def choosing(query):
    """A query whose rows are chosen by what it has made: what a table has given to it counts."""
    return query.replace(_TABLE, _CHOSEN)


def what_counts(text):
    """The text of a query without these parts, with a checksum of what tables choose by."""
    for mark in (_TABLE, _NO_ROW):
        text = re.sub(_between(mark), "", text, flags=re.DOTALL)
    return re.sub(_between(_CHOSEN), _checksum, text, flags=re.DOTALL)


def _between(mark):
    return " ?%s(.*?)%s" % (re.escape(mark), re.escape(_END))


def _checksum(match):
    return " " + hashlib.sha256(match[1].encode()).hexdigest()
