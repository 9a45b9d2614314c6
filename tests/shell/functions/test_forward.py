"""What table functions forward, in their process."""

import pytest
from function_worker import Failure

FORWARDS = """
from odps.udf import BaseUDTF

class Wide(BaseUDTF):
    def process(self, count, width):
        for i in range(count):
            self.forward(*range(i, i + width))
"""


def test_columns_of_forward(worker):
    wide = worker({"f.py": FORWARDS}).open("f.Wide", "bigint,bigint->bigint,string,bigint", "table")
    for width in (0, 2, 4, 5):
        with pytest.raises(Failure) as error:
            wide.process([0, 1], [3, width])
        words = "forward() takes 3 values, one for each column, but %d were given" % width
        assert (error.value.told["words"], error.value.told["row"]) == (words, 1)
    same = worker({"g.py": FORWARDS}).open("g.Wide", "bigint,bigint->bigint,bigint,bigint", "table")
    counts = [1, 0, 2, 1, 700, 0, 1]
    expected = [(row, i, i + 1, i + 2) for row, count in enumerate(counts) for i in range(count)]
    assert same.process(counts, [3] * 7) == expected


# The exception comes where rows are sent, which may be within the class's own try.
@pytest.mark.parametrize(
    "given, words",
    [
        ("i if i != 300 else 'text'", "return value expected <class 'int'> but <class 'str'> found"),
        ("*[1] * (1 + (i == 3))", "forward() takes 1 values, one for each column, but 2 were given"),
    ],
)
def test_a_row_that_cannot_be_taken_fails_the_call(worker, given, words):
    code = "class Careless:\n    def process(self, count):\n        for i in range(count):\n"
    code += "            try:\n                self.forward(%s)\n            except Exception:\n                pass\n"
    careless = worker({"c.py": code % given}).open("c.Careless", "bigint->bigint", "table")
    with pytest.raises(Failure) as failure:
        careless.process([2, 1000])
    assert words in failure.value.told["words"] and failure.value.told["row"] == 1
    assert len(careless.process([2])) == 2
