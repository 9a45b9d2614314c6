"""Sources of streams that go away, and rows that are too large for memory."""

import errno
import json
import os
import shutil
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from fake_job import PYTHON_FOLDER, FakeJob, columns
from stream_job import StreamJob
from test_alink_stream_task import FakeStream, source_of, until, write

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import found_files, predicting, sources, units, wide_cells  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402
from paisql.job.manifest import current_job  # noqa: E402

COLUMNS = [{"name": "id", "type": "BIGINT"}, {"name": "s", "type": "STRING"}]


def reader(kind="folder"):
    settings = {"source": {"kind": kind, "columns": COLUMNS}, "columns": ["id", "s"], "bad_rows": "error"}
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
    monkeypatch.setattr(wide_cells, "MOST_BYTES", 5000)
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
    assert "a.parquet was removed while the stream reads it" in str(told.value)


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
    assert job.log("stream-0").splitlines()[-1] == "TaskError: the folder %s was removed" % (tmp_path / "in")


def no_permission(path, *_):
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


def test_a_file_that_cannot_be_read_is_named(tmp_path, monkeypatch):
    path = write(tmp_path, "a.csv", "1,a\n")
    unit = {"number": 0, "kind": "csv", "path": path, "rows": None, "bytes": 4}
    for module in (units, found_files):
        monkeypatch.setattr(module, "open", no_permission, raising=False)
    with pytest.raises(TaskError) as told:
        list(reader().batches(unit, 0, None))
    assert str(told.value) == path + " cannot be read: Permission denied"
    with pytest.raises(TaskError) as told:
        sources.FolderSource({"source": source_of(tmp_path), "follow": True}).find(FakeStream(nothing, nothing))
    assert str(told.value) == path + " cannot be read: Permission denied"
    monkeypatch.setattr(os, "scandir", no_permission)
    with pytest.raises(TaskError) as told:
        sources.FolderSource({"source": source_of(tmp_path), "follow": True}).find(FakeStream(nothing))
    assert str(told.value) == "the folder %s cannot be read: Permission denied" % tmp_path


def test_a_predicting_process_ends_with_one_line(monkeypatch, capsys):
    monkeypatch.setenv("PAISQL_PROCESS", "worker-0")
    monkeypatch.setattr(predicting, "task_settings", dict)
    monkeypatch.setattr(predicting, "_run_worker", lambda settings: no_permission("/model"))
    with pytest.raises(SystemExit) as ended:
        predicting.run()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "PermissionError: [Errno 13] Permission denied: '/model'\n"


@pytest.mark.parametrize(
    "kind, values, type_of, why",
    [
        (pa.string(), ["1", "2", "x"], "BIGINT", "column 'v' is string, not BIGINT: row 3 has 'x'"),
        (pa.int64(), [1, None, 5 << 32, 6 << 32], "INT", "column 'v' is int64, not INT: row 3 has 21474836480"),
        (pa.list_(pa.int64()), [[1]], "BIGINT", "column 'v' is list<element: int64>, not BIGINT"),
    ],
)
def test_a_column_of_parquet_that_does_not_fit(tmp_path, kind, values, type_of, why):
    path = str(tmp_path / "a.parquet")
    pq.write_table(pa.table({"v": pa.array(values, kind)}), path)
    listed = [{"name": "v", "type": type_of}]
    reads = units.UnitReader({"source": {"kind": "file", "columns": listed}, "columns": ["v"]}, None, 2)
    unit = {"number": 0, "kind": "parquet", "path": path, "rows": None}
    with pytest.raises(TaskError) as told:
        list(reads.batches(unit, 0, None))
    assert str(told.value) == "%s: %s" % (path, why)
    with open(path, "r+b") as file:
        file.truncate(os.path.getsize(path) - 20)
    with pytest.raises(TaskError) as told:
        list(reads.batches(unit, 0, None))
    assert str(told.value) == path + " cannot be read as Parquet: its bytes are damaged, or something else"


MOST = 256 << 20  # bytes of a cell, and of a line


def test_a_cell_of_a_table_that_no_example_holds(tmp_path, monkeypatch):
    job, fields = FakeJob(tmp_path / "job"), columns(("id", "BIGINT"), ("s", "STRING"), ("words", "ARRAY<STRING>"))
    monkeypatch.setenv("PAISQL_JOB", job.folder)
    kinds = pa.schema([("id", pa.int64()), ("s", pa.string()), ("words", pa.list_(pa.string()))])
    row = {"id": 1, "s": "a", "words": ["b", "c"]}
    wide = {"s": "x" * (MOST + 1), "words": ["y" * 100, "z" * 60]}
    files = {name: job.file(pa.Table.from_pylist([row, row], kinds)) for name in wide}
    for name, file in files.items():
        table = pa.Table.from_pylist([row, dict(row, **{name: wide[name]})], kinds)
        pq.write_table(table, file["path"], use_dictionary=False, write_statistics=False)
    settings = {"source": {"kind": "table"}, "columns": ["id", "s", "words"]}
    settings["input"] = job.input("t", fields, list(files.values()))

    def error_of(name):
        current_job.cache_clear()
        with pytest.raises(TaskError) as told:
            list(units.UnitReader(settings, None).batches(dict(files[name], number=0, kind="table"), 0, None))
        return str(told.value).replace(files[name]["path"], "F")

    told = "table p.t, file F: column '%s' has %d bytes in row 2, and a cell at most %d"
    assert error_of("s") == told % ("s", MOST + 1, MOST)
    monkeypatch.setattr(wide_cells, "MOST_BYTES", 160)
    assert error_of("words") == told % ("words", 168, 160)  # with the places of its elements
    current_job.cache_clear()


def test_a_line_that_no_row_may_be(tmp_path):
    """Of letters that take no place on the disk, since a file has holes."""
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "big.csv"
    path.write_bytes(b"1,a\n2,")
    os.truncate(path, MOST)
    with open(path, "ab") as file:
        file.write(b"\n3,c\n")
    unit = {"number": 0, "kind": "csv", "path": str(path), "rows": None, "bytes": os.path.getsize(path)}
    found = [size for _, (_, texts) in reader().batches(unit, 0, None) for size in pc.binary_length(texts).to_pylist()]
    assert found == [1, MOST - 6, 1]
    # One byte more than a line may have.
    path.write_bytes(b"1,a\n2,")
    os.truncate(path, MOST + 5)
    job = StreamJob(tmp_path, source_of(tmp_path / "in"), workers=1, bad_rows="skip").start()
    try:
        assert job.processes["worker-0"].wait(120) == 1
    finally:
        job.kill("stream-0")
    assert job.log("worker-0").splitlines()[-1] == (
        "TaskError: %s: a line is longer than 256 MiB, the most that a row may have" % path
    )


def rewrite(path, data):
    """Other bytes in the same file, at a later time whatever the clock's steps are."""
    before = os.stat(path).st_mtime_ns
    with open(path, "r+b") as stream:
        stream.write(data)
        stream.truncate()
    os.utime(path, ns=(before + 5_000_000, before + 5_000_000))


def found(source, stream):
    """The one unit that a source finds."""
    source.find(stream)
    (unit,) = stream.units
    return dict(unit, number=0, rows=None)


def nothing():
    pass


def test_a_file_that_was_rewritten_is_another(tmp_path):
    path = write(tmp_path, "a.csv", "1,a\n")
    of_folder, of_file = {"source": source_of(tmp_path), "follow": False}, {"source": {"path": path, "format": "csv"}}
    unit = found(sources.FolderSource(of_folder), FakeStream(*[nothing] * 9))
    assert unit == dict(found(sources.FileSource(of_file), FakeStream()), number=0)
    older = {name: value for name, value in unit.items() if name != "mtime_ns"}
    rewrite(path, b"2,b\n")
    for source in (sources.FolderSource(of_folder), sources.FileSource(of_file)):
        stream = FakeStream()
        stream.units = [unit]
        with pytest.raises(TaskError, match="a.csv has changed since the stream has read it"):
            source.find(stream)
        # Of a cursor that knows no times.
        stream.units = [older]
        source.find(stream)
    for kind in ("folder", "file"):
        with pytest.raises(TaskError, match="a.csv has changed since the stream has found it; -DstartMode=restart"):
            list(reader(kind).batches(unit, 0, None))
        assert len(list(reader(kind).batches(older, 0, None))) == 1


def test_a_file_that_changes_while_it_is_read(tmp_path):
    """Between its first block and its last."""
    lines = b"1,a\n" * (1 << 19)
    for kind, change, wanted in (
        ("folder", lines, "has changed since the stream has found it"),
        ("file", lines, "has changed since the stream has found it"),
        ("folder", lines + b"2,b\n", "has changed since the stream has found it"),
        ("file", lines + b"2,b\n", None),
        ("folder", lines[:4], "has become shorter while the stream reads it"),
    ):
        (tmp_path / "a.csv").write_bytes(lines)
        status = os.stat(tmp_path / "a.csv")
        unit = {
            "number": 0,
            "kind": "csv",
            "path": str(tmp_path / "a.csv"),
            "rows": None,
            **found_files.as_found(status),
        }
        batches = reader(kind).batches(unit, 0, None)
        next(batches)
        rewrite(tmp_path / "a.csv", change)
        if wanted is None:
            assert sum(len(arrays[0]) for _, arrays in batches) + units.BATCH_ROWS == 1 << 19
            continue
        with pytest.raises(TaskError, match=wanted):
            list(batches)


def test_a_file_that_is_removed_while_it_is_read_was_there(tmp_path):
    path = write(tmp_path, "a.csv", "1,a\n" * (1 << 19))
    batches = reader().batches(
        {"kind": "csv", "path": path, "rows": None, **found_files.as_found(os.stat(path))}, 0, None
    )
    next(batches)
    os.remove(path)
    assert sum(len(arrays[0]) for _, arrays in batches) + units.BATCH_ROWS == 1 << 19


def test_what_a_folder_has_besides_is_told_once(tmp_path):
    for name in ("a.csv", "b.CSV.gz", "c.parquet", "part-0", ".d.gz", "_SUCCESS", "e.csv.tmp"):
        write(tmp_path, name, "1,a\n")
    for name in ("dt=1", "dt=2", "dt=3", "dt=4", "dt=5", "dt=6", ".git"):
        (tmp_path / name).mkdir()
    settings = {"source": source_of(tmp_path), "follow": True}
    stream = FakeStream(nothing, nothing, lambda: write(tmp_path, "f.zip", ""), nothing)
    sources.FolderSource(settings).find(stream)
    folder = str(tmp_path)
    assert stream.said == [
        folder + ": passed over dt=1, dt=2, dt=3, dt=4, dt=5, and 1 more, since folders within the folder are not read",
        folder + ": passed over b.CSV.gz, since compressed files are not read",
        folder + ": passed over part-0, since such names do not say what a file holds, and -DinputFormat is not given",
        folder + ": passed over f.zip, since compressed files are not read",
    ]
    settings["source"] = dict(source_of(tmp_path), format="csv")
    stream = FakeStream(nothing, nothing, nothing)
    sources.FolderSource(settings).find(stream)
    assert sorted(stream.names()) == ["a.csv", "c.parquet", "part-0"]


def stream(table, output, follow="true"):
    return (
        "PAI -name sql_stream -DinputTableName=%s -Dfollow=%s -DoutputTableName=%s "
        '-DinputQuery="SELECT id FROM input";' % (table, follow, output)
    )


def test_a_followed_table_that_goes_or_changes_is_named(home):
    tables = ("dropped", "made_again", "wider")
    for name in tables:
        home.run("CREATE TABLE %s (id BIGINT);" % name, "INSERT INTO %s VALUES (1);" % name).ok()
        home.run("SET paisql.job.async=true;", stream(name, "of_" + name)).ok()
    jobs = dict(zip(tables, sorted(home.job_ids())))
    for name in tables:
        until(lambda: home.run("SELECT * FROM of_%s;" % name).stdout.strip().endswith("1"))
    home.run(
        "DROP TABLE dropped;",
        "DROP TABLE made_again;",
        "CREATE TABLE made_again (id BIGINT);",
        "INSERT INTO made_again VALUES (1);",
        "ALTER TABLE wider ADD COLUMNS (more STRING);",
    ).ok()
    for name in ("dropped", "made_again"):
        home.run("WAIT %s;" % jobs[name]).fails(
            "TaskError: the table cannot be followed: ODPS-0130131: Table not found - table p.%s is not there any more"
            % name
        )
    home.run("WAIT %s;" % jobs["wider"]).fails("the columns of table p.wider have changed; run the statement again")
    for name in tables:
        assert home.rows("SELECT COUNT(*) FROM of_%s;" % name) == [("1",)]
    # The next stream goes on with the new ones.
    home.run("INSERT INTO wider VALUES (2, 'b');", stream("wider", "of_wider", "false")).ok()
    assert sorted(home.rows("SELECT * FROM of_wider;")) == [("1",), ("2",)]
