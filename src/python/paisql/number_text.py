"""Texts as numbers, by one rule wherever Python reads them: that of the vectorised readers of CSV.

Python's own int() and float() take more: underscores, digits of every script, line ends around a number.
"""

import re

_BLANKS = " \t"
_INTEGER = re.compile("(-?)0*([0-9]+)")
_REAL = re.compile(
    r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|(nan)(?:\([a-z0-9_]*\))?)",
    re.ASCII | re.IGNORECASE,
)
_MOST_DIGITS = 4300  # Python reads no more in a time that grows with them alone
_MOST_SHOWN = 40


def _shown(text):
    return "'%s'" % (text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "...")


def integer(text):
    """An int of decimal digits with an optional "-" before them. Blanks and tabs around it count for nothing.

    ValueError for any other text; how large it may be is the caller's to say.
    """
    found = _INTEGER.fullmatch(text.strip(_BLANKS))
    if found is None:
        raise ValueError("%s is no integer" % _shown(text))
    if len(found[2]) > _MOST_DIGITS:
        raise ValueError("%s has %d digits, too many for an integer" % (_shown(text), len(found[2])))
    return int(found[1] + found[2])


def real(text):
    """A float of a number with an optional sign, point and exponent, or of inf, infinity or nan in any case.

    Blanks and tabs around it count for nothing; what is beyond every float is infinite. ValueError for any
    other text.
    """
    text = text.strip(_BLANKS)
    found = _REAL.fullmatch(text)
    if found is None:
        raise ValueError("%s is no number" % _shown(text))
    return float("nan" if found[1] else text)
