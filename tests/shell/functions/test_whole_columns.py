"""Functions of users that take whole columns (batch=), in their process."""

import pytest
from function_worker import Failure
from test_function_worker import VALUES

WHOLE = """
import numpy as np
from odps.udf import annotate

@annotate("bigint->double", batch=True)
class Halves:
    def evaluate(self, column):
        assert type(column).__name__ == "Series"
        return column.astype(float) / 2

@annotate("string->string", batch="arrow")
class Upper:
    def evaluate(self, column):
        import pyarrow.compute
        return pyarrow.compute.utf8_upper(column)

@annotate("double->double", batch="numpy")
def roots(column):
    return np.sqrt(column)

@annotate("bigint->bigint", batch=True)
class Short:
    def evaluate(self, column):
        return column[1:]
"""


def test_whole_columns(worker):
    whole = worker({"w.py": WHOLE})
    assert whole.open("w.Halves", "bigint->double", whole_columns=True).evaluate([1, None, 4]) == [0.5, None, 2.0]
    assert whole.open("w.Upper", "string->string", whole_columns=True).evaluate(["a", None]) == ["A", None]
    assert whole.open("w.roots", "double->double", whole_columns=True).evaluate([4.0, 9.0]) == [2.0, 3.0]
    with pytest.raises(Failure) as error:
        whole.open("w.Short", "bigint->bigint", whole_columns=True).evaluate([1, 2])
    assert error.value.told["words"] == "return value expected a column of 2 rows but 1 found"


def test_whole_columns_of_each_type(worker):
    code = "from odps.udf import annotate\n"
    for container in ("True", "'arrow'", "'numpy'"):
        name = container.strip("'")
        code += "@annotate('*->string', batch=%s)\ndef same_%s(column):\n    return column\n" % (container, name)
    whole = worker({"w.py": code})
    for kind, values in VALUES.items():
        signature = "%s->%s" % (kind, kind)
        for name in ("True", "arrow", "numpy"):
            if name == "arrow" and "<" in kind:
                continue  # pyarrow takes a tuple for an array
            one = whole.open("w.same_" + name, signature, whole_columns=True)
            for place in (None, *range(len(values) + 1)):
                rows = values * 9
                if place is not None:
                    rows[place:place] = [None]
                if name == "numpy" and None in rows and kind in ("float", "double"):
                    rows = [0.0 if value is None else value for value in rows]  # it would have NaN
                assert one.evaluate(rows) == rows, (name, kind, place)
            assert one.evaluate([None] * 65) == [None] * 65 or kind in ("float", "double")
            assert one.evaluate([]) == []


OTHER_COLUMNS = """
import numpy
import pandas
import pyarrow
from odps.udf import annotate

@annotate("bigint->tinyint", batch="numpy")
def narrowed(column):
    return column

@annotate("bigint->double", batch=True)
def widened(column):
    return column.astype("float32")

@annotate("bigint->bigint", batch=True)
def nullable(column):
    return pandas.array(column, dtype="Int64")

@annotate("string->string", batch="arrow")
def cut(column):
    return pyarrow.chunked_array([column.slice(1, 2), column.slice(0, 1)])

@annotate("boolean->boolean", batch="arrow")
def shifted(column):
    return pyarrow.concat_arrays([column, column]).slice(len(column) - 1, len(column))

@annotate("bigint->bigint", batch="numpy")
def changed(column):
    column += 1
    return column[::-1]

@annotate("bigint->bigint", batch=True)
def halves(column):
    return column / 2
"""


def test_columns_of_other_layouts(worker):
    whole = worker({"o.py": OTHER_COLUMNS})

    def call(name, signature, values):
        return whole.open("o." + name, signature, whole_columns=True).evaluate(values)

    assert call("narrowed", "bigint->tinyint", [1, -128]) == [1, -128]
    assert call("widened", "bigint->double", [1, 3]) == [1.0, 3.0]
    assert call("nullable", "bigint->bigint", [1, None]) == [1, None]
    assert call("cut", "string->string", ["a", "\u6570b", None]) == ["\u6570b", None, "a"]
    assert call("shifted", "boolean->boolean", [True, None, False]) == [False, True, None]
    assert call("changed", "bigint->bigint", [1, 2, 3]) == [4, 3, 2]
    for name, signature, kind, row in (
        ("narrowed", "bigint->tinyint", "OverflowError", 1),
        ("halves", "bigint->bigint", "TypeError", 0),
    ):
        with pytest.raises(Failure) as error:
            call(name, signature, [1, 128])
        assert (error.value.told["type"], error.value.told["row"]) == (kind, row)
