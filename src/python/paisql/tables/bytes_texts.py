"""Texts such as b'u5' on their way into a table: what str() of Python 3 makes of bytes.

Scripts that were written for Python 2 write str(x) of a string they have read. Under Python 3 that stores
the quotes, too, and the job would succeed. SET paisql.bytes.text=write; lets such texts through.
"""

import os

import pyarrow as pa
import pyarrow.compute as pc

from paisql.python2 import own_warnings

_LITERAL = r"""b(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
_WHOLE = "^%s$" % _LITERAL
# In str() of a list, a tuple, a dictionary or an array.
_IN_BRACKETS = r"^[\[({](?s:.*)[\[({ ,:]%s" % _LITERAL
_BEGINS_BRACKETS = r"^[\[({]%s" % _LITERAL
_ANYWHERE = "(?:^|[^0-9A-Za-z_])%s" % _LITERAL
_QUOTES = ("b'", 'b"')
_KINDS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)


def _pattern():
    """What is refused: more where a file of the script has taken bytes for text, which Python warns of."""
    if own_warnings.seen():
        return _ANYWHERE
    return "|".join((_WHOLE, _IN_BRACKETS, _BEGINS_BRACKETS))


def first(array):
    """The place of the first such text of an Arrow array; None: it has none, or they are allowed."""
    if not any(of_kind(array.type) for of_kind in _KINDS) or os.environ.get("PAISQL_BYTES_TEXT") == "write":
        return None
    # Most columns have no such quote at all, and this search is the cheapest.
    if not any(pc.any(pc.match_substring(array, quote)).as_py() for quote in _QUOTES):
        return None
    place = pc.index(pc.fill_null(pc.match_substring_regex(array, _pattern()), False), True).as_py()
    return None if place < 0 else place


def why_not(text):
    """The words of the error where the text (str) is such a one, or None."""
    if not any(quote in text for quote in _QUOTES) or first(pa.array([text])) is None:
        return None
    return (
        "%s is the text that str() of Python 3 makes of bytes; write x.decode() instead of str(x) "
        "(options.sql.settings = {'paisql.bytes.text': 'write'} stores such texts)" % _shown(text)
    )


def why(text):
    """The words of the error for such a text (str or bytes)."""
    return (
        "%s is the text that str() of Python 3 makes of bytes; write x.decode() instead of str(x), or SET "
        "paisql.python2=on; for a script that was written for Python 2 (SET paisql.bytes.text=write; stores "
        "such texts)" % _shown(text)
    )


def _shown(text):
    shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return shown if len(shown) < 60 else shown[:57] + "..."
