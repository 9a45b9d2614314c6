"""Operators and .ak files against what Alink itself gives and writes.

tests/data/alink was made by Alink 1.6.2 (the jar alink_core_flink-1.13_2.11 of PyAlink's wheel) on Flink 1.13.6 in a
local cluster, in the time zone UTC: cases.json has graphs of operators with the columns and rows, or the error,
that Alink's operators of the same names gave, and the .ak files are those of its AkSinkBatchOp.
"""

import os
import zipfile

from test_alink import FILES, filled, run_program  # noqa: F401

DATA = os.path.join(os.path.dirname(__file__), "..", "..", "data", "alink")


def data_of(path):
    with zipfile.ZipFile(path) as archive:
        return archive.read("data")


def test_operators_and_files_are_as_in_alink(filled):  # noqa: F811
    done = run_program(filled, os.path.join(FILES, "as_alink.py"), DATA)
    assert done.stdout.endswith(" 0 wrong\n"), done.stdout
    for name in ("all", "nulls"):
        written = data_of(os.path.join(filled.files, name + ".ak"))
        assert sorted(rows_of(written)) == sorted(rows_of(data_of(os.path.join(DATA, name + ".ak"))))


def rows_of(data):
    """The bytes of each row of an .ak file's data."""
    assert data[:3] == b"ALK"
    rows, at = [], 3
    while at < len(data):
        length = int.from_bytes(data[at : at + 3], "big")
        rows.append(data[at + 3 : at + 3 + length])
        at += 3 + length
    return rows
