"""Types of columns that models take and give: MaxCompute's names and Arrow's types."""

import pyarrow as pa

ARROW = {
    "BIGINT": pa.int64(),
    "INT": pa.int32(),
    "SMALLINT": pa.int16(),
    "TINYINT": pa.int8(),
    "FLOAT": pa.float32(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "STRING": pa.string(),
}
_NAMES = {
    **{kind: name for name, kind in ARROW.items()},
    pa.large_string(): "STRING",
    pa.binary(): "BINARY",
    pa.date32(): "DATE",
}


def name_of(kind):
    """An Arrow type as SQL calls it."""
    if pa.types.is_list(kind):
        return "ARRAY<%s>" % name_of(kind.value_type)
    if pa.types.is_decimal(kind):
        return "DECIMAL(%d,%d)" % (kind.precision, kind.scale)
    if pa.types.is_timestamp(kind):
        return "DATETIME" if kind.tz else "TIMESTAMP"
    if pa.types.is_map(kind) or pa.types.is_struct(kind):
        return "MAP" if pa.types.is_map(kind) else "STRUCT"
    return _NAMES.get(kind) or str(kind).upper()
