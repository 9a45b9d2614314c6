"""Readers and writers of tables on real TensorFlow: one process, then what it has staged."""

import datetime
import decimal

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns

SCRIPT = "inputs/table_cases.py"
KINDS = ("TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "BOOLEAN", "DECIMAL(10,2)", "BINARY", "VARCHAR(2)")
KINDS += ("DATE", "DATETIME", "TIMESTAMP", "TIMESTAMP_NTZ")


def numbers(job):
    ids = list(range(24)) + [None]
    values = [i / 2 for i in range(24)] + [None]
    names = ["s%d" % i for i in range(24)] + [None]
    names[5] = 'say "hi", 5'
    table = arrow(id=pa.array(ids, pa.int64()), value=pa.array(values, pa.float64()), name=names)
    return job.input("numbers", columns(("id", "BIGINT"), ("value", "DOUBLE"), ("name", "STRING")), [job.file(table)])


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return FakeJob(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def outcome(tables):
    three = columns(("id", "BIGINT"), ("value", "DOUBLE"), ("name", "STRING"))
    outputs = [
        tables.output("forms", three),
        tables.output("kinds", columns(*(("c%d" % i, kind) for i, kind in enumerate(KINDS)))),
        tables.output("strict", three),
        tables.output("range", columns(("t", "TINYINT"), ("s", "STRING"))),
        tables.output("slices", columns(("id", "BIGINT"))),
        tables.output("graph", three),
    ]
    return run_cases(tables, SCRIPT, "--tables=" + numbers(tables), "--outputs=" + ",".join(outputs), "--steps=7")


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""


def test_staged_rows(outcome, tables):
    assert tables.staged("forms") == [
        (1, 1.5, "one"),
        (2, 2.5, "two"),
        (3, 3.5, "three"),
        (4, 4.5, "four"),
        (5, None, "five"),
        (6, None, "six"),
        (None, 0.5, None),
        (None, 0.25, None),
        (None, 0.75, None),
        (None, 7.0, None),
    ]
    assert tables.staged("strict") == [(1, 1.0, "x")]
    assert tables.staged("graph") == [(1, 0.5, "a"), (2, 1.5, "b")] * 2


def test_staged_types(outcome, tables):
    moment = datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc)
    rows = tables.staged("kinds")
    assert rows[2] == (None,) * 13
    assert rows[0][:10] == (1, 2, 3, 4, 0.5, True, decimal.Decimal("1.25"), b"\xff", "中文", datetime.date(2026, 1, 2))
    assert rows[0][10] == moment and rows[0][11] == decimal.Decimal(moment.timestamp())
    assert rows[0][12] == decimal.Decimal("253402300799.999999")
    schema = tables.staged_schema("kinds")
    assert [str(kind) for kind in schema.types] == [
        "int8",
        "int16",
        "int32",
        "int64",
        "float",
        "bool",
        "decimal128(10, 2)",
        "binary",
        "string",
        "date32[day]",
        "timestamp[us, tz=UTC]",
        "decimal128(21, 9)",
        "decimal128(21, 9)",
    ]


def test_incomplete_slices_stay_incomplete(outcome, tables):
    assert tables.staged("range", 0) is None and tables.staged("range", 1) is None


def test_slices(outcome, tables):
    assert tables.staged("slices", 3) == [(2,)]
    assert tables.staged("slices", 4) == [(3,)]
