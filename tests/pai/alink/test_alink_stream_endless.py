"""What a program of Alink does with streams that have no end, beside one line to one sink."""

import json
import os
import shutil
import signal
import subprocess

import pytest
from fake_job import PYTHON
from paisql_home import BINARY, PaisqlHome
from test_alink import FILES, LIBRARIES
from test_alink_stream import until


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home with the programs."""
    made = PaisqlHome(tmp_path_factory.mktemp("endless"))
    for name in ("pass_stream.py", "stream_endless.py"):
        shutil.copy(os.path.join(FILES, name), made.files)
    made.run("CREATE TABLE t (id BIGINT, v STRING);").ok()
    yield made
    made.end_jobs()


def start(home, *arguments):
    environment = dict(
        home.environment(),
        PAISQL_HOME=home.path,
        PAISQL_PROGRAM=BINARY,
        PYTHONPATH=os.path.join(LIBRARIES, "python"),
    )
    return subprocess.Popen(
        [PYTHON, "stream_endless.py", *arguments],
        cwd=home.files,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def put(home, path, rows):
    """A file of rows, as whoever wants no half-written file read."""
    os.makedirs(os.path.dirname(os.path.join(home.files, path)), exist_ok=True)
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    os.rename(home.write(path + ".tmp", lines), os.path.join(home.files, path))


def rows_of(home, table):
    found = home.run("SELECT * FROM %s;" % table)
    return sorted((tuple(row) for row in found.rows), key=lambda row: int(row[0])) if found.status == 0 else []


def stop(program):
    """Ends a program as a notebook does; gives what it has told."""
    program.send_signal(signal.SIGINT)
    told = program.communicate(timeout=180)[0]
    assert "KeyboardInterrupt" in told, told
    return told


def numbered(numbers):
    return [{"id": number, "v": "%d %d" % (number, number)} for number in numbers]


def test_a_row_that_cannot_be_converted_ends_the_stream(home):
    good = [*numbered(range(10)), {"id": 10, "v": "other"}]
    put(home, "refused/a.jsonl", good)
    programs = [start(home, "refused", "ERROR", table) for table in ("wide", "narrow")]
    until(lambda: len(rows_of(home, "wide")) == 10 == len(rows_of(home, "narrow")))
    put(home, "refused/b.jsonl", [*numbered(range(11, 13)), {"id": 13, "v": "1 x"}, *numbered([14])])
    for program, table in zip(programs, ("wide", "narrow")):
        told = program.communicate(timeout=180)[0]
        assert program.returncode == 1 and "done" not in told
        assert "b.jsonl" in told and "row 3" in told, told
        assert "ToVectorStreamOp: column 'v': '1 x' is no vector; setHandleInvalidMethod('SKIP')" in told
        assert len(rows_of(home, table)) == 10
    # Who makes NULLs of such rows goes on where the rows have ended.
    program = start(home, "refused", "SKIP", "wide")
    until(lambda: len(rows_of(home, "wide")) == 14)
    stop(program)
    wanted = [(str(n), None if n == 13 else "%d.0 %d.0" % (n, n)) for n in [*range(10), *range(11, 15)]]
    assert rows_of(home, "wide") == [(n, "NULL" if v is None else v) for n, v in wanted]
