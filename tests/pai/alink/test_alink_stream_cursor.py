"""What a stream keeps of how far it is: the cursor, its log, and the units that are read for good."""

import json
import os
import signal
import sys

import pyarrow as pa
import pytest
from fake_job import PYTHON_FOLDER
from stream_job import StreamJob
from test_alink_stream_task import folder_of, lines, source_of, until, write

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import beginning, cursor, cursor_files, folder_sink, known_units, sinks, unit_notes  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402

MANY = 50_000


def known(state, by_names=True):
    return known_units.KnownUnits(state, {}, by_names, lambda unit: None)


def begun(recovery="resume", workers=1):
    state = cursor.Cursor("/in", recovery, workers)
    state.begin_stretch()
    return state


def found(number, rows=None):
    return {"kind": "jsonl", "path": "/in/%d.jsonl" % number, "bytes": 10 * number, "rows": rows}


def paths(units):
    return [unit["path"] for unit in units]


class Table:
    """The table of a cursor, as commits change it."""

    def __init__(self):
        self.log, self.head = [], []

    def write(self, snapshot):
        if not snapshot.adds:
            self.log = []
        self.log += cursor.rows_of(snapshot.records)
        self.head = list(snapshot.rows())

    def load(self):
        return cursor.Cursor.of_rows((self.head + self.log)[::-1])


@pytest.fixture(params=["table", "file"])
def kept(request, tmp_path):
    """A function that gives what the next process of a stream writes its cursor with, and loads it from."""
    if request.param == "file":
        return lambda: cursor_files.CursorFiles(str(tmp_path / "out.cursor"))
    table = Table()
    return lambda: table


def test_a_commit_writes_what_is_new(kept):
    """Whatever was found before: a head of a bounded size, and each unit once into the log."""
    state, stored = begun(), kept()
    units, logged, largest = known(state), [], 0
    for number in range(MANY):
        units.add(found(number))
        units.count(number - 3, 7)
        if number % 100 == 99:
            state.out = [7 * (number - 50)]
            snapshot = units.snapshot(state)
            stored.write(snapshot)
            logged += [record["number"] for record in snapshot.records if "number" in record]
            largest = max(largest, len(snapshot.head["units"]) + len(snapshot.head["counted"]))
            units.fold(state.done_rows(True), units.known_to())
    assert logged == sorted(set(logged)) and largest <= 1100
    assert len(units.kept) < 200 and len(units) == MANY
    after = kept().load()
    assert [unit["number"] for unit in after.units] == list(range(MANY))
    assert [unit["rows"] for unit in after.units] == [7] * (MANY - 3) + [None] * 3
    # Another process has all of them: what nobody reads again by names and rows.
    again = known(after)
    again.fold(after.done_rows(True), len(again))
    assert paths(again) == ["/in/%d.jsonl" % number for number in range(MANY)]
    assert again.first_rows == 7 * again.first and len(again.kept) < 200
    assert {unit["bytes"] // 10 for unit in again} == set(range(MANY))


def test_a_process_may_end_behind_each_step_of_a_commit(tmp_path, monkeypatch):
    """The cursor is that of the commit before, or its own."""
    monkeypatch.setattr(known_units, "_LOG_RECORDS", 4)
    path = str(tmp_path / "out.cursor")

    class Killed(Exception):
        pass

    def write(state, units, steps):
        """Commits, in a process that makes so many steps; whether it came to the end."""
        done = iter(range(steps))

        def step(call):
            def run(*arguments):
                if next(done, None) is None:
                    raise Killed
                return call(*arguments)

            return run

        with monkeypatch.context() as patch:
            for name in ("fsync", "replace", "unlink"):
                patch.setattr(os, name, step(getattr(os, name)))
            try:
                files.write(units.snapshot(state))
                return True
            except Killed:
                return False

    number, steps, complete = 0, 0, 0
    committed = []
    while complete < 30:
        files = cursor_files.CursorFiles(path)
        state = files.load() or begun()
        units = known(state)
        assert paths(units)[: len(committed)] == committed
        # As many commits as the log has two records of, the last of which does not end.
        for commit in range(1 + number % 4):
            for _ in range(3):
                units.add(found(len(units)))
            units.count(len(units) - 2, 5)
            if write(state, units, 99 if commit < number % 4 else steps):
                committed = paths(units)
                complete += 1
                steps = 0
            else:
                steps += 1
        number += 1
    assert len(cursor_files.CursorFiles(path).load().units) >= len(committed)
    assert len(os.listdir(tmp_path)) <= 3  # the head, its log, and what a killed process has begun


def test_a_log_that_lacks_something_is_an_error(tmp_path):
    path = str(tmp_path / "out.cursor")
    state, files = begun(), cursor_files.CursorFiles(path)
    units = known(state)
    for number in range(5):
        units.add(found(number))
    files.write(units.snapshot(state))
    (log,) = [name for name in os.listdir(tmp_path) if name != "out.cursor"]
    os.truncate(tmp_path / log, 100)
    with pytest.raises(TaskError, match=r"cursor\.\d is shorter than the stream has left it; -DstartMode=restart"):
        cursor_files.CursorFiles(path).load()
    table = Table()
    table.write(known(files_state(5)).snapshot(state))
    del table.log[2]
    with pytest.raises(TaskError, match="has lost units; -DstartMode=restart"):
        table.load()


def files_state(count):
    state = begun()
    state.units = [dict(found(number), number=number) for number in range(count)]
    return state


@pytest.mark.parametrize("sink", ["file", "folder"])
def test_who_begins_anew_needs_no_whole_cursor(tmp_path, monkeypatch, sink):
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    out = tmp_path / "out"
    settings = {
        "source": {"kind": "folder", "path": "/in"},
        "recovery": "replay",
        "sink": {"path": str(out), "format": "jsonl"},
    }
    if sink == "folder":
        out.mkdir()
        (out / ".part-00000007.jsonl").write_text("of a cursor that nobody can read")
    name = out / ".cursor" if sink == "folder" else tmp_path / "out.cursor"
    name.write_text('{"format": 1}')

    def begin(start):
        made = {"file": sinks.FileSink, "folder": folder_sink.FolderSink}[sink](
            settings, pa.schema([("id", pa.int64())])
        )
        return beginning.Beginning(dict(settings, start=start), [settings], made, unit_notes.UnitNotes(), 1)

    with pytest.raises(TaskError, match="is not a cursor of a stream; -DstartMode=restart begins another one"):
        begin("continue")
    assert begin("restart").begins
    # What it has begun with can be read again, and of the one before nothing is shown.
    assert begin("continue").cursor.job == str(tmp_path)
    assert sink == "file" or not [one for one in os.listdir(out) if "part" in one]


def test_a_cursor_of_the_first_format_is_gone_on_with(tmp_path):
    old = {
        "source": "/in", "recovery": "resume", "base": [3], "out": [2], "job": "/jobs/1", "ended": False,
        "closed": False, "bytes": 70, "read": None, "format": 1,
        "units": [{"number": 0, "path": "/in/0.jsonl", "rows": 4}, {"number": 1, "path": "/in/1.jsonl", "rows": None}],
    }  # fmt: skip
    path = write(tmp_path, "out.cursor", json.dumps(old))
    of_file = cursor_files.CursorFiles(path)
    state = of_file.load()
    head = {name: value for name, value in old.items() if name not in ("units", "base", "out")}
    rows = [("stream", 1, "/in", 1, json.dumps(head)), ("worker", 0, "", 2, '{"base": 3}')]
    rows += [("unit", unit["number"], unit["path"], unit["rows"], json.dumps(unit)) for unit in old["units"]]
    assert vars(cursor.Cursor.of_rows(rows)) == vars(state)
    assert state.units == old["units"] and state.done_rows(True) == 5
    units = known(state)
    assert [unit["number"] for unit in units.fold(5, 2)] == [0] and units.first_rows == 4
    of_file.write(units.snapshot(state))
    assert vars(cursor_files.CursorFiles(path).load()) == vars(state)


def test_copies_of_what_came_once_are_not_kept_in_the_cursor(tmp_path):
    """Of lines of a pipe nobody needs the names."""
    state = begun()
    units, files = known(state, by_names=False), cursor_files.CursorFiles(str(tmp_path / "c"))
    for number in range(5):
        units.add(dict(found(number), growing=True))
        units.grow(number, 100, True)
        units.count(number, 2)
    assert units.bytes_from(3) == 200
    assert [unit["number"] for unit in units.fold(7, 4)] == [0, 1, 2]
    assert units.bytes_from(-1) == 200 and paths(units) == ["/in/3.jsonl", "/in/4.jsonl"] and len(units) == 5
    files.write(units.snapshot(state))
    after = cursor_files.CursorFiles(str(tmp_path / "c")).load()
    assert (after.folded, paths(after.units)) == ((3, 6), paths(units))
    assert os.listdir(tmp_path) == ["c"]


def test_units_that_a_slow_worker_may_still_read_are_kept():
    units = known(begun())
    for number in range(4):
        units.add(found(number, rows=1))
    assert units.fold(4, 0) == [] and [unit["number"] for unit in units.fold(4, 3)] == [0, 1, 2]
    # A count that comes late, of a unit that nobody has, says nothing.
    units.count(0, 9)
    units.count(7, 9)
    assert [unit["rows"] for unit in units.kept] == [1]


def test_a_note_that_is_torn_is_cut_off(tmp_path, monkeypatch):
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    notes = unit_notes.UnitNotes()
    assert notes.take(0) == []
    notes.add({"number": 0})
    with open(tmp_path / "stream_units.jsonl", "a", encoding="utf-8") as stream:
        stream.write('{"number": 1, "pa')
    notes = unit_notes.UnitNotes()
    assert notes.take(0) == [{"number": 0}]
    notes.add({"number": 1})
    assert unit_notes.UnitNotes().take(0) == [{"number": 0}, {"number": 1}]
    assert unit_notes.UnitNotes().take(1) == [{"number": 1}] and unit_notes.UnitNotes().take(2) == []


def test_names_are_on_the_disk_before_a_cursor_counts(tmp_path, monkeypatch):
    """A file that was replaced is there after the power has failed: its folder was written after it."""
    written = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda one: written.append(os.readlink("/proc/self/fd/%d" % one)) or fsync(one))
    monkeypatch.setattr(os, "replace", lambda one, to: written.append("moved") or replace(one, to))
    cursor_files.replace(str(tmp_path / "a"), "text")
    assert written == [str(tmp_path / "a.new"), "moved", str(tmp_path)]


class Rows:
    """A catalog that takes the cursor's files, as the program's process does."""

    def __init__(self):
        self.requests = []

    def ask(self, **request):
        self.requests.append(request)
        return {"cursor": []}


def test_a_table_of_a_cursor_keeps_its_log(tmp_path, monkeypatch):
    schema = pa.schema(
        [
            ("kind", pa.string()),
            ("number", pa.int64()),
            ("name", pa.string()),
            ("rows", pa.int64()),
            ("detail", pa.string()),
        ]
    )

    class Staged:
        def __init__(self, url):
            self.schema = schema

        def write(self, table):
            return table.to_pydict()["kind"]

    monkeypatch.setattr(sinks, "_Staged", Staged)
    monkeypatch.setattr(known_units, "_LOG_RECORDS", 3)
    catalog, state = Rows(), begun()
    sink, units = sinks.TableSink({"output": "o", "cursor": "c"}, catalog), known(state)
    nothing = schema.empty_table()
    for count in (2, 1, 3):
        for _ in range(count):
            units.add(found(len(units)))
        sink.commit(nothing, units.snapshot(state), False)
    units.count(0, 1)
    sink.commit(nothing, units.snapshot(state), False)
    head = ["stream", "worker"]
    assert [(one["commit"]["cursor"], one["commit"]["adds"]) for one in catalog.requests] == [
        ([["unit"] * 2, head], False),
        ([head + ["unit"]], True),
        ([["unit"] * 4, head], True),
        ([head + ["counted"]], True),
    ]


def test_a_process_that_changes_the_catalog_ends(tmp_path, monkeypatch):
    """By itself, which is an error, or killed, in the middle of a line: so ends the one that asks it."""
    program, killed = tmp_path / "paisql", []
    monkeypatch.setenv("PAISQL_PROGRAM", str(program))
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    monkeypatch.setattr(os, "kill", lambda *given: killed.append(given))
    for end, wanted in (("exit 3", []), ("printf '{\"done\"'; kill -9 $$", [(os.getpid(), signal.SIGKILL)])):
        program.write_text("#!/bin/sh\n%s\n" % end)
        program.chmod(0o700)
        with pytest.raises(TaskError, match="the process that commits the rows has ended"):
            sinks.Catalog().ask(files=True)
        assert killed == wanted


@pytest.mark.parametrize("recovery", ["resume", "replay"])
def test_many_files_are_read_once_whoever_is_killed(tmp_path, monkeypatch, recovery):
    """Of several jobs, within each of which the coordinator is killed."""
    folder, total = folder_of(tmp_path), 0

    def put(count):
        nonlocal total
        for _ in range(count):
            write(folder, "%06d.tmp" % total, lines(2 * total, 2 * total + 2))
            os.rename(folder / ("%06d.tmp" % total), folder / ("%06d.jsonl" % total))
            total += 1

    for number in range(2):
        put(400)
        job = StreamJob(tmp_path, source_of(folder), number=number, recovery=recovery, follow=True)
        job.start()
        try:
            until(lambda: len(job.rows()) >= 2 * total - 300)
            job.restart("stream-0")
            until(lambda: len(job.rows()) == 2 * total)
            put(200)
            job.restart("worker-1")
            put(10)  # of which it writes its own, so that it is there
            until(lambda: len(job.rows()) == 2 * total)
            if not number:
                for name in job.processes:
                    job.kill(name)
        finally:
            job.end()
    found = [row["id"] for row in job.rows()]
    assert sorted(found) == list(range(2 * total))
    state = cursor_files.CursorFiles(job.out + ".cursor").load()
    assert len(state.units) == total == len(set(paths(state.units)))
    assert {unit["rows"] for unit in state.units} == {2}
