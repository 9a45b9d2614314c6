"""What runs in the processes of a stream, without a program around them."""

import json
import os
import select
import shutil
import signal
import socket
import sys
import threading
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import SCRIPTS
from fake_job import PYTHON_FOLDER
from stream_job import PASS, StreamJob

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import cursor, received, sinks, sources, text_rows, units, whole_lines  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402

SCHEMA = pa.schema([("id", pa.int64()), ("s", pa.string())])

with open(os.path.join(SCRIPTS, "alink", "slow_stream.py"), encoding="utf-8") as slow_script:
    SLOW = slow_script.read()


def lines(first, end):
    return "".join(json.dumps({"id": i, "s": "词%d" % i}) + "\n" for i in range(first, end))


def write(folder, name, text):
    path = os.path.join(str(folder), name)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


def until(condition, seconds=240):
    """Waits until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            raise TimeoutError("it did not come")
        select.select([], [], [], 0.01)


def folder_of(tmp_path, **files):
    folder = tmp_path / "in"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        write(folder, name + ".jsonl", text)
    return folder


def source_with_columns():
    return {"kind": "file", "columns": [{"name": "id", "type": "BIGINT"}, {"name": "s", "type": "STRING"}]}


def source_of(folder):
    return {"kind": "folder", "path": str(folder), "format": ""}


@pytest.mark.parametrize("recovery", ["replay", "resume"])
def test_killed_processes_lose_and_double_nothing(tmp_path, recovery):
    folder = folder_of(tmp_path, a=lines(0, 6000), b=lines(6000, 12000))
    job = StreamJob(tmp_path, source_of(folder), SLOW, recovery=recovery).start()
    try:
        for name in ("worker-1", "stream-0", "worker-0"):
            # Of rows that were committed, so that there is something to double.
            before = job.size()
            until(lambda: job.size() > before)
            assert len(job.rows()) < 12000
            job.restart(name)
        job.wait()
    finally:
        job.end()
    # Each once; the rows of a worker, every second one, in their order.
    found = [row["id"] for row in job.rows()]
    assert sorted(found) == list(range(12000))
    assert [i for i in found if i % 2] == list(range(1, 12000, 2))


def test_a_sink_that_is_slow_holds_the_script(tmp_path):
    wide = "".join('{"id": %d, "s": "%s"}\n' % (i, "x" * 20000) for i in range(5000))
    script = PASS + "        print('rows', len(chunk), flush=True)\n"
    folder = folder_of(tmp_path, a=wide)
    job = StreamJob(tmp_path, source_of(folder), script, workers=1, recovery="resume").start()
    worker, sink = (job.processes[name] for name in ("worker-0", "stream-0"))

    def has_computed():
        with open("/proc/%d/stat" % worker.pid, encoding="ascii") as stat:
            return sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13]))

    try:
        until(lambda: job.size() > 0)
        sink.send_signal(signal.SIGSTOP)
        before = job.size()
        seen = []
        # It waits for commits as soon as it computes no more.
        until(lambda: seen.append(has_computed()) or (len(seen) > 40 and seen[-1] - seen[-40] < 2))
        given = sum(int(line.split()[1]) for line in job.log("worker-0").splitlines() if line.startswith("rows "))
        # 32 MiB that are not committed, and what is on its way.
        assert given * 20000 < before + (48 << 20), given
        sink.send_signal(signal.SIGCONT)
        job.wait()
    finally:
        sink.send_signal(signal.SIGCONT)
        job.end()
    assert [row["id"] for row in job.rows()] == list(range(5000))


def test_a_later_stream_goes_on_behind_an_earlier_one(tmp_path):
    folder = folder_of(tmp_path, a=lines(0, 5))
    first = StreamJob(tmp_path, source_of(folder), follow=True, workers=1).start()
    try:
        until(lambda: len(first.rows()) == 5)
        write(folder, "b.jsonl.tmp", lines(5, 7))
        os.rename(folder / "b.jsonl.tmp", folder / "b.jsonl")
        write(folder, "half.jsonl", lines(7, 9)[:-3])
        until(lambda: len(first.rows()) == 7)
    finally:
        first.end()  # as KILL does
    assert [process.returncode for process in first.processes.values()] == [0, 0]
    write(folder, "half.jsonl", lines(7, 9))
    second = StreamJob(tmp_path, source_of(folder), number=2, workers=2).start()
    try:
        second.wait()
    finally:
        second.end()
    # 7 rows are read, so the eighth is worker 1's and the ninth worker 0's.
    assert sorted(row["id"] for row in second.rows()) == list(range(9))


def test_a_stream_that_stops_waits_for_no_worker_that_has_gone(tmp_path):
    folder = folder_of(tmp_path, a=lines(0, 6))
    job = StreamJob(tmp_path, source_of(folder), follow=True).start()
    try:
        until(lambda: len(job.rows()) == 6)
        job.processes["worker-1"].kill()
        job.processes["stream-0"].terminate()
        assert job.processes["stream-0"].wait(240) == 1
    finally:
        job.end()
    # Nor for one that has never come.
    job = StreamJob(tmp_path, source_of(folder), number=1, follow=True).start("stream-0", "worker-0")
    try:
        until(lambda: os.path.exists(os.path.join(job.job.folder, "stream.socket")))
        job.processes["stream-0"].terminate()
        assert job.processes["stream-0"].wait(240) == 1
    finally:
        job.end()
    # What was committed counts, and the next one goes on after it.
    write(folder, "b.jsonl", lines(6, 9))
    second = StreamJob(tmp_path, source_of(folder), number=2).start()
    try:
        second.wait()
    finally:
        second.end()
    assert sorted(row["id"] for row in second.rows()) == list(range(9))


def test_a_pipe_and_a_socket(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()

        def serve():
            connection, _ = server.accept()
            with connection:
                connection.sendall(lines(0, 3000).encode()[:-1])  # the last line has no end

        threading.Thread(target=serve, daemon=True).start()
        of_socket = StreamJob(
            tmp_path, {"kind": "tcp", "host": host, "port": port, "format": "jsonl"}, workers=1
        ).start()
        of_pipe = StreamJob(
            tmp_path,
            {"kind": "pipe", "path": str(pipe), "format": "jsonl"},
            number=2,
            out="of_pipe.jsonl",
            recovery="resume",
        ).start()
        try:
            with open(pipe, "w", encoding="utf-8") as stream:
                stream.write(lines(0, 3000))
                stream.flush()
                until(lambda: len(of_pipe.rows()) > 0)
                of_pipe.restart("worker-0")
                stream.write(lines(3000, 6000))
            of_socket.wait()
            of_pipe.wait()
        finally:
            of_socket.end()
            of_pipe.end()
    assert [row["id"] for row in of_socket.rows()] == list(range(3000))
    assert sorted(row["id"] for row in of_pipe.rows()) == list(range(6000))


def test_resume_wants_a_row_for_each(tmp_path):
    folder = folder_of(tmp_path, a=lines(0, 10))
    script = SLOW.replace("config.output_writer.write(Same(record))", "pass")
    job = StreamJob(tmp_path, source_of(folder), script, workers=1, recovery="resume").start()
    try:
        assert job.processes["worker-0"].wait(90) == 1
    finally:
        job.kill("stream-0")  # which waits for a worker that nobody starts again
    assert "has written 10 rows less than it has got: -Drecovery=replay" in job.log("worker-0")


@pytest.mark.parametrize(
    "kind, text, wanted",
    [
        ("jsonl", '{"id": 1, "s": "a"}\n{"id": "x", "s": "b"}\n', "f:2: column 'id': \"x\" is not a valid int64"),
        ("jsonl", '\n{"id": 1\n', "f:2: this is not JSON"),
        ("jsonl", '[1]\n{"id": 3, "s": "c"}\n', "f:1: this is not an object of JSON"),
        ("jsonl", '{"id": 99999999999999999999, "s": "c"}\n', "f:1: "),
        ("csv", "1,a\n2\n", "f:2: it has 1 fields for 2 columns"),
        ("csv", "1,a\nx,b\n", "f:2: column 'id': 'x' is not a valid int64"),
    ],
)
def test_bad_lines(kind, text, wanted):
    with pytest.raises(TaskError) as error:
        text_rows.TextRows("f", kind, SCHEMA, skip=False).read(text.encode())
    assert wanted in str(error.value)
    lenient = text_rows.TextRows("f", kind, SCHEMA, skip=True)
    table = lenient.read(text.encode())
    assert lenient.skipped == 1 and table.num_rows == len(text.strip().split("\n")) - 1


def test_lines_are_rows():
    rows = text_rows.TextRows("f", "jsonl", SCHEMA, skip=False)
    assert rows.read(b'{"s": "a", "more": [1], "id": 1}\n\n{"id": 2}\n').to_pylist() == [
        {"id": 1, "s": "a"},
        {"id": 2, "s": None},
    ]
    numbers = text_rows.TextRows("f", "jsonl", pa.schema([("x", pa.float64())]), skip=False)
    found = numbers.read(b'{"x": "NaN"}\n{"x": "-Infinity"}\n{"x": 1}\n').to_pylist()
    assert str(found) == "[{'x': nan}, {'x': -inf}, {'x': 1.0}]"
    rows = text_rows.TextRows("f", "csv", SCHEMA, skip=False)
    assert rows.read('1,"a\n,""b"\n,词\n'.encode()).to_pylist() == [{"id": 1, "s": 'a\n,"b'}, {"id": None, "s": "词"}]


def test_bad_lines_beside_values_with_line_ends():
    data = b'\xef\xbb\xbf1,"a\n\nb"\r\n\n2\n3,"c\nd"\n4,e\rf\n5,\xff\n6,' + b"g" * 200_000 + b"\n"
    with pytest.raises(TaskError, match="f:5: it has 1 fields for 2 columns"):
        text_rows.TextRows("f", "csv", SCHEMA, skip=False).read(data)
    rows = text_rows.TextRows("f", "csv", SCHEMA, skip=True)
    found = rows.read(data).to_pylist()
    # As for TUNNEL, a lone carriage return belongs to the value.
    assert [row["id"] for row in found] == [1, 3, 4, 6] and rows.skipped == 2
    assert [row["s"][:4] for row in found] == ["a\n\nb", "c\nd", "e\rf", "gggg"]
    # Of the next block, whose lines are counted after these.
    with pytest.raises(TaskError, match="f:10: it has 3 fields for 2 columns"):
        strict = text_rows.TextRows("f", "csv", SCHEMA, skip=False)
        strict.read(b'1,"a\n\n\n\n\n\n\nb"\n')
        strict.read(b'2,"a"\n3,b,c\n')
    rows = text_rows.TextRows("f", "jsonl", SCHEMA, skip=False)
    assert rows.read(b'\xef\xbb\xbf{"id": 1}\r\n{"id": 2}\r\n').to_pylist() == [
        {"id": 1, "s": None},
        {"id": 2, "s": None},
    ]


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    path = tmp_path / "full.jsonl"
    path.symlink_to("/dev/full")
    sink = sinks.FileSink({"sink": {"path": str(path), "format": "jsonl"}}, SCHEMA)
    state = cursor.Cursor("", "replay", 1)
    sink.begin(state)
    table = pa.table({"id": [1], "s": ["a"]}, schema=SCHEMA)
    with pytest.raises(TaskError, match="full.jsonl cannot be written: No space left on device"):
        sink.commit(table, state.snapshot(), True)


def test_a_line_that_does_not_end(tmp_path, monkeypatch):
    monkeypatch.setattr(whole_lines, "LONGEST_LINE_BYTES", 1 << 21)
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    path = write(tmp_path, "long.csv", '1,"' + "x\n" * (3 << 20))
    unit = {"kind": "csv", "path": path, "bytes": os.path.getsize(path)}
    settings = {"source": source_with_columns(), "columns": ["id"], "bad_rows": "error"}
    reader = units.UnitReader(settings, None)
    with pytest.raises(TaskError, match="long.csv: a line is longer than 2 MiB"):
        list(reader.batches(unit, 0, None))
    segments = received._Segments(FakeStream(), "tcp://h:1")
    with pytest.raises(TaskError, match="tcp://h:1: a line is longer than 2 MiB"):
        for _ in range(9):
            segments.write(b"x" * (1 << 18))


class FakeStream:
    """What a source asks of the coordinator; `steps` are done at its pauses."""

    def __init__(self, *steps):
        self.units, self._steps, self._now, self.said = [], list(steps), 0.0, []

    def now(self):
        return self._now

    def add(self, unit):
        self.units.append(unit)
        return unit

    def say(self, line):
        self.said.append(line)

    def pause(self, seconds):
        self._now += 1
        if not self._steps:
            return True
        self._steps.pop(0)()
        return False

    def names(self):
        return [os.path.basename(unit["path"]) for unit in self.units]


def test_files_of_a_folder_are_taken_when_they_are_whole(tmp_path):
    settings = {"source": source_of(tmp_path), "follow": True}
    write(tmp_path, "whole.jsonl", lines(0, 1))
    write(tmp_path, "half.jsonl", '{"id": 1')
    write(tmp_path, "half.parquet", "PAR1")
    for name in (".hidden.csv", "_x.csv", "a.csv.tmp", "readme.md"):
        write(tmp_path, name, "1,a\n")
    stream = FakeStream(*[lambda: None] * 3)
    sources.FolderSource(settings).find(stream)
    assert stream.names() == ["whole.jsonl"]
    # Where nothing is followed, a file that stands still for some seconds is what it is.
    stream = FakeStream(*[lambda: None] * 8)
    sources.FolderSource(dict(settings, follow=False)).find(stream)
    assert stream.names() == ["whole.jsonl", "half.jsonl", "half.parquet"]


def test_a_file_that_changes_and_a_folder_that_goes(tmp_path):
    folder = folder_of(tmp_path, a=lines(0, 1))
    settings = {"source": source_of(folder), "follow": True}
    stream = FakeStream(lambda: None, lambda: write(folder, "a.jsonl", lines(0, 2)))
    with pytest.raises(TaskError, match="has changed since the stream has read it"):
        sources.FolderSource(settings).find(stream)
    stream = FakeStream(lambda: None, lambda: shutil.rmtree(folder))
    with pytest.raises(TaskError, match="the folder .* was removed"):
        sources.FolderSource(settings).find(stream)


def test_parquet_that_does_not_fit(tmp_path):
    path = str(tmp_path / "a.parquet")
    pq.write_table(pa.table({"id": ["x"], "t": [1]}), path)
    kinds = {"id": "BIGINT", "s": "STRING"}
    columns = [{"name": name, "type": kind} for name, kind in kinds.items()]
    for wanted, why in (("id", "column 'id' is string, not BIGINT"), ("s", "has no column 's'; it has id, t")):
        settings = {"source": {"kind": "file", "columns": columns}, "columns": [wanted]}
        reader = units.UnitReader(settings, None)
        with pytest.raises(TaskError, match=why):
            list(reader.batches({"kind": "parquet", "path": path}, 0, None))
    write(tmp_path, "a.parquet", "no")
    with pytest.raises(TaskError, match="cannot be read as Parquet"):
        list(reader.batches({"kind": "parquet", "path": path}, 0, None))


def test_a_cursor_keeps_what_it_was_given():
    state = cursor.Cursor("t", "replay", 3)
    state.begin_stretch()
    state.units = [{"number": 0, "path": "/a", "rows": None}, {"number": 1, "path": "/b", "rows": 7}]
    state.out = [1, 2, 3]
    kept = cursor.Cursor.of_rows(list(state.snapshot().rows())[::-1])
    assert vars(kept) == vars(state)
    with pytest.raises(TaskError, match="numWorkers=3"):
        kept.fit_workers(2)
    kept.end_stretch([3, 2, 2])
    kept.fit_workers(2)
    assert kept.base == [4, 3]
