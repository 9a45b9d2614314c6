"""Conditions of a stream's query that end it at a row, and leave out none.

They stand between marks, since a stream goes on where another one has ended that has the same query
but for them: rows are counted alike.
"""

import re

_BEGIN, _END = "/* no row but */", "/* goes on */"


def with_refusals(query, conditions):
    """The query, which has no WHERE, with conditions that are true for every row or an error."""
    return "%s %s WHERE %s %s" % (query, _BEGIN, " AND ".join(conditions), _END)


def without_refusals(text):
    """The text of a query as if there were no such conditions in it."""
    return re.sub(r" %s.*?%s" % (re.escape(_BEGIN), re.escape(_END)), "", text, flags=re.DOTALL)
