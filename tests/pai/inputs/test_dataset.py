"""TableRecordDataset on real TensorFlow: one process, many cases."""

import datetime
import decimal

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns

SCRIPT = "inputs/dataset_cases.py"


def numbers(job):
    def part(begin, end):
        ids = list(range(begin, end))
        values = [i / 2 for i in ids]
        names = ["s%d" % i for i in ids]
        flags = [i % 2 == 1 for i in ids]
        for column in (ids, values, names, flags):
            if begin <= 10 < end:
                column[10 - begin] = None
        return arrow(
            id=pa.array(ids, pa.int64()), value=pa.array(values, pa.float64()), name=names, flag=pa.array(flags)
        )

    fields = columns(("id", "BIGINT"), ("value", "DOUBLE"), ("name", "STRING"), ("flag", "BOOLEAN"))
    files = [job.file(part(0, 400), row_group_size=150), job.file(part(400, 401)), job.file(part(401, 1000))]
    return job.input("numbers", fields, files)


def partitioned(job):
    files = [
        job.file(arrow(v=pa.array([1, 2, 3], pa.int64())), ["a"]),
        job.file(arrow(v=pa.array([4, 5], pa.int64())), ["b"]),
    ]
    return job.input("parts", columns(("v", "BIGINT")), files, keys=["ds"])


def types(job):
    utc = datetime.timezone.utc
    table = arrow(
        t=pa.array([1], pa.int8()),
        f=pa.array([1.5], pa.float32()),
        dec=pa.array([decimal.Decimal("12.50")], pa.decimal128(10, 2)),
        d=pa.array([datetime.date(2026, 1, 2)]),
        dt=pa.array([datetime.datetime(2026, 1, 2, tzinfo=utc)], pa.timestamp("us", tz="UTC")),
        c=["é中"],
        arr=pa.array([[1]]),
        big=pa.array([2**40], pa.int64()),
    )
    fields = columns(
        ("t", "TINYINT"),
        ("f", "FLOAT"),
        ("dec", "DECIMAL(10,2)"),
        ("d", "DATE"),
        ("dt", "DATETIME"),
        ("c", "CHAR(2)"),
        ("arr", "ARRAY<BIGINT>"),
        ("big", "BIGINT"),
    )
    return job.input("types", fields, [job.file(table)])


def evolved(job):
    old = [
        {"id": 1, "name": "a", "type": "INT"},
        {"id": 2, "name": "gone", "type": "STRING"},
        {"id": 5, "name": "wide", "type": "BIGINT"},
        {"id": 6, "name": "text", "type": "INT"},
    ]
    new = [
        {"id": 1, "name": "renamed", "type": "BIGINT"},
        {"id": 3, "name": "added", "type": "STRING"},
        {"id": 4, "name": "more", "type": "DOUBLE"},
        {"id": 5, "name": "wide", "type": "DOUBLE"},
        {"id": 6, "name": "text", "type": "STRING"},
    ]
    files = [
        job.file(
            arrow(
                a=pa.array([1, 2], pa.int32()),
                gone=["x", "y"],
                wide=pa.array([2**60 + 1, 7], pa.int64()),
                text=pa.array([-5, None], pa.int32()),
            )
        ),
        job.file(arrow(renamed=pa.array([3], pa.int64()), added=["x"], more=[1.5], wide=[0.5], text=["t"]), version=2),
    ]
    return job.input("evolved", new, files, versions={1: old, 2: new})


def moments(job):
    """Times in today's form, and in that of files which earlier versions wrote."""
    seconds = ["-62135596799.999999999", "253402271999.999999999", "1767225600.5", "0", None]
    today = pa.array([s and decimal.Decimal(s) for s in seconds], pa.decimal128(21, 9))
    files = [
        job.file(arrow(t=today, n=today)),
        job.file(
            arrow(
                t=pa.array([1700000000123456789, None], pa.timestamp("ns", tz="UTC")),
                n=pa.array([1700000000123456, None], pa.timestamp("us")),
            )
        ),
    ]
    return job.input("moments", columns(("t", "TIMESTAMP"), ("n", "TIMESTAMP_NTZ")), files)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("dataset"))
    urls = [
        numbers(job),
        partitioned(job),
        types(job),
        evolved(job),
        job.input("empty", columns(("s", "STRING")), []),
        moments(job),
    ]
    return run_cases(job, SCRIPT, *urls)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""
