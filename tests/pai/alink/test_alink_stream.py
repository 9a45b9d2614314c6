"""Alink's stream components as users run them."""

import json
import os
import select
import shutil
import signal
import time

import pytest
from alink_models_home import check_errors
from test_alink import FILES, run_program


def statement(algorithm="tensorflow2_stream", user_params=None, **parameters):
    given = {"mainScriptFile": "file://pass_stream.py", "outputSchemaStr": "id long, y double"}
    given["userParams"] = json.dumps(user_params or {})
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
    for name in ("stream.py", "streams.py", "pass_stream.py", "train_on_stream.py"):
        shutil.copy(os.path.join(FILES, name), home.files)
    home.run(
        "CREATE TABLE t (id BIGINT, x DOUBLE, y DOUBLE);",
        "INSERT INTO t SELECT id, id / 4, id / 2 FROM (SELECT EXPLODE(SEQUENCE(0L, 999L)) AS id) n;",
    ).ok()
    return home


def until(condition, seconds=200):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            raise TimeoutError("it did not come")
        select.select([], [], [], 0.2)


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


def test_a_table_goes_through_a_script(filled):
    done = filled.run(
        statement(
            user_params={"factors": [2.0], "intra_op": 3},
            mainScriptFile="file://stream.py",
            outputSchemaStr="id long, y double, role string",
            intraOpParallelism=3,
        ),
        timeout=240,
    ).ok()
    assert "deprecated" not in done.stderr
    assert ids(filled) == list(range(1000))
    assert filled.rows("SELECT DISTINCT role FROM out;") == [("chief",)]


def test_types_and_nulls_reach_the_script_of_a_stream(filled):
    shutil.copy(os.path.join(FILES, "message_stream.py"), filled.files)
    filled.run(
        "CREATE TABLE kinds (id BIGINT, flag BOOLEAN, price DECIMAL(10,2), day DATE, at DATETIME, s STRING);",
        "INSERT INTO kinds VALUES (1, TRUE, 1.25, DATE '2026-02-03', DATETIME '2026-02-03 04:05:06', 'a'), "
        "(2, FALSE, NULL, NULL, NULL, NULL);",
    ).ok()
    filled.write("in.jsonl", '{"id": 3, "s": null}\n{"s": "b"}\n')
    given = dict(mainScriptFile="file://message_stream.py", outputSchemaStr="told string", numWorkers=1, numPSs=0)
    table = dict(given, inputTableName="kinds")
    filled.run(statement(**table)).fails("column 'flag' is BOOLEAN", "convertTypes=true")
    filled.run(statement(convertTypes="true", **table)).fails(
        "column 'price' is NULL in row 2 of ", "-DnullValues=omit"
    )
    filled.run(
        statement(convertTypes="true", nullValues="omit", outputTableName="of_table", **table),
        statement(
            inputPath="in.jsonl",
            inputSchemaStr="id long, s string",
            nullValues="omit",
            outputTableName="of_file",
            **given,
        ),
        timeout=240,
    ).ok()
    assert [json.loads(told) for (told,) in filled.rows("SELECT told FROM of_table ORDER BY told LIMIT 9;")] == [
        {"at": "2026-02-03 04:05:06", "day": "2026-02-03", "flag": 1, "id": 1, "price": 1.25, "s": "a"},
        {"flag": 0, "id": 2},
    ]
    assert sorted(filled.rows("SELECT told FROM of_file;")) == [('{"id": 3}',), ('{"s": "b"}',)]


def test_three_workers_and_two_streams_into_one_table(filled):
    three = dict(numWorkers=3, numPSs=0, recovery="resume")
    wide = ("SET paisql.quota.cpu=64;", "SET paisql.quota.memory=640GB;")
    filled.run(*wide, "SET paisql.job.async=true;", statement(follow="true", **three)).ok()
    until(lambda: len(ids(filled)) == 1000)
    (job,) = filled.job_ids()
    # The first one keeps the table while it runs, and has not noticed the other.
    taken = "another stream writes into this output, job %s, so this one ends; KILL %s;"
    filled.run(*wide, statement(**three)).fails(taken % (job, job))
    filled.run("INSERT INTO t VALUES (1000, 250.0, 500.0);").ok()
    until(lambda: len(ids(filled)) == 1001)
    # One that does not find it goes on after what the first has written, which then cannot commit.
    manifest = os.path.join(filled.path, "jobs", job, "outputs", "1.json")
    os.rename(manifest, manifest + ".away")
    filled.run(*wide, statement(**three)).ok()
    os.rename(manifest + ".away", manifest)
    (_, _, other) = filled.job_ids()
    filled.run("INSERT INTO t VALUES (1001, 250.25, 500.5);").ok()
    filled.run("WAIT %s;" % job).fails(taken % (other, other))
    assert ids(filled) == list(range(1001))
    filled.run(*wide, statement(**three)).ok()
    assert ids(filled) == list(range(1002))


def test_a_model_is_trained_on_a_stream(filled):
    filled.run(
        "CREATE TABLE points AS SELECT x, z, IF(x > 0.5, 1, 0) AS label "
        "FROM (SELECT id * 617 % 1000 / 1000 AS x, id % 7 / 7 AS z FROM t) mixed;",
        statement(
            "tensorflow_stream",
            {"featureCols": ["x", "z"], "labelCol": "label", "batch_size": 16},
            inputTableName="points",
            outputTableName="model",
            mainScriptFile="file://train_on_stream.py",
            outputSchemaStr="model_id long, model_info string",
            parallelism=1,
        ),
        "PAI -name tf_table_model_predict -DmodelTableName=model -DinputTableName=points -DoutputTableName=told "
        '-DselectedCols="x,z" -DoutputSchemaStr="logits double" -DsignatureDefKey=predict;',
        timeout=240,
    ).ok()
    (told,) = filled.rows("SELECT COUNT(*), SUM(IF((logits > 0) = (label = 1), 1, 0)) FROM told;")
    assert told[0] == "1000" and int(told[1]) > 900, told


def test_killed_workers_and_supervisors_double_nothing(filled):
    go = os.path.join(filled.files, "go")
    slow = statement(user_params={"hold": 300, "until": go}, numWorkers=1, recovery="resume")
    running = filled.start(slow)
    # Each process holds after 300 rows of its own.
    until(lambda: len(ids(filled)) == 300)
    os.kill(max(processes(filled, "worker-0")), signal.SIGKILL)
    until(lambda: len(ids(filled)) == 600)
    filled.end_jobs()
    assert running.wait(120) == 1
    filled.write("go", "")
    filled.run(slow, timeout=240).ok()
    assert ids(filled) == list(range(1000))


def test_a_followed_table_until_it_is_stopped(filled):
    follow = statement(follow="true", numWorkers=1, recovery="resume")
    filled.run("SET paisql.job.async=true;", follow).ok()
    until(lambda: len(ids(filled)) == 1000)
    filled.run("INSERT INTO t VALUES (1000, 250.0, 500.0);").ok()
    until(lambda: len(ids(filled)) == 1001)
    (job,) = filled.job_ids()
    assert job in filled.run("SHOW P;").ok().stdout
    filled.run("KILL %s;" % job).ok()
    filled.run("INSERT INTO t VALUES (1001, 250.25, 500.5);", statement(numWorkers=1, numPSs=1)).ok()
    assert ids(filled) == list(range(1002))
    # What is not there any more cannot be gone on with.
    filled.run("INSERT OVERWRITE TABLE t VALUES (1, 0.25, 0.5);", statement(numWorkers=1)).fails(
        "was rewritten", "startMode=restart"
    )


def rows_of(first, end):
    return "".join('{"id": %d, "y": %r}\n' % (number, number / 2) for number in range(first, end))


def test_an_interrupted_stream_goes_on(filled):
    folder = os.path.join(filled.files, "in")
    os.mkdir(folder)

    def put(name, text):
        """As whoever needs no half-written file read."""
        filled.write("in/%s.tmp" % name, text)
        os.rename(os.path.join(folder, name + ".tmp"), os.path.join(folder, name))

    follow = statement(inputPath="in", inputSchemaStr="id long, y double", follow="true")
    put("a.jsonl", rows_of(0, 10))
    running = filled.start(follow)
    until(lambda: len(ids(filled)) == 10)
    put("b.jsonl", rows_of(10, 20))
    until(lambda: len(ids(filled)) == 20)
    # What a foreground stream has written stays, and the next one goes on after it.
    running.send_signal(signal.SIGINT)
    assert running.wait(60) == 130, running.communicate()
    put("c.jsonl", rows_of(20, 30))
    filled.run(statement(inputPath="in", inputSchemaStr="id long, y double")).ok()
    assert ids(filled) == list(range(30))
    # Of a source that is not the cursor's.
    put("d.jsonl", rows_of(30, 31))
    filled.run(statement(inputPath="in/d.jsonl", inputSchemaStr="id long, y double")).fails(
        "the output's cursor is that of a stream from", "startMode=restart"
    )


def test_a_folder_goes_to_the_session(filled):
    os.mkdir(os.path.join(filled.files, "in"))
    for number in range(3):
        filled.write("in/%d.csv" % number, "%d,%r\nbad\n" % (number, number / 2))
    filled.write("in/3.csv.gz", "")
    printed = filled.run(
        statement(inputPath="in", inputSchemaStr="id long, y double", badRows="skip", outputPath="print"), timeout=240
    ).ok()
    shown = printed.stdout + printed.stderr
    assert os.path.join(filled.files, "in") + ": passed over 3.csv.gz, since compressed files are not read\n" in shown
    for number in range(3):
        assert '{"id": %d, "y": %r}' % (number, number / 2) in shown
        assert "badRows: 1 lines of %s" % os.path.join(filled.files, "in/%d.csv" % number) in shown
    filled.run(statement(inputPath="in/1.csv", inputSchemaStr="id long, y double", outputPath="o.jsonl")).fails(
        "in/1.csv:2: it has 1 fields for 2 columns"
    )
    # The format goes by the ending, or is given. A last line without an end gets one.
    read = dict(algorithm="sql_stream", mainScriptFile="-", outputSchemaStr="-", userParams="-", badRows="skip")
    read.update(
        inputPath="in", inputSchemaStr="id long, y double", inputQuery="SELECT id, '' AS s FROM input WHERE id > 0"
    )
    filled.write("o.csv", '{"id": 7}')
    filled.run(statement(outputPath="o.csv", outputFormat="jsonl", **read), statement(outputPath="p.csv", **read)).ok()
    with open(os.path.join(filled.files, "o.csv"), encoding="utf-8") as kept:
        assert kept.read() == '{"id": 7}\n{"id": 1, "s": ""}\n{"id": 2, "s": ""}\n'
    with open(os.path.join(filled.files, "p.csv"), encoding="utf-8") as kept:
        assert kept.read() == '1,""\n2,""\n'


WRONG = [
    ({"outputTableName": "-"}, "the rows of a stream go to one place", '"file://pass_stream.py"'),
    ({"inputTableName": "-"}, "a stream has one source", '"file://pass_stream.py"'),
    (
        {"outputTableName": "t", "outputSchemaStr": "id long, x double, y double"},
        "cannot write into the table that it reads",
        '"t"',
    ),
    ({"inputPath": "nix", "inputSchemaStr": "id long"}, "nix does not exist", '"nix"'),
    ({"inputPath": "stream.py", "inputSchemaStr": "id long"}, "does not say what it holds", '"stream.py"'),
    ({"inputPath": ".", "inputFormat": "xml"}, "write csv, jsonl or parquet", '"xml"'),
    ({"inputPath": "."}, "the columns of inputPath are not known", '"."'),
    ({"inputPath": ".", "inputSchemaStr": "id lnog"}, "inputSchemaStr: a tf.train.Example gives no", "lnog"),
    ({"inputPath": "tcp://host"}, "'host' is not an address", '"tcp://host"'),
    ({"outputPath": "a.txt"}, "is not a file for rows", '"a.txt"'),
    ({"outputPath": "ftp://host/a.csv"}, "is nothing that a stream writes", '"ftp://'),
    (
        {"outputPath": "/dev/null", "outputFormat": "csv"},
        "/dev/null is not a regular file",
        '"/dev/null" -DoutputFormat',
    ),
    ({"outputPath": "stream.py/"}, "stream.py is not a folder", '"stream.py/"'),
    ({"outputPath": "nix/out/"}, "nix/out does not exist", '"nix/out/"'),
    ({"outputPath": "nix"}, "is not a file for rows", '"nix"'),
    (
        {"inputPath": ".", "inputSchemaStr": "id long", "outputPath": "../files/"},
        "a stream cannot write into the folder that it reads",
        '"../files/"',
    ),
    ({"outputPath": "a.csv", "outputFormat": "parquet"}, "write jsonl or csv", '"parquet"'),
    ({"outputPath": "print", "outputFormat": "csv"}, "print shows lines of JSON", '"csv"'),
    ({"outputFormat": "csv"}, "outputFormat: the rows go into a table", '"csv"'),
    ({"recovery": "redo"}, "write replay or resume", '"redo"'),
    ({"startMode": "now"}, "write continue or restart", '"now"'),
    (
        {"inputTableName": "(SELECT * FROM t LIMIT 5)", "follow": "true"},
        "the query of a stream has no LIMIT",
        "SELECT * FROM t LIMIT",
    ),
    ({"userParams": "[1]"}, "a list is not an object", "[1]"),
]


def test_what_is_wrong_is_said_before_anything_runs(filled):
    check_errors(filled, [statement(**changes) for changes, *_ in WRONG], [case for _, *case in WRONG])
    assert filled.job_ids() == []


@pytest.mark.parametrize("operator", ["TensorFlowStreamOp", "TensorFlow2StreamOp"])
def test_operators_of_a_program(filled, operator):
    done = run_program(filled, os.path.join(filled.files, "streams.py"), operator)
    assert done.stdout.endswith("all\n") and "7   1.75" in done.stdout, done.stdout
    (job,) = filled.job_ids()
    logs = [name.split("-")[0] for name in os.listdir(os.path.join(filled.path, "jobs", job, "logs"))]
    assert (logs.count("worker"), logs.count("ps")) == (2, 1), logs
