"""A PAI statement of parameters: how their values become its words."""

import json

# Lists that a statement has as JSON; others are names, with commas between them.
_JSON_LISTS = {"layers", "userFiles", "userParams"}
# Those to which an empty value says something: no column stays.
_EMPTY_ONES = {"reservedCols"}


def word(value):
    """A value as one word of a statement, in double quotes."""
    if isinstance(value, bool):
        value = "true" if value else "false"
    text = json.dumps(value) if isinstance(value, dict) else str(value)
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def said(values):
    """Those of the values that say something: no None, and no empty text where that is as if it were not there."""
    return {name: v for name, v in values.items() if v is not None and (v != "" or name in _EMPTY_ONES)}


def text(algorithm, values):
    """The statement of those of the values that say something."""
    words = ["-D%s=%s" % (name, word(v)) for name, v in said(values).items()]
    return "PAI -name %s %s" % (algorithm, " ".join(words))


def parameter_values(operator):
    """{name: value} of an operator's parameters in a statement's words, without those that are not set."""
    values = {}
    for name in operator.parameters:
        value = operator.value(name)
        if isinstance(value, (list, tuple)):
            value = json.dumps(list(value)) if name in _JSON_LISTS else ",".join(map(str, value))
        if value is not None:
            values[name] = value
    return values
