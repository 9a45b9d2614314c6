"""Columns of tensors: Alink's texts of them reach a script as lists of their elements.

A tensor is a text, FLOAT#2,3#1 2 3 4 5 6 (src/libraries/examples/tensor_text.h). What all of a column
are, its first row says. Scripts find that in two files of work_dir, as Alink writes them:
tensor_shapes.txt {"column": [2, 3]} and tensor_types.txt {"column": "float"}.
"""

import json
import os
import re

from paisql.alink_task import TaskError
from paisql.tables import columns as column_rules

_TENSOR = re.compile(r"([A-Z]+)#([0-9]+(?:,[0-9]+)*)?#", re.ASCII)
_TYPES = ("FLOAT", "DOUBLE", "INT", "LONG", "UBYTE", "BOOLEAN", "STRING")
# Of ARRAYs whose shape the statement gives.
_ELEMENTS = {
    "FLOAT": "float",
    "DOUBLE": "double",
    "TINYINT": "int",
    "SMALLINT": "int",
    "INT": "int",
    "BIGINT": "long",
    "STRING": "string",
}


def kind_of(name, text):
    """(type, shape) of the first tensor of a column, such as ("FLOAT", [2, 3]); TaskError for no tensor."""
    match = _TENSOR.match(text)
    if match is not None and match[1] == "BYTE":
        raise TaskError(
            "column '%s': a tf.train.Example has no place for tensors of BYTE; make them INT or UBYTE" % name
        )
    if match is None or match[1] not in _TYPES:
        shown = text if len(text) <= 40 else text[:40] + "..."
        raise TaskError(
            "column '%s': its first value '%s' is not a tensor, such as FLOAT#2,3#1 2 3 4 5 6" % (name, shown)
        )
    return match[1], [int(size) for size in (match[2] or "").split(",") if size]


def first_kinds(wanted, chunks):
    """{column: (type, shape)} of the first value of each that is not NULL.

    wanted  the columns that hold tensors
    chunks  an iterator of {column: Arrow array}
    """
    found = {}
    for arrays in chunks:
        for name in wanted:
            if name not in found:
                text = next((one.as_py() for one in arrays[name] if one.is_valid), None)
                if text is not None:
                    found[name] = kind_of(name, text)
        if len(found) == len(wanted):
            break
    return found


def lines(names, kinds):
    """The encoder's description of columns of these names: a line for each, "FLOAT 2,3" or ""."""
    if not any(name in kinds for name in names):
        return ""
    parts = []
    for name in names:
        kind = kinds.get(name)
        parts.append("%s %s" % (kind[0], ",".join(map(str, kind[1]))) if kind else "")
    return "\n".join(parts) + "\n"


def write(work_dir, settings, columns, kinds):
    """Writes the two files where the component has tensors.

    settings  "tensor_shapes", of ARRAYs, and "tensor_cols", of texts whose kinds are `kinds`
    columns   those that the script gets
    """
    shapes = dict(settings.get("tensor_shapes") or {})
    if not shapes and not settings.get("tensor_cols"):
        return
    types = {}
    for column in columns:
        if column.name in shapes:
            element = re.fullmatch(r"ARRAY<(\w+).*>", column.type)
            kind = element[1] if element else column_rules.base_type(column.type)
            types[column.name] = _ELEMENTS.get(kind, kind.lower())
    for name, (kind, shape) in kinds.items():
        shapes[name], types[name] = shape, kind.lower()
    for file, content in (("tensor_shapes.txt", shapes), ("tensor_types.txt", types)):
        with open(os.path.join(work_dir, file), "w", encoding="utf-8") as stream:
            json.dump(content, stream)
