"""The parts of Spark's client that write and find files, without a cluster."""

import base64
import errno
import importlib
import sys
import types
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src" / "python"))
from paisql.spark import kernels, writing  # noqa: E402

SCHEMA = pa.schema([("k", pa.int64()), ("s", pa.string())])


def question(folder, **changes):
    found = {
        "directory": str(folder),
        "partitions": [],
        "not_null": [],
        "most_value_bytes": 128,
        "codes": {"environment": "E", "partition": "P", "arguments": "A"},
        "one_file": False,
        "schema": base64.b64encode(SCHEMA.serialize().to_pybytes()).decode(),
    }
    return {**found, **changes}


def batch(first, count, *keys):
    columns = [pa.array(range(first, first + count), pa.int64()), pa.array(["x"] * count), *map(pa.array, keys)]
    return pa.record_batch(columns, names=["c%d" % number for number in range(len(columns))])


def written(asked, batches):
    return [row for told in writing.writer(asked)(batches) for row in told.to_pylist()]


def test_files_end_and_groups_are_full(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "ROW_GROUP", 100)
    monkeypatch.setattr(writing, "FILE_ROWS", 300)
    files = written(question(tmp_path), (batch(n * 50, 50) for n in range(13)))
    assert [file["rows"] for file in files] == [300, 300, 50]
    found = parquet.ParquetFile(files[0]["path"]).metadata
    assert [found.row_group(n).num_rows for n in range(found.num_row_groups)] == [100, 100, 100]
    whole = written(question(tmp_path, one_file=True), (batch(n * 50, 50) for n in range(13)))
    assert [file["rows"] for file in whole] == [650]


def test_a_statement_of_one_file_has_it_without_rows(tmp_path):
    (file,) = written(question(tmp_path, one_file=True), ())
    assert file["rows"] == 0 and parquet.read_table(file["path"]).column_names == ["k", "s"]
    assert written(question(tmp_path), ()) == []


def test_many_partitions_keep_few_files_open(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "HELD_BYTES", 0)
    monkeypatch.setattr(writing, "MOST_OPEN", 3)
    keys = ["p%d" % (n % 7) for n in range(70)]
    files = written(question(tmp_path, partitions=["x"]), (batch(n * 70, 70, keys) for n in range(3)))
    assert sum(file["rows"] for file in files) == 210
    assert {tuple(file["values"]) for file in files} == {("p%d" % n,) for n in range(7)}
    for file in files:
        for row in parquet.ParquetFile(file["path"]).read().to_pylist():
            assert "p%d" % (row["k"] % 70 % 7) == file["values"][0]


def test_a_task_that_fails_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "HELD_BYTES", 0)
    with pytest.raises(kernels.KernelError, match="x=NULL"):
        written(question(tmp_path, partitions=["x"]), [batch(0, 2, ["a", "b"]), batch(0, 1, pa.array([None], pa.string()))])  # fmt: skip
    assert not list(tmp_path.rglob("*.parquet"))


def test_a_late_task_makes_no_folder_again(tmp_path):
    with pytest.raises(kernels.KernelError, match="cannot write into"):
        written(question(tmp_path / "gone", partitions=["x"]), [batch(0, 1, ["a"])])
    assert not (tmp_path / "gone").exists()


def test_a_full_disk_is_named(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pa, "OSFile", full)
    with pytest.raises(kernels.KernelError, match="no space is left on the disk that holds"):
        written(question(tmp_path), [batch(0, 1)])


@pytest.fixture
def file_views(monkeypatch):
    """The module, which wants no more of pyspark than that it is there."""
    for name in ("pyspark", "pyspark.sql"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setattr(sys.modules["pyspark.sql"], "functions", None, raising=False)
    monkeypatch.delitem(sys.modules, "paisql.spark.file_views", raising=False)
    yield importlib.import_module("paisql.spark.file_views")
    sys.modules.pop("paisql.spark.file_views", None)


def group(values, *files):
    return {"values": list(values), "files": list(files)}


def test_values_are_found_in_folders(file_views):
    groups = [
        group(["a b", "1"], "/h/t/x=a%20b/y=1/f"),
        group(["é", "2"], "/h/t/x=%C3%A9/y=2/f", "/h/t/x=%c3%a9/y=2/g"),
    ]
    assert file_views.folders(groups) == ("/h/t", ["x", "y"])
    assert file_views.folders(groups + [group(["c", "3"], "/h/t/x=d/y=3/f")]) is None
    assert file_views.folders(groups + [group(["c", "3"], "/h/u/x=c/y=3/f")]) is None
    assert file_views.folders(groups + [group(["c", "3"], "/h/t/c/3/f")]) is None


def test_an_unchanged_table_costs_nothing(file_views, monkeypatch):
    monkeypatch.setattr(file_views, "MOST_VIEWS", 2)
    made, dropped = [], []
    frame = types.SimpleNamespace(createOrReplaceTempView=made.append)
    spark = types.SimpleNamespace(catalog=types.SimpleNamespace(dropTempView=dropped.append))
    known = file_views.FileViews(types.SimpleNamespace(spark=spark, sail=False, here=False))
    monkeypatch.setattr(known, "_frame", lambda source: frame)
    for name in ("a", "b", "a", "c"):
        known.have({"view": name, "groups": []})
    known.forget_old()
    assert made == ["a", "b", "c"] and dropped == ["b"]
