"""Tables that every worker of a task gets whole: the further inputs of a script component.

As Alink writes them: a file bc_data_<i> in the working folder, a line
for each row, its columns separated by one blank, nothing escaped; user_params has the paths as
ALINK:bc_1, ALINK:bc_2, ...
"""

import os

from paisql.alink_task import TaskError
from paisql.tables import columns as column_rules
from paisql.tables.rows import RowRange

_NULL = "null"


def _texts(array, column):
    """The cells as Java's String.valueOf() shows them, where that is what SQL shows."""
    kind = column_rules.base_type(column.type)
    if kind == "BINARY":
        return [_NULL if v is None else v.decode("utf-8", "replace") for v in array.to_pylist()]
    if kind == "ARRAY":
        raise TaskError(
            "column '%s' is %s, which a line of a further input has no form of; leave it out in a "
            "query" % (column.name, column.type)
        )
    if kind in ("FLOAT", "DOUBLE"):
        return [_NULL if v is None else repr(v) for v in array.to_pylist()]
    texts = column_rules.to_text(array, column.type).to_pylist()
    return [_NULL if text is None else text for text in texts]


def write(settings, work_dir):
    """Writes the tables; gives {"ALINK:bc_1": path, ...}."""
    paths = {}
    for number, url in enumerate(settings.get("broadcasts", []), 1):
        path = os.path.join(work_dir, "bc_data_%d" % number)
        read = RowRange(url)
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            for arrays in read.chunks():
                cells = [_texts(array, column) for array, column in zip(arrays, read.columns)]
                stream.writelines(" ".join(row) + "\n" for row in zip(*cells))
        paths["ALINK:bc_%d" % number] = path
    return paths
