"""Records of CSV by TUNNEL's own reader: libpaisql_csv.so (src/libraries/csv, src/tunnel/csv/csv_cutter.h).

Delimiters are texts of any letters, the quote is a letter or None. A field in quotes may hold delimiters and
line ends; a quote within quotes is doubled; a quote that does not begin a field is a letter like others.
"""

import ctypes
import functools

from paisql.job import own_files

LINE_ENDS = ("\n", "\r\n")  # as delimiters of records: both end a line
LONGEST_RECORD_BYTES = 64 << 20
_BLOCK_BYTES = 1 << 20
_BYTE_ORDER_MARK = "\ufeff".encode()

_INT, _POINTER = ctypes.c_int64, ctypes.c_void_p
_INTS = ctypes.POINTER(_INT)
_FUNCTIONS = {
    "reader": (_POINTER, [ctypes.c_char_p] * 3),
    "end": (None, [_POINTER]),
    "cut": (_INT, [_POINTER, ctypes.c_char_p, _INT, ctypes.c_int, _INTS]),
    "lines": (_INTS, [_POINTER]),
    "first_fields": (_INTS, [_POINTER]),
    "fields": (_POINTER, [_POINTER, ctypes.POINTER(_INTS), ctypes.POINTER(_POINTER)]),
    "problem": (ctypes.c_char_p, [_POINTER, _INT]),
    "column": (_INT, [_POINTER, _INT, _INT, ctypes.POINTER(_POINTER), ctypes.POINTER(_POINTER)]),
}


@functools.lru_cache(maxsize=None)
def _library():
    library = ctypes.CDLL(own_files.library("libpaisql_csv.so"))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "paisql_csv_" + name)
        function.restype, function.argtypes = result, arguments
    return library


class BadRecord(Exception):
    """Why a record cannot be cut into fields."""


class Cutter:
    """Cuts text into records, piece by piece."""

    def __init__(self, fields=",", rows="\n", quote='"'):
        rows = "" if rows in LINE_ENDS else rows
        self._library = _library()
        self._reader = self._library.paisql_csv_reader(fields.encode(), rows.encode(), (quote or "").encode())
        self._count, self._data = 0, b""

    def __del__(self):
        if getattr(self, "_reader", None):
            self._library.paisql_csv_end(self._reader)

    def cut(self, data, at_end):
        """Cuts the whole records of bytes, which records() and column() then have; gives how many bytes they are."""
        count, self._data = _INT(), data  # which the records are views of
        done = self._library.paisql_csv_cut(self._reader, data, len(data), at_end, count)
        self._count = count.value
        return done

    def records(self):
        """Yields (number, values) of each record: the number of its first line, from 1, and bytes or None.

        None stands for an empty field without quotes, [] for an empty line, a BadRecord for a bad record.
        """
        own, count = self._library, self._count
        lines, firsts = (
            own.paisql_csv_lines(self._reader)[:count],
            own.paisql_csv_first_fields(self._reader)[: count + 1],
        )
        places, flags = _INTS(), _POINTER()
        found = own.paisql_csv_fields(self._reader, places, flags)
        ends = places[: firsts[-1]] if firsts[-1] else [0]
        texts, quoted = ctypes.string_at(found, ends[-1]), ctypes.string_at(flags, firsts[-1])
        problems = [own.paisql_csv_problem(self._reader, record) for record in range(count)]
        begin = 0
        for record, number in enumerate(lines):
            values = []
            for field in range(firsts[record], firsts[record + 1]):
                end = ends[field]
                values.append(texts[begin:end] if end > begin or quoted[field] else None)
                begin = end
            if problems[record]:
                yield number, BadRecord(problems[record].decode())
            else:
                yield number, [] if values == [None] else values

    def column(self, fields, column):
        """(rows, offsets, texts) of a column as the buffers of an Arrow array; None unless all records have `fields` fields.

        Empty lines are not rows.
        """
        offsets, cells = _POINTER(), _POINTER()
        rows = self._library.paisql_csv_column(self._reader, fields, column, offsets, cells)
        if rows < 0:
            return None
        places = ctypes.string_at(offsets, 8 * (rows + 1))
        return rows, places, ctypes.string_at(cells, int.from_bytes(places[-8:], "little"))


def records(stream, fields, rows, quote):
    """Yields (number, values) of the records of a binary stream, some MiB in memory, as Cutter.records() does; values are texts.

    A byte order mark at the beginning does not count. UnicodeDecodeError for what is not UTF-8.
    """
    cutter, rest = Cutter(fields, rows, quote), stream.read(_BLOCK_BYTES).removeprefix(_BYTE_ORDER_MARK)
    wanted, number = _BLOCK_BYTES, 1
    while True:
        block = stream.read(wanted)
        rest += block
        done = cutter.cut(rest, not block)
        for number, values in cutter.records():
            yield (
                number,
                values if isinstance(values, BadRecord) else [None if one is None else one.decode() for one in values],
            )
        if not block:
            return
        rest = rest[done:]
        # What was cut in vain is cut again when it has doubled.
        wanted = max(_BLOCK_BYTES, len(rest))
        if len(rest) > LONGEST_RECORD_BYTES:
            raise ValueError("a record after line %d is longer than %d MiB" % (number, LONGEST_RECORD_BYTES >> 20))
