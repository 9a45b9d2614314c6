"""TIMESTAMP and TIMESTAMP_NTZ in Parquet files: DECIMAL(21,9), seconds since 1970 with nanoseconds.

64 bits do not hold the nanoseconds of the years 1 to 9999. A TIMESTAMP is the UTC instant, a
TIMESTAMP_NTZ the wall clock. Files of earlier versions hold Arrow timestamps: see today_of().
"""

import datetime

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

ARROW_TYPE = pa.decimal128(21, 9)

_NANOS = 10**9
_WORD_SECONDS, _WORD_NANOS = divmod(2**64, _NANOS)
_UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
_EPOCH = datetime.datetime(1970, 1, 1)


def _from_words(low, high, valid):
    """An array of the numbers high * 2**64 + low (uint64 and int64 arrays)."""
    words = np.empty((len(low), 2), np.uint64)
    words[:, 0], words[:, 1] = low, high.view(np.uint64)
    validity = pa.array(valid, pa.bool_()).buffers()[1]
    return pa.Array.from_buffers(ARROW_TYPE, len(low), [validity, pa.py_buffer(words)])


def from_nanos(values):
    """An array of nanoseconds since 1970, given as integers of any size or None."""
    numbers = [0 if value is None else value for value in values]
    low = np.array([number & (2**64 - 1) for number in numbers], np.uint64)
    high = np.array([number >> 64 for number in numbers], np.int64)
    return _from_words(low, high, [value is not None for value in values])


def from_datetimes(values):
    """An array of datetimes or None; what has a zone is taken as the UTC instant."""
    nanos = []
    for value in values:
        if value is None:
            nanos.append(None)
            continue
        epoch = _EPOCH if value.tzinfo is None else _EPOCH.replace(tzinfo=datetime.timezone.utc)
        since = value - epoch
        micros = (since.days * 86400 + since.seconds) * 10**6 + since.microseconds
        # pandas' Timestamp is a datetime with nanoseconds.
        nanos.append(micros * 1000 + getattr(since, "nanoseconds", 0))
    return from_nanos(nanos)


def today_of(array):
    """The array, or what stands for it today where a file holds Arrow timestamps."""
    if not pa.types.is_timestamp(array.type):
        return array
    unit, numbers = _UNITS[array.type.unit], array.cast(pa.int64())
    if unit > 1:
        return from_nanos([None if n is None else n * unit for n in numbers.to_pylist()])
    low = numbers.fill_null(0).to_numpy(zero_copy_only=False)
    return _from_words(low.view(np.uint64), low >> 63, numbers.is_valid().to_pylist())


def _parts(array):
    """Seconds since 1970, rounded down, and the nanoseconds after them; 0 for NULL."""
    words = np.frombuffer(array.buffers()[1], "<u8").reshape(-1, 2)
    words = words[array.offset : array.offset + len(array)]
    valid = array.is_valid().to_numpy(zero_copy_only=False)
    low, high = np.where(valid, words[:, 0], 0), np.where(valid, words[:, 1], 0).view(np.int64)
    whole, rest = np.divmod(low, np.uint64(_NANOS))
    carried, nanos = np.divmod(high * _WORD_NANOS + rest.astype(np.int64), _NANOS)
    return high * _WORD_SECONDS + whole.astype(np.int64) + carried, nanos


def to_text(array, zone=None):
    """The texts that SQL shows, on the wall clock of `zone` where there is one."""
    seconds, nanos = _parts(array)
    times = pa.array(seconds).cast(pa.timestamp("s", tz=zone))
    if zone:
        times = pc.local_timestamp(times)
    digits = pc.utf8_rtrim(pc.utf8_lpad(pa.array(nanos).cast(pa.string()), 9, "0"), "0")
    points = pa.array(np.where(nanos == 0, "", "."), pa.string())
    texts = pc.binary_join_element_wise(times.cast(pa.string()), points, digits, "")
    return pc.if_else(array.is_valid(), texts, pa.scalar(None, pa.string()))
