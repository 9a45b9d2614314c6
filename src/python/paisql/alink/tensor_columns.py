"""Columns of tensors on their way to a script, which gets their elements as Alink's scripts do.

A tensor is a text in a table, FLOAT#2,3#1 2 3 4 5 6. A STRING column whose first value is one holds
tensors; a script gets them as lists, and their shape in tensor_shapes.txt.
"""

import re

from paisql.alink.columns import quoted

_TENSOR = re.compile(r"(FLOAT|DOUBLE|INT|LONG|BYTE|UBYTE|BOOLEAN)#([0-9]+(?:,[0-9]+)*)?#", re.ASCII)
_HEAD = "^[A-Z]+#[0-9,]*#"
_ELEMENTS = {"FLOAT": "CAST(x AS FLOAT)", "DOUBLE": "CAST(x AS FLOAT)", "BOOLEAN": "IF(x = 'true', 1L, 0L)"}


def found(columns, row):
    """{name: (type of elements, shape)} of the columns, [(name, type)], whose value in `row` is a tensor."""
    tensors = {}
    for (name, kind), value in zip(columns, row):
        match = _TENSOR.match(value) if kind == "STRING" and isinstance(value, str) else None
        if match is not None:
            sizes = (match[2] or "").split(",")
            tensors[name] = (match[1], [int(size) for size in sizes if size])
    return tensors


def query(table, columns, tensors):
    """The rows of the table with ARRAYs of the elements for tensors."""
    parts = []
    for name, _ in columns:
        if name not in tensors:
            parts.append(quoted(name))
            continue
        parts.append(
            "TRANSFORM(SPLIT(TRIM(REGEXP_REPLACE({name}, '{head}', '')), ' '), x -> {element}) AS "
            "{name}".format(
                name=quoted(name),
                head=_HEAD,
                element=_ELEMENTS.get(tensors[name][0], "CAST(x AS BIGINT)"),
            )
        )
    return "(SELECT %s FROM %s)" % (", ".join(parts), table)
