"""paisql.data: tables of a job as NumPy arrays and Arrow batches, without TensorFlow."""

import datetime
import sys

import numpy as np
import pyarrow as pa
import pytest
from fake_job import PYTHON_FOLDER, arrow, columns

sys.path.append(PYTHON_FOLDER)

import paisql.data  # noqa: E402
from paisql.job import manifest  # noqa: E402


@pytest.fixture
def url(job, monkeypatch):
    monkeypatch.setenv("PAISQL_JOB", job.folder)
    manifest.current_job.cache_clear()
    fields = columns(("id", "BIGINT"), ("small", "TINYINT"), ("value", "DOUBLE"), ("name", "STRING"), ("d", "DATE"))

    def part(begin, end, missing=None):
        def values(make):
            return [None if i == missing else make(i) for i in range(begin, end)]

        return arrow(
            id=pa.array(range(begin, end), pa.int64()),
            small=pa.array(values(lambda i: i % 100), pa.int8()),
            value=pa.array(values(lambda i: i / 2), pa.float64()),
            name=pa.array(values("s{}".format), pa.string()),
            d=pa.array(values(lambda i: datetime.date(2026, 1, 1)), pa.date32()),
        )

    files = [job.file(part(0, 300), ["a"], row_group_size=70), job.file(part(300, 400, 350), ["b"])]
    yield job.input("t", fields, files, keys=["ds"])
    manifest.current_job.cache_clear()


def test_batches_are_numpy_arrays(url):
    got = list(paisql.data.batches(url + "/ds=a", ["id", "value", "name", "ds"], rows=128))
    assert [len(batch["id"]) for batch in got] == [128, 128, 44]
    assert got[0]["id"].dtype == np.int64 and got[0]["value"].dtype == np.float64
    np.testing.assert_array_equal(np.concatenate([b["id"] for b in got]), np.arange(300))
    assert got[2]["name"][-1] == b"s299" and got[2]["ds"][0] == b"a"
    dropped = paisql.data.batches(url + "/ds=a", "id", rows=128, drop_remainder=True)
    assert [len(batch["id"]) for batch in dropped] == [128, 128]
    parts = [list(paisql.data.batches(url, "id", 1000, i, 3))[0]["id"] for i in range(3)]
    np.testing.assert_array_equal(np.concatenate(parts), np.arange(400))


def test_what_stands_for_null(url):
    last = list(paisql.data.batches(url + "?start=350&end=351", "value,name,d"))[0]
    assert np.isnan(last["value"][0]) and last["name"][0] is None and last["d"][0] is None
    defaults = {"SMALL": -1, "value": 2.5, "name": "none", "d": b"never"}
    row = list(paisql.data.batches(url + "?start=350&end=351", defaults=defaults))[0]
    values = [row[name][0] for name in ("id", "small", "value", "name", "d")]
    assert values == [350, -1, 2.5, b"none", b"never"] and row["small"].dtype == np.int8
    with pytest.raises(ValueError, match="column 'small' of table p.t has NULLs"):
        list(paisql.data.batches(url, "small"))


def test_a_reader_gives_arrow_batches(url):
    reader = paisql.data.reader(url, "id,d,ds", rows=50)
    assert [str(kind) for kind in reader.schema.types] == ["int64", "date32[day]", "string"]
    table = reader.read_all()
    assert table.num_rows == 400 and table["id"].to_pylist() == list(range(400))
    assert table["ds"].to_pylist() == ["a"] * 300 + ["b"] * 100
    assert paisql.data.reader([url, url], "id").read_all().num_rows == 800


def test_what_cannot_be_read(url):
    with pytest.raises(ValueError, match="not predefined"):
        paisql.data.reader("odps://p/tables/other")
    with pytest.raises(ValueError, match="column 'nope' does not exist"):
        paisql.data.batches(url, ["nope"])
    with pytest.raises(ValueError, match="at least one row"):
        paisql.data.batches(url, rows=0)
