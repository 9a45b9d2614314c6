"""What the Examples of a task hold, as the properties of tf_context say it: sys:input_tf_example_config."""

import json

from paisql.tables import columns as column_rules

# The names of Alink's bridge. What is not a number is a text in an Example.
_TYPES = {
    "TINYINT": "INT_8",
    "SMALLINT": "INT_16",
    "INT": "INT_32",
    "BIGINT": "INT_64",
    "FLOAT": "FLOAT_32",
    "DOUBLE": "FLOAT_64",
    "DECIMAL": "FLOAT_32",
    "BOOLEAN": "INT_64",
}
_TENSORS = {
    "TINYINT": "INT_TENSOR",
    "SMALLINT": "INT_TENSOR",
    "INT": "INT_TENSOR",
    "BIGINT": "LONG_TENSOR",
    "FLOAT": "FLOAT_TENSOR",
    "DOUBLE": "DOUBLE_TENSOR",
}


def of_input(columns, tensors=()):
    """The property of the columns [(name, SQL type)] that a script gets.

    tensors  names of those whose texts are tensors
    """
    return _text(
        # A DOUBLE is narrowed before it becomes an Example.
        (name, "TENSOR" if name in tensors else _type_of("FLOAT" if kind == "DOUBLE" else kind))
        for name, kind in columns
    )


def of_output(columns):
    """The property of the columns [(name, SQL type)] that a script writes."""
    return _text((name, _type_of(kind)) for name, kind in columns)


def _type_of(kind):
    if kind.startswith("ARRAY<"):
        element = column_rules.base_type(kind[len("ARRAY<") : -1])
        return _TENSORS.get(element, "STRING_TENSOR")
    return _TYPES.get(column_rules.base_type(kind), "STRING")


def _text(pairs):
    names, types = zip(*pairs)
    return json.dumps({"names": names, "types": types, "objectType": "ROW"})
