"""Lines of text as rows of a stream: what is a row does not depend on what stands beside it."""

import io
import sys

import pyarrow as pa
import pyarrow.csv
import pytest
from fake_job import PYTHON_FOLDER

sys.path.insert(0, PYTHON_FOLDER)

from paisql import number_text  # noqa: E402

NUMBERS = (
    "1 +1 -1 007 -007 -0 0x 1. .5 -.5 1.5 1e 1e5 1E5 1e+5 1e-5 1.e2 .e2 . - + 1_0 1_0.5 1_000 1e1_0 1.2.3 e5 1d 1f "
    "0x1p3 0b1 nan NaN -nan +nan inf -inf +inf Inf Infinity INFINITY infin nan() nan(a_1) nan(-) 1e400 -1e400 1e-400 "
    "٣ ३.5 １ ² ıinf ſ 9223372036854775807 -9223372036854775808 00000000000000000000000000001"
).split() + ["- 1", " 1", "1 ", "\t1 ", "\n1", "1\n", "1\r", "\xa01", "\x0b1", "1\x0c", "\u20031", "  ", "1 2", "0" * 5000 + "1"]


def told(read, text):
    try:
        return repr(read(text))
    except ValueError:  # of pyarrow, too
        return "none"


def of_csv(kind):
    """What the vectorised reader makes of a field."""

    def read(text):
        table = pyarrow.csv.read_csv(
            io.BytesIO(b'"' + text.encode() + b'",\n'),
            pyarrow.csv.ReadOptions(use_threads=False, column_names=["a", "b"]),
            pyarrow.csv.ParseOptions(newlines_in_values=True),
            pyarrow.csv.ConvertOptions(column_types={"a": kind, "b": pa.string()}, null_values=[]),
        )
        return table["a"][0].as_py()

    return read


@pytest.mark.parametrize("read, kind", [(number_text.integer, pa.int64()), (number_text.real, pa.float64())])
def test_numbers_are_read_as_the_vectorised_reader_reads_them(read, kind):
    both = {text: (told(read, text), told(of_csv(kind), text)) for text in NUMBERS}
    assert {text: found for text, found in both.items() if found[0] != found[1]} == {}
    assert both["-007"][0] in ("-7", "-7.0") and both["1_000"][0] == both["٣"][0] == "none"
