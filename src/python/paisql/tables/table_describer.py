"""Says to the operations that learn of table URLs while a graph runs what each of them stands for.

The other side is src/libraries/tensors/records/table_describer.h.
"""

import atexit
import ctypes
import functools
import json

from paisql.tables import columns as column_rules
from paisql.tables import rows, table_source

_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p)


def selection(selected_cols, excluded_cols, slice_id, slice_count):
    """The text of these arguments of rows.RowRange, as an operation's attribute has it."""
    return json.dumps([selected_cols, excluded_cols, int(slice_id), int(slice_count)])


@functools.lru_cache(maxsize=None)
def install():
    """Has this process answer for its job's tables until the interpreter ends."""
    table_source.library()  # TensorFlow has to be the first to load it, to know its operations
    library = ctypes.CDLL(table_source.library_path())
    library.paisql_answer.argtypes = [ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_int64] * 2]
    library.paisql_refuse.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.paisql_set_describer.argtypes = [_FUNCTION]

    @_FUNCTION
    def describe(url, chosen, answer):
        try:
            found = rows.RowRange(url.decode(), *json.loads(chosen))
            for column in found.columns:
                column_rules.family(column, found.table.name)
            text = json.dumps(found.description())
            library.paisql_answer(answer, text.encode(), len(found.columns), found.start)
        except Exception as error:  # noqa: BLE001  no caller could catch it
            library.paisql_refuse(answer, str(error).encode() or repr(error).encode())

    library.paisql_set_describer(describe)
    # A thread of a session may still run when there is no interpreter to ask any more.
    atexit.register(library.paisql_set_describer, _FUNCTION())
    return describe  # kept by the cache for as long as it may be called
