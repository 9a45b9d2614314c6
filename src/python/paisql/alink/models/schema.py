"""outputSchemaStr of predictors: which columns, and of which Alink type."""

import pyarrow as pa

from paisql.alink.models import ModelError

# Alink's type: the Arrow type of the column, and what becomes of an answer: a number, its elements
# with blanks between them, or the text of a tensor ("" for one of its own type).
_TYPES = {
    "STRING": (pa.string(), "joined", ""),
    "VARCHAR": (pa.string(), "joined", ""),
    "LONG": (pa.int64(), "number", ""),
    "BIGINT": (pa.int64(), "number", ""),
    "INT": (pa.int32(), "number", ""),
    "INTEGER": (pa.int32(), "number", ""),
    "SHORT": (pa.int16(), "number", ""),
    "SMALLINT": (pa.int16(), "number", ""),
    "BYTE": (pa.int8(), "number", ""),
    "TINYINT": (pa.int8(), "number", ""),
    "FLOAT": (pa.float32(), "number", ""),
    "DOUBLE": (pa.float64(), "number", ""),
    "BOOLEAN": (pa.bool_(), "number", ""),
    "BOOL": (pa.bool_(), "number", ""),
    "VECTOR": (pa.string(), "joined", ""),
    "DENSE_VECTOR": (pa.string(), "joined", ""),
    "TENSOR": (pa.string(), "tensor", ""),
    "FLOAT_TENSOR": (pa.string(), "tensor", "FLOAT"),
    "DOUBLE_TENSOR": (pa.string(), "tensor", "DOUBLE"),
    "INT_TENSOR": (pa.string(), "tensor", "INT"),
    "LONG_TENSOR": (pa.string(), "tensor", "LONG"),
    "BYTE_TENSOR": (pa.string(), "tensor", "BYTE"),
    "BOOL_TENSOR": (pa.string(), "tensor", "BOOLEAN"),
    "STRING_TENSOR": (pa.string(), "tensor", "STRING"),
}


class Column:
    """name, type (Alink's), arrow, form ("number", "joined" or "tensor"), tensor (its type)."""

    def __init__(self, name, kind):
        if kind.upper() not in _TYPES:
            raise ModelError(
                "outputSchemaStr: a model gives no '%s' for column '%s': write one of %s"
                % (kind, name, ", ".join(sorted(_TYPES)))
            )
        self.name, self.type = name, kind.upper()
        self.arrow, self.form, self.tensor = _TYPES[self.type]


def read(text):
    """The Columns of "name type, name type"; ModelError for what is none."""
    columns = []
    for part in text.split(","):
        words = part.split()
        if len(words) != 2:
            raise ModelError("outputSchemaStr: '%s' is no name and a type" % part.strip())
        if words[0].lower() in (column.name.lower() for column in columns):
            raise ModelError("outputSchemaStr: column '%s' stands twice" % words[0])
        columns.append(Column(*words))
    return columns
