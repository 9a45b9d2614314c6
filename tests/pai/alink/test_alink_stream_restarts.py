"""Streams into tables whose processes are killed, as users run them: how often, after many files, and beside another one."""

import json
import os
import signal

import pytest
from test_alink_stream import ids, processes, rows_of, statement, until


def read(**changes):
    """A stream of a folder without a script, which starts in an instant."""
    given = dict(
        algorithm="sql_stream", mainScriptFile="-", outputSchemaStr="-", userParams="-", numWorkers=1,
        inputPath="in", inputSchemaStr="id long, y double", inputQuery="SELECT id, y FROM input",
    )  # fmt: skip
    return statement(**dict(given, **changes))


def put(home, first, end):
    """A file for each row, none of which is read half-written."""
    folder = os.path.join(home.files, "in")
    os.makedirs(folder, exist_ok=True)
    for number in range(first, end):
        path = home.write("in/%06d.tmp" % number, rows_of(number, number + 1))
        os.rename(path, os.path.join(folder, "%06d.jsonl" % number))


def kill(home, name, find=processes):
    """The process of this name that is found, and not those that it has started."""
    number = min(find(home, name))
    os.kill(number, signal.SIGKILL)
    until(lambda: number not in processes(home, name))


def writers(home, name):
    """Of the processes of this name those that change the tables."""
    found = []
    for number in processes(home, name):
        try:
            with open("/proc/%d/cmdline" % number, "rb") as stream:
                found += [number] if b"--stream-writer" in stream.read() else []
        except OSError:
            pass  # it has ended meanwhile
    return found


@pytest.mark.parametrize("name, find", [("worker-0", processes), ("stream-0", writers)])
def test_a_process_is_started_again_as_often_as_it_may(home, name, find):
    put(home, 0, 3)
    running = home.start(read(follow="true", maxRestarts=1))
    until(lambda: ids(home) == [0, 1, 2])
    kill(home, name, find)
    put(home, 3, 5)
    until(lambda: ids(home) == [0, 1, 2, 3, 4])
    kill(home, name, find)
    put(home, 5, 6)
    said = "".join(running.communicate(timeout=120))
    title = name.replace("-", " ")
    assert running.returncode == 1 and title in said and "after it was started again 1 time" in said, said
    # What was committed stays, and another statement goes on after it.
    assert ids(home) == [0, 1, 2, 3, 4]
    home.run(read()).ok()
    assert ids(home) == [0, 1, 2, 3, 4, 5]


def test_a_stream_keeps_its_table_while_it_runs(home):
    """Also before its first row."""
    put(home, 0, 0)
    running = home.start(read(follow="true"))
    until(lambda: writers(home, "stream-0"))
    (job,) = home.job_ids()
    refused = "another stream writes into this output, job %s, so this one ends; KILL %s;" % (job, job)
    for mode in ("continue", "restart"):
        home.run(read(startMode=mode)).fails(refused)
    put(home, 0, 3)
    until(lambda: ids(home) == [0, 1, 2])
    home.end_jobs()
    running.wait(120)
    put(home, 3, 5)
    home.run(read()).ok()
    assert ids(home) == [0, 1, 2, 3, 4]


def units_of(home):
    """{name: rows} of the cursor in the table."""
    rows = home.rows("SELECT kind, number, name, rows, detail FROM out_cursor;")
    units = [row for row in rows if row[0] == "unit"]
    counted = dict(pair for row in rows if row[0] == "counted" for pair in json.loads(row[4]))
    assert sorted(int(row[1]) for row in units) == list(range(len(units)))
    return {row[2]: counted[int(row[1])] if row[3] == "NULL" else int(row[3]) for row in units}


def test_many_files_into_a_table(home):
    """More than the head of a cursor has, in several jobs."""
    put(home, 0, 1100)
    running = home.start(read(follow="true"))
    until(lambda: len(ids(home)) == 1100)
    put(home, 1100, 1110)
    until(lambda: len(ids(home)) == 1110)
    kill(home, "stream-0")
    put(home, 1110, 2150)
    until(lambda: len(ids(home)) == 2150)
    home.end_jobs()
    running.wait(120)
    put(home, 2150, 2160)
    home.run(read()).ok()
    assert ids(home) == list(range(2160))
    found = units_of(home)
    assert len(found) == 2160 and set(found.values()) == {1}
    home.run(read()).ok()
    assert ids(home) == list(range(2160))
