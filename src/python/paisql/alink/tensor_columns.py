"""Columns of tensors on their way to a script, which gets their elements as Alink's scripts do.

A tensor is a text in a table, FLOAT#2,3#1 2 3 4 5 6. A column of texts whose first value is one holds
tensors.
"""

import re

from paisql.alink_models.alink_columns import bare, parts_of

_TENSOR = re.compile(r"(FLOAT|DOUBLE|INT|LONG|BYTE|UBYTE|BOOLEAN|STRING)#([0-9]+(,[0-9]+)*)?#", re.ASCII)


def found(columns, row):
    """The names of the columns, [(name, type)], whose value in `row` is a tensor."""
    return [
        name
        for (name, kind), value in zip(columns, row)
        if bare(kind) == "STRING" and isinstance(value, str) and _TENSOR.match(value)
    ]


def of_schema(schema):
    """The names of the columns of a schemaStr that are tensors by their type."""
    words = [part.split(None, 1) for part in parts_of(schema)]
    return [one[0].strip("`") for one in words if len(one) == 2 and one[1].strip().upper().endswith("TENSOR")]


def chosen(names, selected):
    """Those of the names that are among the columns selected, names with commas between them; all without these."""
    lower = {name.strip().lower() for part in selected or names for name in part.split(",")}
    return [name for name in names if name.lower() in lower]
