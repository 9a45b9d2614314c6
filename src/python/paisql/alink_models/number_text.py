"""Numbers of texts that files and cells hold: what Python's int() and float() take beyond them is refused.

An integer is ASCII digits with or without a sign; a real number may have a point and an exponent, or is
nan, inf or infinity in any letter case. Underscores, blanks and digits of other scripts make no number.
"""

import math
import re

_INTEGER = re.compile(r"[+-]?[0-9]+")
_REAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE | re.ASCII)
_MOST_DIGITS = 4300  # Python reads no more in a time that grows with them alone


def _shown(text):
    return "'%s'" % (text if len(text) <= 40 else text[:37] + "...")


def integer(text):
    """The integer that the text is, of any size; ValueError for any other text."""
    if _INTEGER.fullmatch(text) is None:
        raise ValueError("%s is not an integer" % _shown(text))
    if len(text) > _MOST_DIGITS:
        raise ValueError("%s has %d digits, too many for an integer" % (_shown(text), len(text)))
    return int(text)


def real(text):
    """The number that the text is, as a float; ValueError for any other text, and for too large a number."""
    if _REAL.fullmatch(text) is None:
        if _NOT_FINITE.fullmatch(text) is None:
            raise ValueError("%s is not a number" % _shown(text))
        return float(text)
    number = float(text)
    if math.isinf(number):
        raise ValueError("%s is too large for a number of 64 bits" % _shown(text))
    return number
