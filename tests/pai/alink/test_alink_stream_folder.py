"""Streams into folders: what readers see, wherever a process is killed, and streams that follow such a folder."""

import errno
import json
import os
import shutil
import sys

import pyarrow as pa
import pytest
from fake_job import PYTHON_FOLDER
from test_alink_stream import ids, processes, rows_of, until
from test_alink_stream_endless import kill
from test_alink_stream_restarts import read

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import cursor, folder_sink  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402

SCHEMA = pa.schema([("id", pa.int64()), ("s", pa.string())])
NOTHING = SCHEMA.empty_table()


@pytest.fixture
def job(monkeypatch):
    monkeypatch.setenv("PAISQL_JOB", "/jobs/20261128_a")


def row(number):
    return pa.table({"id": [number], "s": ["词"]}, schema=SCHEMA)


def seen(folder):
    """[(name, text)] of what a reader sees, in the order of the names."""
    names = sorted(name for name in os.listdir(folder) if name[0] != ".")
    return [(name, (folder / name).read_text(encoding="utf-8")) for name in names]


def numbers(folder):
    return [json.loads(text)["id"] for _, text in seen(folder)]


class Process:
    """A stream of one worker that commits, as the coordinator does."""

    def __init__(self, folder, form="jsonl"):
        self.sink = folder_sink.FolderSink({"sink": {"path": str(folder), "format": form}}, SCHEMA)
        self.state, self._begins = None, False

    def begin(self, anew=False):
        """How many rows are committed."""
        self.state = self.sink.load()
        if self.state is None or anew:
            self.state, self._begins = cursor.Cursor("", "resume", 1), True
            self.state.begin_stretch()
            self.sink.begin(self.state)
        return self.state.out[0]

    def commit(self, table):
        self.state.out[0] += table.num_rows
        self.sink.commit(table, self.state.snapshot(), self._begins)
        self._begins = False

    def end(self):
        """What the end of a process does by itself."""
        if self.sink._lock is not None:
            self.sink._lock.close()


class Killed(Exception):
    pass


def run(folder, patch, steps, rows=3):
    """A process that writes what is missing and is killed before a step; whether it came to the end."""
    left = iter(range(steps))

    def step(call):
        def stepped(*arguments):
            if next(left, None) is None:
                raise Killed
            return call(*arguments)

        return stepped

    process = Process(folder)
    with patch.context() as patched:
        patched.setattr(os, "fsync", step(lambda _: None))
        for name in ("mkdir", "replace", "rename", "unlink"):
            patched.setattr(os, name, step(getattr(os, name)))
        try:
            done = process.begin()
            assert numbers(folder) == list(range(done))
            for number in range(done, rows):
                process.commit(row(number))
                process.commit(NOTHING)
            return True
        except Killed:
            return False
        finally:
            process.end()


@pytest.mark.usefixtures("job")
def test_each_row_is_seen_once_wherever_processes_are_killed(tmp_path, monkeypatch):
    ended, places = False, 0
    while not ended:
        for second in range(20):
            folder = tmp_path / ("%d-%d" % (places, second))
            ended = run(folder, monkeypatch, places)
            before = numbers(folder) if folder.exists() else []
            assert before == list(range(len(before)))
            run(folder, monkeypatch, second)
            assert run(folder, monkeypatch, 1000)
            assert seen(folder) == [
                ("part-%08d.jsonl" % (number + 1), '{"id": %d, "s": "词"}\n' % number) for number in range(3)
            ]
            assert all(name.startswith((".cursor", "part-")) for name in os.listdir(folder))
            shutil.rmtree(folder)
        places += 1
    assert places > 20


@pytest.mark.usefixtures("job")
def test_before_the_cursor_and_behind_it(tmp_path, monkeypatch):
    process = Process(tmp_path)
    process.begin()
    process.commit(row(0))
    with monkeypatch.context() as patch:
        patch.setattr(process.sink._cursor, "write", lambda _: no_space())
        with pytest.raises(TaskError, match="cannot be written: No space left on device"):
            process.commit(row(1))
    process.end()
    assert (tmp_path / ".part-00000002.jsonl").exists() and numbers(tmp_path) == [0]
    process = Process(tmp_path)
    assert process.begin() == 1 and not (tmp_path / ".part-00000002.jsonl").exists()
    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", lambda *_: no_space())
        with pytest.raises(TaskError, match="cannot be written: No space left on device"):
            process.commit(row(1))
    process.end()
    assert numbers(tmp_path) == [0]
    assert Process(tmp_path).begin() == 2 and numbers(tmp_path) == [0, 1]


def no_space():
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.usefixtures("job")
def test_files_of_others_stay(tmp_path):
    for name in ("readme.txt", "part-00000004.csv", ".part-x.csv", "part-0.csv"):
        (tmp_path / name).write_text("theirs")
    process = Process(tmp_path, "csv")
    process.begin()
    process.commit(row(0))
    (tmp_path / "part-00000006.csv").write_text("theirs")
    process.commit(row(1))
    process.commit(row(2))
    process.end()
    # Another stream from the beginning, and one that goes on.
    process = Process(tmp_path, "csv")
    process.begin(anew=True)
    process.commit(row(3))
    process.end()
    process = Process(tmp_path, "csv")
    assert process.begin() == 1
    process.commit(row(4))
    written = {5: 0, 7: 1, 8: 2, 9: 3, 10: 4}
    found = dict(seen(tmp_path))
    for number, of in written.items():
        assert found.pop("part-%08d.csv" % number) == "%d,词\n" % of
    assert sorted(found) == ["part-0.csv", "part-00000004.csv", "part-00000006.csv", "readme.txt"]
    assert set(found.values()) == {"theirs"} and (tmp_path / ".part-x.csv").exists()


@pytest.mark.usefixtures("job")
def test_a_line_that_is_no_row_is_an_error(tmp_path):
    sink = folder_sink.FolderSink({"sink": {"path": str(tmp_path), "format": "csv"}}, pa.schema([("x", pa.int64())]))
    state = cursor.Cursor("/in", "resume", 1)
    sink.begin(state)
    with pytest.raises(TaskError, match="column 'x' has a NULL, and a line of CSV with a NULL alone is not a row"):
        sink.commit(pa.table({"x": [1, None]}), state.snapshot(), True)


@pytest.mark.usefixtures("job")
def test_folders_that_cannot_be_written(tmp_path, monkeypatch):
    def refused(process):
        with pytest.raises(TaskError) as told:
            process.begin()
        return str(told.value)

    def no_permission(path, *_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    missing, folder = tmp_path / "no" / "out", tmp_path / "out"
    assert refused(Process(missing)) == "the folder %s cannot be made: No such file or directory" % missing
    process = Process(folder)
    process.begin()
    monkeypatch.setattr(folder_sink, "STOP_SECONDS", 0)
    assert refused(Process(folder)).startswith(
        "another stream writes into this output, job 20261128_a, so this one ends"
    )
    shutil.rmtree(folder)
    with pytest.raises(TaskError) as told:
        process.commit(row(0))
    assert str(told.value) == (
        "the folder %s was removed, and the stream's position with it; run the statement again to begin another stream"
        % folder
    )
    monkeypatch.setattr(folder_sink, "open", no_permission, raising=False)
    assert refused(Process(tmp_path)) == "the folder %s cannot be written: Permission denied" % tmp_path


def put(home, first, end):
    path = home.write("in/%06d.tmp" % first, rows_of(first, end))
    os.rename(path, os.path.join(home.files, "in", "%06d.jsonl" % first))


def test_streams_are_chained_by_a_folder(home):
    for name in ("in", "between"):
        os.makedirs(os.path.join(home.files, name))
    put(home, 0, 100)
    first = dict(outputPath="between", commitIntervalMs=20, maxRestarts=100, numWorkers=2)
    second = dict(inputPath="between", commitIntervalMs=20, maxRestarts=100)
    running = [home.start(read(follow="true", **given)) for given in (first, second)]
    until(lambda: len(ids(home)) == 100)
    for turn, name in enumerate(("stream-0", "worker-0", "stream-0")):
        # Some of the rows before, and some after the end of the process.
        for number in range(10):
            put(home, 100 + 100 * turn + 10 * number, 110 + 100 * turn + 10 * number)
            if number == 5:
                until(lambda: len(ids(home)) > 100 * (turn + 1))
                kill(home, name)
        until(lambda: len(ids(home)) >= 100 * (turn + 2))
    assert ids(home) == list(range(400))
    home.end_jobs()
    for one in running:
        one.wait(120)
    put(home, 400, 410)
    for given in (first, second):
        home.run(read(**given)).ok()
    assert ids(home) == list(range(410))
    assert not processes(home, "stream-0")


def test_a_folder_is_made_for_lines_of_csv(home):
    os.makedirs(os.path.join(home.files, "in"))
    put(home, 0, 3)
    home.run(read(outputPath="made.jsonl/", outputFormat="csv")).ok()
    made = os.path.join(home.files, "made.jsonl")
    names = [name for name in os.listdir(made) if name[0] != "."]
    assert names == ["part-00000001.csv"]
    with open(os.path.join(made, names[0])) as stream:
        assert stream.read() == "0,0.0\n1,0.5\n2,1.0\n"
