"""Rows of tables as Examples: the file of a task, and the dataset that encodes them natively."""

import datetime
import decimal

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns

SCRIPT = "alink_tasks/alink_rows_cases.py"
KINDS = columns(
    ("tiny", "TINYINT"),
    ("small", "SMALLINT"),
    ("number", "INT"),
    ("big", "BIGINT"),
    ("real", "FLOAT"),
    ("wide", "DOUBLE"),
    ("text", "STRING"),
    ("fixed", "CHAR(4)"),
    ("raw", "BINARY"),
    ("flag", "BOOLEAN"),
    ("price", "DECIMAL(10,2)"),
    ("day", "DATE"),
    ("moment", "DATETIME"),
    ("stamp", "TIMESTAMP_NTZ"),
    ("floats", "ARRAY<DOUBLE>"),
    ("numbers", "ARRAY<INT>"),
    ("words", "ARRAY<STRING>"),
    ("added", "BIGINT"),
)
# When the first file was written, `wide` was an INT, and there was no column `added`.
OLD = [dict(one, type="INT" if one["name"] == "wide" else one["type"]) for one in KINDS[:-1]]


def all_types(begin, end, old):
    """Rows of all types; every fifth value is NULL, another one in each column."""
    count = range(begin, end)

    def array(place, values, kind):
        return pa.array([None if i % 5 == place % 5 and i > 3 else v for i, v in zip(count, values)], kind)

    first = datetime.datetime(1970, 1, 1)
    table = {
        "tiny": array(0, [-i for i in count], pa.int8()),
        "small": array(1, [i * 300 for i in count], pa.int16()),
        "number": array(2, [i * 70000 for i in count], pa.int32()),
        "big": pa.array(count, pa.int64()),
        "real": array(4, [i / 3 for i in count], pa.float32()),
        "wide": array(0, count, pa.int32() if old else pa.float64()),
        "text": pa.array(["词%d" % i for i in count]),
        "fixed": array(1, ["ab  "] * len(count), pa.string()),
        "raw": array(2, [bytes([i, 255]) for i in count], pa.binary()),
        "flag": array(3, [i % 2 == 1 for i in count], pa.bool_()),
        "price": array(4, [decimal.Decimal("%d.25" % i) for i in count], pa.decimal128(10, 2)),
        "day": array(0, [first.date() + datetime.timedelta(i) for i in count], pa.date32()),
        "moment": array(1, [first + datetime.timedelta(0, i) for i in count], pa.timestamp("us", "UTC")),
        "stamp": array(2, [first + datetime.timedelta(0, i, 500) for i in count], pa.timestamp("us")),
        "floats": array(3, [[i / 2, -1.5] for i in count], pa.list_(pa.float64())),
        "numbers": array(4, [list(range(-i, 0)) for i in count], pa.list_(pa.int32())),
        "words": array(0, [["词"] * (i % 3) for i in count], pa.list_(pa.string())),
    }
    if not old:
        table["added"] = array(3, count, pa.int64())
    return arrow(**table)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("alink"))
    files = [
        job.file(all_types(0, 6, True), partition=["k"], version=1, row_group_size=4),
        job.file(all_types(6, 10, False), partition=["k"], version=2),
    ]
    versions = {1: OLD, 2: KINDS}
    url = job.input("everything", KINDS, files, keys=["key"], partition_values=["k"], versions=versions)
    fields = columns(("id", "BIGINT"), ("s", "STRING"))
    nulls = arrow(id=pa.array(range(4), pa.int64()), s=pa.array(["a", "b", None, "d"]))
    with_nulls = job.input("nulls", fields, [job.file(nulls)])
    empty = job.input("empty", columns(("id", "BIGINT")), [])
    return run_cases(job, SCRIPT, url, with_nulls, empty, face="tensorflow2")


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(results, name):
    assert results[name] == ""
