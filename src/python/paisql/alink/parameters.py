"""Parameters by their names, as Alink has them: set<Name>(), get<Name>(), and what a value has to be.

A class says in `parameters` what it has: {name: kind}, a kind of this module, with its default where there is one:
{"size": COUNT, "order": TEXT("asc")}. A plain value is a default that takes anything, or a list of names by its own name.
"""

import difflib
import operator
import os
import re

from paisql.alink import expressions, statement_defaults
from paisql.alink_models.alink_columns import columns_of

_SHOWN_LETTERS = 200  # of a value in an error


class Kind:
    """What a parameter takes.

    what     in words, for errors
    read     gives a value as operators have it; ValueError, with a reason where there is one, and TypeError for another
    """

    def __init__(self, what, read, default=None):
        self.what, self.read, self.default = what, read, default

    def __call__(self, default):
        """The same kind with a default."""
        return Kind(self.what, self.read, default)

    def checked(self, value, owner, name):
        """The value as operators have it. ValueError names the owner, the parameter, the value, and what it takes."""
        if value is None:
            return None
        try:
            return self.read(value)
        except (TypeError, ValueError, OverflowError) as error:
            shown = repr(value)
            if len(shown) > _SHOWN_LETTERS:
                shown = shown[:_SHOWN_LETTERS] + "..."
            why = "; " + str(error) if isinstance(error, _Reason) else ""
            raise ValueError("%s: %s is %s, not %s%s" % (type(owner).__name__, name, self.what, shown, why)) from None


class _Reason(ValueError):
    """Why a value does not fit its kind, where its kind alone does not say it."""


def _integer(value):
    if isinstance(value, bool):
        raise TypeError
    if isinstance(value, str):
        return int(value)
    if hasattr(value, "item"):
        value = value.item()  # NumPy's
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return operator.index(value)


def _from(least):
    def read(value):
        number = _integer(value)
        if number < least:
            raise ValueError
        return number

    return read


def _number(value):
    if isinstance(value, bool):
        raise TypeError
    return value if isinstance(value, (int, float)) else float(value)


_TRUTHS = {"true": True, "false": False, "1": True, "0": False}


def _truth(value):
    text = str(value).lower()
    if text not in _TRUTHS:
        raise ValueError
    return _TRUTHS[text]


def _text(value):
    if not isinstance(value, str):
        raise TypeError
    return value


def _path(value):
    return _text(os.fspath(value))


def _list_of(read):
    def read_all(value):
        values = [value] if isinstance(value, str) else list(value)
        return [read(one) for one in values]

    return read_all


def _expression(value):
    fault = expressions.fault_of(_text(value))
    if fault is not None:
        raise _Reason(fault)
    return value


def _schema(value):
    try:
        columns_of(_text(value))
    except ValueError as error:
        raise _Reason(error) from None
    return value


def one_of(*words):
    """The kind of a word, in letters of any case; operators have it in capital ones."""

    def read(value):
        if _text(value).upper() not in words:
            raise ValueError
        return value.upper()

    return Kind("%s or %s" % (", ".join(words[:-1]), words[-1]), read)


ANY = Kind("anything", lambda value: value)
COUNT = Kind("an integer from 0 on", _from(0))
POSITIVE = Kind("an integer from 1 on", _from(1))
INTEGER = Kind("an integer", _integer)
NUMBER = Kind("a number", _number)
TRUTH = Kind("True or False", _truth)
TEXT = Kind("a text", _text)
PATH = Kind("a path, a text", _path)
NAME = Kind("the name of a column", _text)
NAMES = Kind("a list of names of columns", _list_of(_text))
TEXTS = Kind("a list of texts", _list_of(_text))
SIZES = Kind("a list of integers from 0 on", _list_of(_from(0)))
EXPRESSION = Kind("an expression of SQL", _expression)
INVALID = one_of("ERROR", "SKIP")("ERROR")
SCHEMA = Kind('columns, "name type, name type"', _schema)

# Lists by their names, where a class says a default alone; those whose names end in Cols are, too.
_LISTS = {
    "inputNames",
    "inputSignatureDefs",
    "jsonPath",
    "layers",
    "outputColTypes",
    "outputNames",
    "outputSignatureDefs",
}

# Where None is a value; of the others it is as if nothing were set.
_NONE_SAYS_NONE = {"fieldDelimiter", "idCol", "quoteChar", "rowDelimiter"}


def kind_of(name, said):
    """The Kind of a parameter by what its class says of it."""
    if isinstance(said, Kind):
        return said
    is_list = name in _LISTS or name.endswith("Cols") and name != "numCols"
    return (TEXTS if is_list else ANY)(said)


class Parameters:
    """Has set<Name>(), which gives the object back, and get<Name>(), the value or its default, of each parameter.

    Made of values by their names, also in dicts. `aliases` of a class: {other name: name}.
    """

    parameters = {}
    aliases = {}

    def __init__(self, *given, **values):
        self._values = {}
        for one in (*given, values):
            for name, value in one.items():
                getattr(self, "set" + name[0].upper() + name[1:])(value)

    def __getattr__(self, name):
        match = re.fullmatch("(set|get)([A-Z].*)", name)
        if match is None:
            raise AttributeError("%s has no %s" % (type(self).__name__, name))
        parameter = match[2][0].lower() + match[2][1:]
        parameter = self.aliases.get(parameter, parameter)
        if parameter not in self.parameters:
            near = difflib.get_close_matches(parameter, self.parameters, 1)
            raise AttributeError(
                "%s has no parameter %s%s"
                % (type(self).__name__, parameter, "; did you mean %s?" % near[0] if near else "")
            )
        if match[1] == "get":
            return lambda: self._shown(parameter)

        def assign(value, *rest):
            value = [value, *rest] if rest else value
            self._values[parameter] = self._kind(parameter).checked(value, self, parameter)
            self.forget()
            return self

        return assign

    def __dir__(self):
        """The setters and getters, too, which editors and notebooks complete."""
        names = [name[0].upper() + name[1:] for name in [*self.parameters, *self.aliases]]
        return [*super().__dir__(), *("set" + name for name in names), *("get" + name for name in names)]

    @classmethod
    def _kind(cls, parameter):
        return kind_of(parameter, cls.parameters[parameter])

    @classmethod
    def default(cls, parameter):
        """The value of a parameter that is not set."""
        return cls._kind(parameter).default

    def forget(self):
        """Lets go what was computed of other values; for classes that compute."""

    def value(self, parameter):
        """The value that was set, else the default. ValueError for any other value, as a file may have it."""
        if self._values.get(parameter) is None and not (parameter in self._values and parameter in _NONE_SAYS_NONE):
            return self.default(parameter)
        return self._kind(parameter).checked(self._values[parameter], self, parameter)

    def needed(self, parameter):
        """The value that must have been set."""
        value = self.value(parameter)
        if value is None:
            raise ValueError("%s needs set%s" % (type(self).__name__, parameter[0].upper() + parameter[1:]))
        return value

    def _shown(self, parameter):
        """What get<Name>() gives: a statement is not told what is its default."""
        value = self.value(parameter)
        return statement_defaults.default_of(self, parameter) if value is None else value
