"""Kafka as the source of Alink's streams: where it begins, and what another job finds."""

import json
import os
import pathlib
import sys
import time
import types

import pytest

pytest.importorskip("confluent_kafka", reason="scripts/setup installs it")

from fake_job import PYTHON_FOLDER
from kafka_brokers import Brokers
from test_alink_kafka import rows_of

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import coordinator, worker_links  # noqa: E402
from paisql.alink_stream.cursor import Cursor  # noqa: E402
from paisql.alink_stream.cursor_files import CursorFiles  # noqa: E402
from paisql.alink_stream.kafka import broker, client, runs, source, taken_over  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402


@pytest.fixture
def brokers():
    return Brokers()


class FakeConsumer:
    """Of what the brokers of librdkafka do not have: offsets by time."""

    def offsets_for_times(self, places, timeout):
        assert [place.offset for place in places] == [1700000000000] * 2
        for place, offset in zip(places, (7, -1)):
            place.offset = offset
        return places

    def committed(self, places, timeout):
        for place, offset in zip(places, (7, -1001)):
            place.offset = offset
        return places


@pytest.mark.parametrize(
    "mode, reset, second",
    [("timestamp", "latest", 30), ("group_offsets", "latest", 30), ("group_offsets", "earliest", 20)],
)
def test_where_a_stream_begins(mode, reset, second):
    given = {"name": "kafka://h:1/t", "startup": mode, "time_ms": 1700000000000, "group": "g"}
    settings = client.Settings("h:1", {"auto.offset.reset": reset})
    asked = broker.Broker(settings, given, time.monotonic)
    asked._consumer = FakeConsumer()
    starts = asked.starts({("t", 0): (5, 9), ("t", 1): (20, 30)})
    assert starts == {("t", 0): 7, ("t", 1): second}


class Stream:
    """What a source asks of the coordinator, without one."""

    def __init__(self, read=None, units=()):
        self.cursor, self.sizes = Cursor("kafka", "resume", 1), {}
        self.cursor.read, self.cursor.units = read, [dict(unit) for unit in units]
        self.now = time.monotonic

    @property
    def units(self):
        return self.cursor.units

    def pause(self, seconds):
        return False

    def ahead(self):
        return 0

    def size_of(self, unit):
        return self.sizes.get(unit["number"], (0, True))

    def add(self, unit):
        self.units.append(dict(unit, number=len(self.units), rows=None))
        return self.units[-1]

    def grow(self, unit, size, ended):
        self.sizes[unit["number"]] = (size, ended)

    def read(self, brokers, topic, folder, monkeypatch):
        """Runs a job's source to its end; the lines of all units."""
        monkeypatch.setenv("PAISQL_JOB", str(folder))
        place = {"servers": brokers.servers, "topics": [topic], "name": "kafka://s/" + topic}
        given = dict(place, kind="kafka", startup="earliest", raw=False)
        found = source.KafkaSource({"source": given, "follow": False, "recovery": "resume"})
        found.take_over(self.cursor, self.sizes)
        found.find(self)
        self.cursor.read = found.state()
        return [pathlib.Path(unit["path"]).read_bytes() for unit in self.units if unit["path"]]


def test_another_job_reads_the_same_messages_in_the_same_order(brokers, tmp_path, monkeypatch):
    topic = brokers.make("again", 3)
    first = Stream()
    monkeypatch.setattr(source, "_SEGMENT_RUNS", 4)
    for job in range(3):
        for number in (2, 0, 1):
            values = range(30 * job + 10 * number, 30 * job + 10 * number + 10)
            brokers.send(topic, *rows_of(*values), None, partition=number)
        if not job:
            written = first.read(brokers, topic, tmp_path / "0", monkeypatch)
        else:
            # With what has come since after it.
            after = Stream(first.cursor.read, first.units)
            again = after.read(brokers, topic, tmp_path / str(job), monkeypatch)
            assert again[: len(written)] == written and len(again) > len(written)
            first, written = after, again
    assert sorted(b"".join(written).splitlines()) == sorted(rows_of(*range(90)))
    # More rows than there are messages: the cursor knows of some that were deleted since.
    read = json.loads(first.cursor.read)
    read["runs"]["0"][0][4] += 1
    with pytest.raises(TaskError, match="no longer exist"):
        Stream(json.dumps(read), first.units).read(brokers, topic, tmp_path / "gone", monkeypatch)
    # A stream whose rows are committed asks for none of them.
    done = Stream(json.dumps(read), [dict(unit, rows=30) for unit in first.units])
    done.cursor.base = [30 * len(first.units)]
    assert done.read(brokers, topic, tmp_path / "done", monkeypatch) == []
    assert done.cursor.folded == (len(first.units), 30 * len(first.units))


def test_rows_that_were_counted_beside_fewer_messages_come_once(brokers, tmp_path, monkeypatch):
    """A worker had counted 100 rows of a unit when 60 of its messages were in the cursor."""
    topic = brokers.make("raced")
    brokers.send(topic, *rows_of(*range(100)))
    read = {"offsets": [[topic, 0, 60]], "runs": {"0": [[topic, 0, 0, 60, 60]]}}
    stream = Stream(json.dumps(read), [{"number": 0, "path": "/jobs/0/0.jsonl", "rows": 100, "kind": "jsonl"}])
    stream.cursor.begin_stretch()
    stream.cursor.out = [25]
    first, second = stream.read(brokers, topic, tmp_path, monkeypatch)
    assert (first + second).splitlines() == rows_of(*range(100)) and len(first.splitlines()) == 60
    # The second unit begins at row 60, as whoever counts the first one finds.
    assert [unit["rows"] for unit in stream.units] == [None, None]


class Message:
    def __init__(self, number):
        self._number = number

    def offset(self):
        return self._number

    def value(self):
        return rows_of(self._number)[0]


def test_what_comes_during_a_commit_belongs_to_the_next_one(tmp_path, monkeypatch):
    """Rows that are counted of a unit are of the messages that the cursor has for it."""
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    columns = [{"name": "id", "type": "BIGINT"}, {"name": "y", "type": "DOUBLE"}]
    stream = coordinator.Coordinator(
        {
            "source": {"kind": "kafka", "name": "kafka://h:1/t", "servers": "h:1", "topics": ["t"], "raw": False},
            "sink": {"kind": "file", "path": str(tmp_path / "out.jsonl"), "format": "jsonl"},
            "schema": columns, "recovery": "resume", "start": "continue", "follow": True, "commit_interval_ms": 20,
        },
        1,
    )  # fmt: skip
    kafka_source = stream._kafka
    kafka_source._broker = types.SimpleNamespace(name="kafka://h:1/t")
    kafka_source._write(stream, ("t", 0), [Message(number) for number in range(60)])

    def meanwhile(rows):
        kafka_source._write(stream, ("t", 0), [Message(number) for number in range(60, 100)])
        kafka_source._close_segment(stream)
        stream.units.count(0, 100)
        return rows

    monkeypatch.setattr(stream._output, "of", meanwhile)
    stream._links.take_written = lambda: worker_links.Written([], [60], None)
    stream._commit()
    assert [unit["rows"] for unit in stream.units] == [100]
    state = CursorFiles(str(tmp_path / "out.jsonl.cursor")).load()
    assert [unit["rows"] for unit in state.units] == [None] and state.out == [60]
    assert json.loads(state.read) == {"offsets": [["t", 0, 60]], "runs": {"0": [["t", 0, 0, 60, 60]]}}


def test_a_unit_that_is_written_again_is_counted_again(tmp_path, monkeypatch):
    """Also of a cursor that has more rows of it than messages, which an earlier version has left."""
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    state = Cursor("kafka", "resume", 1)
    paths = ["", "/jobs/1/0.jsonl", "/jobs/1/1.jsonl", "/jobs/1/2.jsonl"]
    state.units = [
        {"number": n, "path": path, "rows": rows} for n, path, rows in zip(range(4), paths, (40, 5, 100, None))
    ]
    state.begin_stretch()
    state.out = [60]
    runs_of_units = {"1": [["t", 0, 40, 45, 5]], "2": [["t", 0, 45, 105, 60]]}
    state.read, sizes = json.dumps({"offsets": [["t", 0, 105]], "runs": runs_of_units}), {}
    found = taken_over.TakenOver(state, sizes, True)
    assert found.is_others and state.folded == (2, 45) and sizes == {2: (0, False), 3: (0, False)}
    assert [(unit["number"], unit["rows"]) for unit in state.units] == [(2, None), (3, 0)]
    assert found.restore == {2: [["t", 0, 45, 105, 60]]} and list(found.runs) == [2]
    # A coordinator that is started again finds the same.
    again = taken_over.TakenOver(state, sizes, True)
    assert state.folded == (2, 45) and again.restore == found.restore
    found.note()
    assert sorted(os.listdir(tmp_path / "received")) == ["00000002.jsonl", "00000003.jsonl", "kafka.json"]
    again = taken_over.TakenOver(state, sizes, True)
    assert not again.is_others and again.restore == {2: [["t", 0, 45, 105, 60]]} and again.positions == {("t", 0): 105}


def test_runs_tell_where_lines_come_from(tmp_path):
    path = str(tmp_path / "a.jsonl")
    exact = [("t", 0, 5, 8, 3), ("t", 0, 8, 9, 0), ("t", 0, 10, 12, 2), ("u", 1, 0, 4, 4)]
    writer = runs.LedgerWriter(path)
    writer.add(exact[:2], 30)
    writer.add(exact[2:], 90)
    writer.close()
    with open(path, "wb") as stream:
        stream.write(b"x" * 95)
    with open(path + ".runs", "ab") as stream:
        stream.write(b"u 1 4 5 1 -1\nu 1 5 6")
    assert runs.cut_ledger(path) == (exact, 90) == runs.cut_ledger(path)
    assert os.path.getsize(path) == 90
    assert [runs.place_of_line(path, number) for number in (1, 3, 4, 6, 9, 10)] == [
        "t[0] offset 5",
        "t[0] offset 7",
        "t[0] offset 10",
        "u[1] offset 0",
        "u[1] offset 3",
        None,
    ]
    joined = runs.Runs()
    for run in exact:
        joined.add(*run)
    assert joined.list == [["t", 0, 5, 12, 5], ["u", 1, 0, 4, 4]]
    assert joined.positions(0) == {("t", 0): 5}
    assert joined.positions(6) == {("t", 0): 12, ("u", 1): 1}
    assert taken_over.rest_of(joined.list, []) == joined.list
    assert taken_over.rest_of(joined.list, exact[:1]) == [["t", 0, 8, 12, 2], ["u", 1, 0, 4, 4]]
    assert taken_over.rest_of(joined.list, exact[:3]) == [["u", 1, 0, 4, 4]]
