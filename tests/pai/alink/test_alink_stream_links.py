"""What the coordinator of a stream and its workers say to each other, with a worker's side played by the test."""

import os
import sys
import threading

import pyarrow as pa
from fake_job import PYTHON_FOLDER
from stream_job import StreamJob
from test_alink_stream_task import folder_of, lines, source_of, until, write

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import link, protocol, worker_links  # noqa: E402

SCHEMA = pa.schema([("id", pa.int64()), ("s", pa.string())])
_PATIENCE_SECONDS = 120
FILES = 1200  # whose units are more than a socket holds


class Played:
    """A worker of a job, which reads when it is told to."""

    def __init__(self, job, number, monkeypatch):
        monkeypatch.setenv("PAISQL_JOB", job.job.folder)
        found = []
        until(lambda: found.append(protocol.connect()) or found[-1] is not None)
        self.peer = found[-1]
        self.peer._connection._socket.settimeout(_PATIENCE_SECONDS)
        self.peer.send({"worker": number, "fresh": True})
        self.told = []

    def read_until(self, kind):
        """The next message of a kind; what stands before it is noted in `told`. protocol.Closed when it does not come."""
        while True:
            message, _ = self.peer.receive()
            self.told.append(message)
            if kind in message:
                return message

    def write(self, first, *values):
        batch = pa.RecordBatch.from_pydict({"id": values, "s": list(map(str, values))}, SCHEMA)
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, SCHEMA) as writer:
            writer.write_batch(batch)
        self.peer.send({"first": first, "rows": len(values)}, sink.getvalue().to_pybytes())


def put(folder, first, count):
    for number in range(first, first + count):
        write(folder, "%06d.tmp" % number, lines(number, number + 1))
        os.rename(folder / ("%06d.tmp" % number), folder / ("%06d-%s.jsonl" % (number, "x" * 120)))


def units_of(worker):
    return [message["unit"]["number"] for message in worker.told if "unit" in message]


def test_a_worker_that_does_not_read_holds_nobody(tmp_path, monkeypatch):
    folder = folder_of(tmp_path)
    put(folder, 0, FILES)
    job = StreamJob(tmp_path, source_of(folder), follow=True, workers=3, recovery="resume").start("stream-0")
    try:
        until(lambda: os.path.exists(os.path.join(job.job.folder, "stream_units.jsonl")))
        silent = Played(job, 0, monkeypatch)
        other, late = Played(job, 1, monkeypatch), Played(job, 2, monkeypatch)
        other.read_until("start")
        late.read_until("start")
        other.write(0, 1, 4)
        assert other.read_until("committed")["committed"] == 2
        # It reads no more, while it is told of more than its socket holds, and has to say as much.
        put(folder, FILES, FILES)
        while other.read_until("unit")["unit"]["number"] < 2 * FILES - 1:
            pass
        job.processes["stream-0"].terminate()
        other.read_until("stop")
        for number in range(20):
            late.write(1000 * number, *range(1000 * number, 1000 * number + 1000))
        late.peer.send({"ended": True, "given": 20000, "written": 20000})
        other.peer.send({"ended": True, "given": 2, "written": 2})
        late.read_until("stop")
        silent.read_until("start")
        silent.read_until("stop")
        silent.peer.send({"ended": True, "given": 0, "written": 0})
        for worker in (silent, other, late):
            worker.read_until("finish")
            assert units_of(worker) == list(range(2 * FILES))
        job.end()
        assert job.processes["stream-0"].returncode == 0, job.log("stream-0")
        assert len(job.rows()) == 20002
    finally:
        job.end()


def test_rows_wait_for_the_interval_or_the_end(tmp_path, monkeypatch):
    folder = folder_of(tmp_path)
    long = dict(follow=True, workers=1, recovery="resume", commit_interval_ms=3_600_000)
    job = StreamJob(tmp_path, source_of(folder), **long).start("stream-0")
    try:
        put(folder, 0, 3)
        until(lambda: os.path.exists(os.path.join(job.job.folder, "stream_units.jsonl")))
        worker = Played(job, 0, monkeypatch)
        worker.read_until("start")
        worker.write(0, 0)
        assert worker.read_until("committed")["committed"] == 1
        worker.write(1, 1)
        worker.write(2, 2)
        put(folder, 3, 1)
        worker.read_until("unit")  # the coordinator goes on meanwhile
        worker.write(3, 3)
        job.processes["stream-0"].terminate()
        worker.read_until("stop")
        worker.peer.send({"ended": True, "given": 4, "written": 4})
        worker.read_until("finish")
        job.end()
    finally:
        job.end()
    assert [message["committed"] for message in worker.told if "committed" in message] == [1, 4]
    assert [row["id"] for row in job.rows()] == [0, 1, 2, 3]


def test_rows_are_shown_by_a_worker_that_comes_later(tmp_path, monkeypatch):
    folder = folder_of(tmp_path)
    put(folder, 0, 4)
    job = StreamJob(tmp_path, source_of(folder), follow=True, recovery="resume", sink={"kind": "print"})
    job.start("stream-0")
    shown = ['{"id": 1, "s": "1"}\n', '{"id": 0, "s": "0"}\n', '{"id": 3, "s": "3"}\n']
    try:
        until(lambda: os.path.exists(os.path.join(job.job.folder, "stream_units.jsonl")))
        other = Played(job, 1, monkeypatch)
        other.read_until("start")
        other.write(0, 1)
        other.read_until("committed")
        shows = Played(job, 0, monkeypatch)
        assert shows.read_until("print") == {"print": shown[0]}
        shows.read_until("start")
        shows.write(0, 0)
        assert shows.read_until("print") == {"print": shown[1]}
        shows.read_until("committed")
        shows.peer.close()
        # What it does not show any more its successor does.
        other.write(1, 3)
        other.read_until("committed")
        shows = Played(job, 0, monkeypatch)
        assert shows.read_until("print") == {"print": shown[2]}
    finally:
        for name in job.processes:
            job.kill(name)


def test_a_coordinator_ends_when_all_are_told(tmp_path, monkeypatch):
    """Its last word is on its way to a worker whose socket is full."""
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    monkeypatch.setattr(worker_links, "_LAST_WORDS_SECONDS", _PATIENCE_SECONDS)
    links = worker_links.WorkerLinks(1, lambda number, tell, begin: begin(0), None, None)
    links.serve()
    peer = protocol.connect()
    peer.send({"worker": 0, "fresh": True})
    until(lambda: links._workers[0].outbox is not None)
    for number in range(FILES):
        links.tell_all({"unit": "x" * 200})
    links.tell_all({"finish": True})
    reading = threading.Timer(0.1, lambda: [peer.receive() for _ in range(FILES)])
    reading.start()
    links.wait_until_told()
    assert links._workers[0].outbox.unsent() == []
    reading.join()
    assert peer.receive()[0] == {"finish": True}


class Fed:
    """What a Link gives to a feed."""

    def __init__(self):
        self.begun = []

    def begin(self, number, row):
        self.begun.append((number, row))


def test_a_worker_says_again_what_a_killed_coordinator_has_heard(tmp_path, monkeypatch):
    """Else units would never be known to be read, and a source that waits for its readers would for ever."""
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    listener = protocol.listen()
    listener.settimeout(_PATIENCE_SECONDS)
    connection = link.Link(0)
    connection.feed = Fed()

    def welcome(committed):
        peer = protocol.Peer(listener.accept()[0])
        said = [peer.receive()[0]]
        peer.send({"begin": 3, "row": 30})
        peer.send({"start": {"first": 0, "written": 0, "committed": committed}})
        return peer, said

    connection.begin()
    peer, said = welcome(0)
    assert said == [{"worker": 0, "fresh": True}]
    connection.started.wait()
    connection.counted(3, 5)
    connection.counted(4, 7)
    connection.append(0, 2, b"two")
    connection.taken(5, 0)
    peer.close()
    peer, said = welcome(0)
    said += [peer.receive() for _ in range(4)]
    assert said == [
        {"worker": 0, "fresh": False},
        ({"counted": 3, "rows": 5}, b""),
        ({"counted": 4, "rows": 7}, b""),
        ({"first": 0, "rows": 2}, b"two"),
        ({"taken": 5, "bytes": 0}, b""),
    ]
    # What the cursor has is said no more.
    peer.send({"committed": 2, "known_to": 4})
    peer.close()
    peer, _ = welcome(2)
    assert [peer.receive()[0] for _ in range(2)] == [{"counted": 4, "rows": 7}, {"taken": 5, "bytes": 0}]
    assert connection.feed.begun == [(3, 30)] * 3
    peer.send({"finish": True})
    until(lambda: connection.is_over)
