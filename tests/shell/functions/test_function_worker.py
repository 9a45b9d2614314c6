"""Functions of users in their process: python -m paisql.functions.worker."""

import pytest
from function_worker import Failure, FunctionWorker
from paisql.workers import framing

SHAPES = """
from odps.udf import BaseUDAF, BaseUDTF, annotate


@annotate("bigint,bigint->bigint")
class Add(object):
    def evaluate(self, left, right):
        return None if left is None or right is None else left + right


@annotate("*->string")
class Joined(object):
    def evaluate(self, *values):
        return None if None in values else "".join(map(str, values))


@annotate("array<string>,array<bigint>->map<string,bigint>")
class Paired(object):
    def evaluate(self, keys, values):
        return None if keys is None or values is None else dict(zip(keys, values))


@annotate("bigint->double")
class Mean(BaseUDAF):
    def new_buffer(self):
        return [0, 0]

    def iterate(self, buffer, value):
        if value is not None:
            buffer[0] += value
            buffer[1] += 1

    def merge(self, buffer, other):
        buffer[0] += other[0]
        buffer[1] += other[1]

    def terminate(self, buffer):
        return float(buffer[0]) / buffer[1] if buffer[1] else None


@annotate("string->string")
class Pieces(BaseUDTF):
    def process(self, text):
        for piece in (text or "").split("|"):
            if piece:
                self.forward(piece)

    def close(self):
        self.forward("end")


@annotate("->string")
class Nothing(BaseUDTF):
    def process(self):
        self.forward("row")
"""


@pytest.fixture
def worker(tmp_path):
    made = []

    def make(files, *options):
        made.append(FunctionWorker(tmp_path, files, *(options or ("--python", "cp311"))))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_values_of_rows(worker):
    shapes = worker({"shapes.py": SHAPES})
    add = shapes.open("shapes.Add", "bigint,bigint->bigint")
    assert add.evaluate([1, None, 3], [10, 20, None]) == [11, None, None]
    assert add.evaluate([], []) == []
    joined = shapes.open("shapes.Joined", "bigint,string,double->string")
    assert joined.evaluate([1, 2, None], ["a", "\u6570", "c"], [0.5, 1.0, 2.0]) == ["1a0.5", "2\u65701.0", None]
    paired = shapes.open("shapes.Paired", "array<string>,array<bigint>->map<string,bigint>")
    assert paired.evaluate([["a", "b"], None, []], [[1, None], [2], []]) == [{"a": 1, "b": None}, None, {}]
    add.forget()
    assert joined.evaluate([], [], []) == []


def test_rows_of_groups(worker):
    mean = worker({"shapes.py": SHAPES}).open("shapes.Mean", "bigint->double", "aggregate")
    mean.update([1, 2, 1, 9], [10, 5, 20, None])
    mean.update([2], [7])
    states = mean.states([1, 2])
    mean.merge([5, 5], states)
    assert mean.terminate([5, 9, 100]) == [10.5, None, None]
    assert mean.terminate([5, 1, 2]) == [None, None, None]


def test_many_rows_of_a_row(worker):
    shapes = worker({"shapes.py": SHAPES})
    pieces = shapes.open("shapes.Pieces", "string->string", "table")
    assert pieces.process(["a|b", None, "c"]) == [(0, "a"), (0, "b"), (2, "c")]
    many = "|".join(["x"] * 20000)
    assert pieces.process(["y", many]) == [(0, "y")] + [(1, "x")] * 20000
    assert pieces.finish() == [(-1, "end")]
    assert shapes.open("shapes.Nothing", "->string", "table").process(rows=2) == [(0, "row"), (1, "row")]


def test_a_process_that_ends_itself(worker):
    code = "import os\nclass Ends:\n    def evaluate(self, a):\n        os._exit(a)\n"
    ends = worker({"ends.py": code}).open("ends.Ends", "bigint->bigint")
    with pytest.raises(framing.Closed):
        ends.evaluate([7])


def test_what_raises_names_file_line_and_row(worker):
    code = "class Divides:\n    def evaluate(self, a):\n        return 10 // a\n"
    divides = worker({"f.py": code}).open("f.Divides", "bigint->bigint")
    with pytest.raises(Failure) as error:
        divides.evaluate([1, 2, 0, 4])
    told = error.value.told
    assert (told["type"], told["file"], told["line"], told["row"]) == ("ZeroDivisionError", "f.py", 3, 2)
    assert told["trace"].startswith('Traceback (most recent call last):\n  File "f.py", line 3, in evaluate\n')
    assert "paisql" not in told["trace"]
    assert divides.evaluate([5]) == [2]  # the process goes on
