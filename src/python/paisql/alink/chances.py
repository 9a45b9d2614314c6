"""Random numbers of outputColConfs as SQL: "x:uniform(2,3);y:gauss(0,1);z:weight_set(1.0,1.0,2.0,5.0)"."""

import math
import re

_ONE = re.compile(r"\s*([^:;]+?)\s*:\s*(\w+)\s*\(([^()]*)\)\s*")
_ALMOST_ALL = 1 - 1e-12


def _uniform(draw, low, high):
    return "%r + %s * %r" % (low, draw, high - low)


def _gauss(draw, mean, deviation):
    # By Box and Muller: a draw, and another one.
    return "%r + %r * SQRT(-2 * LN(1 - %s)) * COS(2 * PI() * RAND())" % (mean, deviation, draw)


def _discrete(draw, pairs):
    """pairs: (value, share), whose shares are of any sum."""
    whole, sum_, whens = math.fsum(share for _, share in pairs), 0.0, []
    for value, share in pairs[:-1]:
        sum_ += share
        whens.append("WHEN %s < %r THEN %r" % (draw, sum_ / whole, value))
    return "CASE %s ELSE %r END" % (" ".join(whens), pairs[-1][0]) if whens else repr(pairs[0][0])


def _poisson(draw, mean):
    share, sum_, pairs = math.exp(-mean), 0.0, []
    while sum_ < _ALMOST_ALL and len(pairs) < 10 * mean + 50:
        pairs.append((float(len(pairs)), share))
        sum_ += share
        share *= mean / len(pairs)
    return _discrete(draw, pairs)


def _weight_set(draw, *numbers):
    return _discrete(draw, list(zip(numbers[::2], numbers[1::2])))


# name: (function, whether it takes so many numbers)
_FORMS = {
    "uniform": (_uniform, lambda numbers: len(numbers) == 2 and numbers[0] <= numbers[1]),
    "uniform_open": (_uniform, lambda numbers: len(numbers) == 2 and numbers[0] <= numbers[1]),
    "gauss": (_gauss, lambda numbers: len(numbers) == 2 and numbers[1] >= 0),
    "poisson": (_poisson, lambda numbers: len(numbers) == 1 and 0 <= numbers[0] <= 700),
    "weight_set": (
        _weight_set,
        lambda numbers: (
            len(numbers) >= 2 and len(numbers) % 2 == 0 and min(numbers[1::2]) >= 0 and sum(numbers[1::2]) > 0
        ),
    ),
}


def expressions(text, names):
    """{column: function of a draw in [0, 1), an SQL expression}; ValueError for what is not a such text."""
    found = {}
    for part in (text or "").split(";"):
        if not part.strip():
            continue
        match = _ONE.fullmatch(part)
        try:
            name, form, numbers = match[1], match[2].lower(), [float(one) for one in match[3].split(",")]
            function, is_right = _FORMS[form]
            right = is_right(numbers) and all(map(math.isfinite, numbers))
        except (KeyError, TypeError, ValueError):
            right = False
        if not right:
            raise ValueError(
                "outputColConfs: '%s' is not one of <column>:uniform(low, high), uniform_open(low, high), "
                "gauss(mean, deviation), poisson(mean), weight_set(value, weight, ...)" % part.strip()
            )
        if name not in names:
            raise ValueError("outputColConfs: there is no column '%s'; there are %s" % (name, ", ".join(names)))
        found[name] = lambda draw, function=function, numbers=numbers: function(draw, *numbers)
    return found
