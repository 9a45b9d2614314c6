"""Sources of streams that go away, and rows that are too large for memory."""

import json
import shutil
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_job import PYTHON_FOLDER
from stream_job import StreamJob
from test_alink_stream_task import until, write

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import units  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402

COLUMNS = [{"name": "id", "type": "BIGINT"}, {"name": "s", "type": "STRING"}]


def reader():
    settings = {"source": {"kind": "folder", "columns": COLUMNS}, "columns": ["id", "s"], "bad_rows": "error"}
    return units.UnitReader(settings, lambda *_: None)


def unit_of(path, texts):
    table = pa.table({"id": pa.array(range(len(texts)), pa.int64()), "s": texts})
    pq.write_table(table, path, use_dictionary=False)
    return {"number": 0, "kind": "parquet", "path": str(path), "rows": None}


def test_wide_rows_are_read_few_at_a_time(tmp_path, monkeypatch):
    unit = unit_of(tmp_path / "a.parquet", ["x" * 1000] * 100)
    assert [len(arrays[0]) for _, arrays in reader().batches(unit, 0, None)] == [100]
    monkeypatch.setattr(units, "_BATCH_BYTES", 20000)
    found = [(low, len(arrays[0])) for low, arrays in reader().batches(unit, 0, None)]
    assert max(count for _, count in found) < 25 and sum(count for _, count in found) == 100
    assert [low for low, _ in found] == [sum(count for _, count in found[:i]) for i in range(len(found))]


def test_a_row_that_no_example_holds_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(units, "_MOST_CELL_BYTES", 5000)
    unit = unit_of(tmp_path / "a.parquet", ["a", "b", "x" * 5001, "d"])
    with pytest.raises(TaskError) as told:
        list(reader().batches(unit, 0, None))
    assert str(told.value).endswith("a.parquet: column 's' has 5001 bytes in row 3, and a cell at most 5000")
    assert len(list(reader().batches(unit_of(tmp_path / "b.parquet", ["x" * 5000] * 9), 0, None))) == 1


def test_a_file_that_goes_is_named(tmp_path):
    unit = unit_of(tmp_path / "a.parquet", ["a"])
    (tmp_path / "a.parquet").unlink()
    with pytest.raises(TaskError) as told:
        list(reader().batches(unit, 0, None))
    assert "a.parquet has gone while the stream reads it" in str(told.value)


def test_a_folder_that_goes_ends_the_stream(tmp_path):
    (tmp_path / "in").mkdir()
    write(tmp_path / "in", "a.jsonl", json.dumps({"id": 1, "s": "a"}) + "\n")
    source = {"kind": "folder", "path": str(tmp_path / "in"), "format": ""}
    job = StreamJob(tmp_path, source, workers=1, follow=True).start()
    try:
        until(lambda: len(job.rows()) == 1)
        shutil.rmtree(tmp_path / "in")
        assert job.processes["stream-0"].wait(60) == 1
    finally:
        for name in job.processes:
            job.kill(name)
    assert job.log("stream-0").splitlines()[-1] == "TaskError: the folder %s has gone" % (tmp_path / "in")
