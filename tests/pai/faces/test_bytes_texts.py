"""Which texts are those that str() of Python 3 makes of bytes (paisql.tables.bytes_texts)."""

import os
import sys

import pyarrow as pa
import pytest
from fake_job import PYTHON_FOLDER

sys.path.append(PYTHON_FOLDER)
from paisql.python2 import own_warnings  # noqa: E402
from paisql.tables import bytes_texts  # noqa: E402

ALWAYS = ["b'u5'", 'b"it\'s"', "b''", r"b'\xe4\'x'", "(b'x', 1)", "[b'a' b'c']", "(1, b'x')", "{'a': b'x'}", b"b'u5'"]
ONCE_WARNED = ["u,b'x'", "x b'y' z", "1\tb''"]
NEVER = ["", "b", "club's 'x'", "b'", "abb'x'", "b'a' and more than b'day", None, 'say "b"']


@pytest.mark.parametrize("value", ALWAYS + ONCE_WARNED + NEVER)
def test_which_texts_are_refused(value, monkeypatch):
    array = pa.array([None, value], pa.binary() if isinstance(value, bytes) else pa.string())
    assert bytes_texts.first(array) == (1 if value in ALWAYS else None)
    monkeypatch.setattr(own_warnings, "_seen", True)
    warned = value in ALWAYS + ONCE_WARNED or value == NEVER[5]
    assert bytes_texts.first(array) == (1 if warned else None)
    monkeypatch.setitem(os.environ, "PAISQL_BYTES_TEXT", "write")
    assert bytes_texts.first(array) is None


def test_other_columns_are_not_looked_at():
    assert bytes_texts.first(pa.array([1, 2])) is None
