"""Alink's stream components as users run them."""

import json
import os
import select
import shutil
import signal
import subprocess
import time

import pytest
from paisql_home import BINARY
from test_alink import FILES, run_program


def statement(algorithm="tensorflow2_stream", user_params=None, **parameters):
    given = {"mainScriptFile": "file://stream.py", "outputSchemaStr": "id long, y double"}
    given["userParams"] = json.dumps(dict({"factors": [2.0]}, **(user_params or {})))
    if "inputPath" not in parameters:
        given["inputTableName"] = "t"
    if "outputPath" not in parameters:
        given["outputTableName"] = "out"
    given.update(parameters)
    quoted = {key: str(v).replace("\\", "\\\\").replace('"', '\\"') for key, v in given.items()}
    words = ['-D%s="%s"' % pair for pair in quoted.items() if pair[1] != "-"]
    return "PAI -name %s %s;" % (algorithm, " ".join(words))


@pytest.fixture
def filled(home):
    """A home with the scripts and a table t of 1000 rows."""
    for name in ("stream.py", "streams.py"):
        shutil.copy(os.path.join(FILES, name), home.files)
    home.run(
        "CREATE TABLE t (id BIGINT, x DOUBLE);",
        "INSERT INTO t SELECT id, id / 4 FROM (SELECT EXPLODE(SEQUENCE(0L, 999L)) AS id) n;",
    ).ok()
    return home


def until(condition, seconds=200):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        select.select([], [], [], 0.05)


def ids(home):
    found = home.run("SELECT id, y FROM out;")
    if found.status:
        return []
    assert all(float(y) == int(number) / 2 for number, y in found.rows)
    return sorted(int(number) for number, _ in found.rows)


def processes(home, name):
    """Numbers of the processes of the home's jobs that are called so: worker-0, stream-0."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % entry, "rb") as stream:
                variables = stream.read().split(b"\0")
        except OSError:
            continue
        own = any(one.startswith(b"PAISQL_JOB=" + home.path.encode()) for one in variables)
        if own and b"PAISQL_PROCESS=" + name.encode() in variables:
            found.append(int(entry))
    return found


@pytest.mark.parametrize("algorithm", ["tensorflow_stream", "tensorflow2_stream"])
def test_a_table_goes_through_a_script(filled, algorithm):
    filled.run(
        statement(algorithm, numWorkers=2, outputSchemaStr="id long, y double, worker int"),
        timeout=240,
    ).ok()
    assert ids(filled) == list(range(1000))
    # Row i is worker i modulo 2's, and in its order.
    counts = filled.rows("SELECT COUNT(*) FROM out WHERE id % 2 = 0;")
    assert counts == [("500",)]
    if algorithm == "tensorflow_stream":
        return
    # Nothing is read twice; what has come since is.
    filled.run(
        "INSERT INTO t VALUES (1000, 250.0);",
        statement(algorithm, numWorkers=2, outputSchemaStr="id long, y double, worker int"),
        timeout=240,
    ).ok()
    assert ids(filled) == list(range(1001))


def test_killed_workers_and_supervisors_double_nothing(filled):
    slow = statement(
        user_params={"pause": 0.08}, numWorkers=1, commitIntervalMs=50, recovery="resume"
    )
    running = filled.start(slow)
    until(lambda: len(ids(filled)) > 0)
    os.kill(max(processes(filled, "worker-0")), signal.SIGKILL)
    before = len(ids(filled))
    until(lambda: len(ids(filled)) > before)
    assert len(ids(filled)) < 1000
    filled.end_jobs()
    assert running.wait(120) == 1
    filled.run(slow, timeout=240).ok()
    assert ids(filled) == list(range(1000))


def test_a_followed_table_until_it_is_stopped(filled):
    follow = statement(follow="true", numWorkers=1, recovery="resume")
    filled.run("SET paisql.job.async=true;", follow).ok()
    until(lambda: len(ids(filled)) == 1000)
    # As many as the script takes at once.
    rows = ", ".join("(%d, %r)" % (number, number / 4) for number in range(1000, 1008))
    filled.run("INSERT INTO t VALUES %s;" % rows).ok()
    until(lambda: len(ids(filled)) == 1008)
    job = filled.job_ids()[0]
    filled.run("KILL %s;" % job).ok()
    filled.run("INSERT INTO t VALUES (1008, 252.0);", statement(numWorkers=1), timeout=240).ok()
    assert ids(filled) == list(range(1009))
    # What is not there any more cannot be gone on with.
    filled.run("INSERT OVERWRITE TABLE t VALUES (1, 0.25);", statement(numWorkers=1)).fails(
        "was rewritten", "startMode=restart"
    )


def test_a_folder_goes_to_the_session(filled):
    os.mkdir(os.path.join(filled.files, "in"))
    for number in range(3):
        filled.write("in/%d.csv" % number, "%d,%r\nbad\n" % (number, number / 4))
    printed = filled.run(
        statement(
            inputPath="in",
            inputSchemaStr="id long, x double",
            badRows="skip",
            outputPath="print",
        ),
        timeout=240,
    ).ok()
    shown = printed.stdout + printed.stderr
    for number in range(3):
        assert '{"id": %d, "y": %r}' % (number, number / 2) in shown
        assert "badRows: 1 lines of %s" % os.path.join(filled.files, "in/%d.csv" % number) in shown
    filled.run(
        statement(inputPath="in/1.csv", inputSchemaStr="id long, x double", outputPath="o.jsonl")
    ).fails("in/1.csv:2: it has 1 fields for 2 columns")


WRONG = [
    ({"outputTableName": "-"}, "the rows of a stream go to one place"),
    ({"inputTableName": "-"}, "a stream has one source"),
    ({"outputTableName": "t", "outputSchemaStr": "id long, x double"}, "cannot write into the table that it reads"),
    ({"inputPath": "nix", "inputSchemaStr": "id long"}, "nix does not exist"),
    ({"inputPath": "stream.py", "inputSchemaStr": "id long"}, "does not say what it holds"),
    ({"inputPath": ".", "inputFormat": "xml"}, "write csv, jsonl or parquet"),
    ({"inputPath": "."}, "the columns of inputPath are not known"),
    ({"inputPath": ".", "inputSchemaStr": "id lnog"}, "inputSchemaStr: a tf.train.Example gives no"),
    ({"inputPath": "tcp://host"}, "'host' is no address"),
    ({"inputPath": "kafka://h/t"}, "apt-get install kcat"),
    ({"outputPath": "a.txt"}, "is no file for rows"),
    ({"recovery": "redo"}, "write replay or resume"),
    ({"startMode": "now"}, "write continue or restart"),
    ({"inputTableName": "(SELECT * FROM t)", "follow": "true"}, "the rows of a query do not grow"),
    ({"userParams": "[1]"}, "a list is no object"),
]


def test_what_is_wrong_is_said_before_anything_runs(filled):
    done = subprocess.run(
        [BINARY, "--home", filled.path, "--project", "p", "--output", "jsonl", "--keep-going"],
        input="\n".join(statement(**changes) for changes, _ in WRONG),
        cwd=filled.files,
        env=filled.environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    errors = {event["number"]: event for event in events if event["event"] == "error"}
    for number, (changes, wanted) in enumerate(WRONG, 1):
        said = errors[number]["message"] + " " + errors[number].get("hint", "")
        assert wanted in said, (changes, said)
        assert errors[number]["column"] > 1, changes
    assert filled.job_ids() == []
    assert "startMode" in filled.run("HELP PAI tensorflow_stream;").ok().stdout


def test_operators_of_a_program(filled):
    done = run_program(filled, os.path.join(filled.files, "streams.py"))
    assert done.stdout.endswith("all\n") and "7   1.75" in done.stdout, done.stdout
