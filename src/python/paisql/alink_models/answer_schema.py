"""outputSchemaStr of predictors: which columns, and of which Alink type."""

from paisql.alink_models import ModelError, alink_columns, column_types

# What becomes of an answer that is not a plain number: its elements with blanks between them, those that are
# not 0 with their places, or the text of a tensor ("" for one of its own type).
_FORMS = {
    "STRING": ("joined", ""),
    "VARCHAR": ("joined", ""),
    "VECTOR": ("joined", ""),
    "DENSE_VECTOR": ("joined", ""),
    "SPARSE_VECTOR": ("sparse", ""),
    "TENSOR": ("tensor", ""),
    "FLOAT_TENSOR": ("tensor", "FLOAT"),
    "DOUBLE_TENSOR": ("tensor", "DOUBLE"),
    "INT_TENSOR": ("tensor", "INT"),
    "LONG_TENSOR": ("tensor", "LONG"),
    "BYTE_TENSOR": ("tensor", "BYTE"),
    "UBYTE_TENSOR": ("tensor", "UBYTE"),
    "BOOL_TENSOR": ("tensor", "BOOLEAN"),
    "STRING_TENSOR": ("tensor", "STRING"),
}
_NUMBERS = "BOOLEAN, TINYINT, SMALLINT, INT, BIGINT (or LONG), FLOAT, DOUBLE"


class Column:
    """name, type (Alink's), arrow, form ("number", "joined", "sparse" or "tensor"), tensor (its type)."""

    def __init__(self, name, kind):
        self.name, self.type = name, kind.upper()
        self.form, self.tensor = _FORMS.get(self.type, ("number", ""))
        try:
            self.arrow = column_types.ARROW[alink_columns.type_of(kind)]
        except (KeyError, ValueError):
            raise ModelError(
                "outputSchemaStr: a model gives no '%s' for column '%s': write one of %s, %s"
                % (kind, name, _NUMBERS, ", ".join(_FORMS))
            ) from None


def read(text):
    """The Columns of "name type, name type"; ModelError for any other text."""
    found = []
    for part in text.split(","):
        words = part.split()
        if len(words) != 2:
            raise ModelError("outputSchemaStr: '%s' is not a name and a type" % part.strip())
        if words[0].lower() in (column.name.lower() for column in found):
            raise ModelError("outputSchemaStr: column '%s' appears twice" % words[0])
        found.append(Column(*words))
    return found
