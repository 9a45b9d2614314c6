"""Arrays in the types in which others want them. This module travels to the cluster's processes, too."""


def fit(array, kind):
    """An array as the Arrow type `kind` holds the same values: instants lose their zone, which is UTC. Intervals come
    as numbers of microseconds, NULLs without a type as texts."""
    import pyarrow as pa

    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if array.type == kind:
        return array
    if not _is_carried(kind):
        return array.cast(kind)
    if pa.types.is_null(kind):
        return pa.nulls(len(array))
    if array.offset:
        array = array.take(pa.array(range(len(array))))
    if pa.types.is_nested(kind):
        return _fit_nested(array, kind)
    return _of_microseconds(array, kind)


def _is_carried(kind):
    """Whether values of the type came as something else (CarriedType in kernel.h)."""
    import pyarrow as pa

    if pa.types.is_nested(kind):
        return any(_is_carried(kind.field(i).type) for i in range(kind.num_fields))
    return pa.types.is_null(kind) or kind == pa.month_day_nano_interval()


def _of_microseconds(array, kind):
    import struct

    import pyarrow as pa

    day = 86_400_000_000
    cells = bytearray()
    for value in array.to_pylist():
        # As the engine on this machine divides it: days and the rest have the value's sign.
        days, rest = divmod(abs(value or 0), day)
        sign = -1 if (value or 0) < 0 else 1
        cells += struct.pack("<iiq", 0, sign * days, sign * rest * 1000)
    return pa.Array.from_buffers(kind, len(array), [array.buffers()[0], pa.py_buffer(bytes(cells))])


def _fit_nested(array, kind):
    import pyarrow as pa

    valid = array.buffers()[0]
    if pa.types.is_struct(kind):
        fields = [fit(array.field(i), kind.field(i).type) for i in range(kind.num_fields)]
        return pa.Array.from_buffers(kind, len(array), [valid], children=fields)
    if pa.types.is_map(kind):
        entries = kind.field(0).type
        parts = [fit(array.keys, kind.key_type), fit(array.items, kind.item_type)]
        child = pa.Array.from_buffers(entries, len(array.keys), [None], children=parts)
        return pa.Array.from_buffers(kind, len(array), [valid, array.offsets.buffers()[1]], children=[child])
    width = pa.int64() if pa.types.is_large_list(kind) else pa.int32()
    offsets = array.offsets.cast(width)
    values = fit(array.values, kind.value_type)
    return pa.Array.from_buffers(kind, len(array), [valid, offsets.buffers()[1]], children=[values])
