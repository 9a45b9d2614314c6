"""libpaisql_examples.so: rows of columns as tf.train.Example, and back (src/libraries/examples)."""

import ctypes
import functools

import numpy as np
import pyarrow as pa

from paisql.job import own_files

_SCHEMA_BYTES, _ARRAY_BYTES = 72, 80  # of the two structs of the Arrow C data interface

_INT = ctypes.c_int64
_POINTER = ctypes.c_void_p

NOT_AN_EXAMPLE, MISSING, EMPTY, WRONG_KIND = 1, 2, 3, 4
LIST_NAMES = {1: "a bytes_list", 2: "a float_list", 3: "an int64_list"}

_FUNCTIONS = {
    "encoder": (_POINTER, [_POINTER, ctypes.c_int, ctypes.c_char_p]),
    "problem": (ctypes.c_char_p, [_POINTER]),
    "encode": (_POINTER, [_POINTER, _POINTER, _INT, _INT, ctypes.POINTER(_INT)]),
    "null": (None, [_POINTER, ctypes.POINTER(_INT), ctypes.POINTER(_INT)]),
    "end_encoder": (None, [_POINTER]),
    "decoder": (_POINTER, []),
    "column": (None, [_POINTER, ctypes.c_char_p, ctypes.c_char]),
    "add": (ctypes.c_int, [_POINTER, ctypes.c_char_p, _INT] + 2 * [ctypes.POINTER(ctypes.c_int)]),
    "add_all": (
        ctypes.c_int,
        [_POINTER, ctypes.c_char_p, ctypes.c_void_p, _INT, ctypes.POINTER(_INT)] + 2 * [ctypes.POINTER(ctypes.c_int)],
    ),
    "add_records": (
        ctypes.c_int,
        [_POINTER, ctypes.c_char_p, _INT, ctypes.POINTER(_INT)] + 2 * [ctypes.POINTER(ctypes.c_int)],
    ),
    "whole": (_INT, [ctypes.c_char_p, _INT, ctypes.POINTER(_INT)]),
    "rows": (_INT, [_POINTER]),
    "bytes": (_INT, [_POINTER]),
    "integers": (ctypes.POINTER(ctypes.c_int64), [_POINTER, ctypes.c_int]),
    "floats": (ctypes.POINTER(ctypes.c_float), [_POINTER, ctypes.c_int]),
    "offsets": (ctypes.POINTER(ctypes.c_int64), [_POINTER, ctypes.c_int]),
    "texts": (_POINTER, [_POINTER, ctypes.c_int]),
    "clear": (None, [_POINTER]),
    "end_decoder": (None, [_POINTER]),
}


@functools.lru_cache(maxsize=None)
def _library():
    library = ctypes.CDLL(own_files.library("libpaisql_examples.so"))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "paisql_examples_" + name)
        function.restype, function.argtypes = result, arguments
    return library


class _Exported:
    """A record batch in the C data interface, until the end of a with block."""

    def __init__(self, batch):
        self._batch = batch
        self.schema = (ctypes.c_uint8 * _SCHEMA_BYTES)()
        self.array = (ctypes.c_uint8 * _ARRAY_BYTES)()

    def __enter__(self):
        self._batch._export_to_c(ctypes.addressof(self.array), ctypes.addressof(self.schema))
        return self

    def __exit__(self, *_):
        # Taking the structs back releases them.
        pa.RecordBatch._import_from_c(ctypes.addressof(self.array), ctypes.addressof(self.schema))


class NullCell(Exception):
    """A NULL in column `column`, in row `row` of the batch."""

    def __init__(self, column, row):
        super().__init__(column, row)
        self.column, self.row = column, row


class BadTensor(Exception):
    """A text of column `column`, in row `row` of the batch, that is not a such tensor: `why`."""

    def __init__(self, column, row, why):
        super().__init__(column, row, why)
        self.column, self.row, self.why = column, row, why


def encode(batch, first=0, step=1, omit_nulls=False, tensors=""):
    """The rows first, first + step, ... of a pyarrow.RecordBatch as the bytes of TFRecords.

    Its columns are integers, floats, strings or bytes. NullCell for a NULL, unless these are left out.
    tensors  what the texts of columns are as tensors (paisql.alink_task.tensors.lines()); BadTensor for
             one that does not fit
    """
    library = _library()
    with _Exported(batch) as exported:
        encoder = library.paisql_examples_encoder(ctypes.addressof(exported.schema), omit_nulls, tensors.encode())
        try:
            problem = library.paisql_examples_problem(encoder)
            if problem:
                raise ValueError(problem.decode())
            size = _INT()
            start = library.paisql_examples_encode(
                encoder, ctypes.addressof(exported.array), first, step, ctypes.byref(size)
            )
            if start:
                return ctypes.string_at(start, size.value)
            column, row = _INT(), _INT()
            library.paisql_examples_null(encoder, ctypes.byref(column), ctypes.byref(row))
            if column.value >= 0:
                name, why = batch.schema.names[column.value], library.paisql_examples_problem(encoder)
                if why:
                    raise BadTensor(name, row.value, why.decode("utf-8", "replace"))
                raise NullCell(name, row.value)
            return b""
        finally:
            library.paisql_examples_end_encoder(encoder)


def whole_records(data):
    """(size, number) of the whole TFRecords that `data` begins with; ValueError for a damaged one."""
    count = _INT()
    size = _library().paisql_examples_whole(data, len(data), ctypes.byref(count))
    if size < 0:
        raise ValueError("its checksum is not that of its bytes")
    return size, count.value


class Refused(Exception):
    """Why an Example is not a row: one of the numbers above, the column's number, the list found.

    `row` is its number among those that were given together, from 0.
    """

    def __init__(self, fault, column, found, row=0):
        super().__init__(fault, column, found)
        self.fault, self.column, self.found, self.row = fault, column, found, row


_WANTED = {"STRING": 1, "BINARY": 1, "FLOAT": 2, "DOUBLE": 2}


def why(refused, columns):
    """A Refused of Examples for these columns, [(name, type)], in words."""
    name, kind = columns[refused.column]
    if refused.fault == MISSING:
        return "the Example has no feature '%s', which the output's columns name" % name
    if refused.fault == EMPTY:
        return "the feature '%s' has no value" % name
    if refused.fault == WRONG_KIND:
        found = LIST_NAMES.get(refused.found, "another list")
        wanted = LIST_NAMES[_WANTED.get(kind, 3)]
        return "the feature '%s' is %s, and a column of %s takes %s" % (name, found, kind, wanted)
    return "this is not a tf.train.Example"


class Decoder:
    """Collects serialised Examples as columns.

    kinds  [(name, "l", "f" or "u")]: integers, floats, texts
    """

    def __init__(self, kinds):
        self._kinds, self._library = kinds, _library()
        self._decoder = self._library.paisql_examples_decoder()
        self._add = self._library.paisql_examples_add
        self._column, self._found = ctypes.c_int(), ctypes.c_int()
        self._places = ctypes.byref(self._column), ctypes.byref(self._found)
        for name, kind in kinds:
            self._library.paisql_examples_column(self._decoder, name.encode(), kind.encode())

    def add(self, example):
        """Refused for bytes that are not a row; nothing of it is kept then."""
        fault = self._add(self._decoder, example, len(example), *self._places)
        if fault:
            raise Refused(fault, self._column.value, self._found.value)

    def add_all(self, serialised):
        """Adds a list of Examples; Refused for the first that is not a row, and those after it are left out."""
        sizes = np.fromiter(map(len, serialised), np.int64, len(serialised))
        ends = np.cumsum(sizes)
        row = _INT()
        fault = self._library.paisql_examples_add_all(
            self._decoder, b"".join(serialised), ends.ctypes.data, len(serialised), ctypes.byref(row), *self._places
        )
        if fault:
            raise Refused(fault, self._column.value, self._found.value, row.value)

    def add_records(self, data):
        """Adds whole TFRecords, one after the other; Refused as add_all()."""
        row = _INT()
        fault = self._library.paisql_examples_add_records(
            self._decoder, data, len(data), ctypes.byref(row), *self._places
        )
        if fault:
            raise Refused(fault, self._column.value, self._found.value, row.value)

    @property
    def text_bytes(self):
        return self._library.paisql_examples_bytes(self._decoder)

    def take(self):
        """One Arrow array a column, int64, float32 or large_binary; the decoder is empty then."""
        library, decoder = self._library, self._decoder
        count = library.paisql_examples_rows(decoder)
        arrays = []
        for number, (_, kind) in enumerate(self._kinds):
            if kind == "u":
                offsets = _copy(library.paisql_examples_offsets(decoder, number), count + 1)
                text = ctypes.string_at(library.paisql_examples_texts(decoder, number), int(offsets[-1]))
                buffers = [None, pa.py_buffer(offsets), pa.py_buffer(text)]
                arrays.append(pa.Array.from_buffers(pa.large_binary(), count, buffers))
            else:
                name = "integers" if kind == "l" else "floats"
                values = getattr(library, "paisql_examples_" + name)(decoder, number)
                arrays.append(pa.array(_copy(values, count)))
        library.paisql_examples_clear(decoder)
        return arrays

    def close(self):
        if self._decoder is not None:
            self._library.paisql_examples_end_decoder(self._decoder)
            self._decoder = None


def _copy(pointer, count):
    if count == 0:
        return np.empty(0, dtype=pointer._type_)
    return np.ctypeslib.as_array(pointer, (count,)).copy()
