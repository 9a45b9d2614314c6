"""Queries over the rows of streams: before a script, after it, and without one."""

import json
import os
import shutil
import signal
import subprocess

import pytest
from alink_models_home import check_errors
from fake_job import PYTHON
from paisql_home import BINARY, PaisqlHome
from test_alink import FILES, LIBRARIES, run_program
from test_alink_stream import processes, until


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home with the script that passes rows on, and tables."""
    made = PaisqlHome(tmp_path_factory.mktemp("queries"))
    for name in ("pass_stream.py", "stream_queries.py", "stream_forms.py"):
        shutil.copy(os.path.join(FILES, name), made.files)
    made.run(
        "CREATE TABLE t (id BIGINT, x DOUBLE, name STRING);",
        "INSERT INTO t SELECT id, id / 4, CONCAT('n', id) FROM (SELECT EXPLODE(SEQUENCE(0L, 999L)) AS id) n;",
        "CREATE TABLE days (id BIGINT, at DATETIME, price DECIMAL(10,2), odd BOOLEAN, "
        "tags ARRAY<BIGINT>) PARTITIONED BY (ds STRING);",
        "INSERT INTO days PARTITION (ds='1') VALUES (2, NULL, NULL, NULL, NULL), "
        "(1, DATETIME '2026-01-01 00:00:00', 1.50BD, true, ARRAY(1L, 2L));",
        "INSERT INTO days PARTITION (ds='2') VALUES (3, DATETIME '2026-01-03 12:00:00', 3.25BD, false, ARRAY(3L));",
        "CREATE VIEW v AS SELECT id, name FROM t WHERE id < 10;",
        "CREATE TABLE nested (m MAP<STRING, BIGINT>, id BIGINT);",
    ).ok()
    yield made
    made.end_jobs()


def statement(algorithm="sql_stream", **parameters):
    given = dict(parameters)
    if algorithm != "sql_stream":
        given["mainScriptFile"] = "file://pass_stream.py"
    quoted = {key: str(v).replace("\\", "\\\\").replace('"', '\\"') for key, v in given.items()}
    return "PAI -name %s %s;" % (algorithm, " ".join('-D%s="%s"' % pair for pair in quoted.items()))


def followed(home, *given, **parameters):
    """Starts a stream that goes on; gives the number of its job."""
    before = set(home.job_ids())
    home.run("SET paisql.job.async=true;", statement(*given, follow="true", **parameters)).ok()
    (job,) = set(home.job_ids()) - before
    return job


def count(home, table):
    found = home.run("SELECT COUNT(*) FROM %s;" % table)
    return int(found.rows[0][0]) if found.status == 0 else -1


def test_all_types_and_partitions_go_through_a_query(home):
    home.run(
        statement(
            inputTableName="t",
            inputQuery="SELECT id, UPPER(name) AS text, id > 500 late FROM input WHERE id % 10 = 7",
            outputTableName="texts",
            numWorkers=2,
        )
    ).ok()
    assert home.rows("SELECT id, text, late FROM texts ORDER BY id LIMIT 1000;") == [
        (str(n), "N%d" % n, str(n > 500).lower()) for n in range(7, 1000, 10)
    ]
    query = "SELECT *, price * 2 AS twice FROM days WHERE ds = '1'"
    job = followed(home, inputTableName="(%s)" % query, outputTableName="typed")
    until(lambda: count(home, "typed") == 2)
    home.run(
        "INSERT INTO days PARTITION (ds='2') VALUES (4, NULL, NULL, NULL, NULL);",
        "INSERT INTO days PARTITION (ds='1') VALUES (5, NULL, 0.01BD, NULL, ARRAY());",
    ).ok()
    until(lambda: count(home, "typed") == 3)
    home.run("KILL %s;" % job).ok()
    wanted = home.rows(query + " ORDER BY id LIMIT 9;")
    assert home.rows("SELECT * FROM typed ORDER BY id LIMIT 9;") == wanted and len(wanted) == 3


def test_killed_processes_see_the_same_rows(home):
    """A worker, and the processes that compute the queries, are killed in the middle."""
    go = os.path.join(home.files, "go")
    job = followed(
        home,
        "tensorflow2_stream",
        inputTableName="(SELECT id, CONCAT(name, '!') AS text FROM t WHERE id % 3 <> 1)",
        outputSchemaStr="id long, text string",
        outputQuery="SELECT id, UPPER(text) AS text, UUID() AS mark FROM output WHERE id % 2 = 0",
        outputTableName="once",
        numWorkers=2,
        userParams=json.dumps({"hold": 100, "until": go}),
    )
    until(lambda: count(home, "once") == 100)
    helpers = [pid for name in ("worker-0", "worker-1", "stream-0") for pid in asked(home, name)]
    assert len(helpers) == 3
    for pid in helpers:
        os.kill(pid, signal.SIGKILL)
    os.kill(min(processes(home, "worker-1")), signal.SIGKILL)
    home.run("INSERT INTO t VALUES (1002, 0.0, 'n1002'), (1003, 0.0, 'n1003');").ok()
    home.write("go", "")
    wanted = [number for number in [*range(1000), 1002] if number % 3 != 1 and number % 2 == 0]
    until(lambda: count(home, "once") >= len(wanted))
    home.run("KILL %s;" % job).ok()
    found = home.rows("SELECT id, text FROM once ORDER BY id LIMIT 2000;")
    assert found == [(str(number), "N%d!" % number) for number in wanted]
    assert home.rows("SELECT COUNT(DISTINCT mark) FROM once;") == [(str(len(wanted)),)]
    # What a killed process could not remove goes with the next stream.
    gone = subprocess.Popen(["true"])
    gone.wait()
    left = "/dev/shm/paisql-stream-%d-left" % gone.pid
    os.mkdir(left)
    home.run(statement(inputTableName="t", inputQuery="SELECT id FROM input", outputTableName="w")).ok()
    assert not os.path.exists(left)


def asked(home, name):
    """The process that computes a query for a process of a job."""
    found = []
    for pid in processes(home, name):
        with open("/proc/%d/cmdline" % pid, "rb") as stream:
            if b"--row-query" in stream.read():
                found.append(pid)
    return found


def put(home, name, rows):
    """As whoever needs no half-written file read."""
    lines = "".join(json.dumps({"id": n, "text": "t%d" % n}) + "\n" for n in rows)
    os.rename(home.write("%s.tmp" % name, lines), os.path.join(home.files, "in", name))


def test_operators_of_a_program(home):
    os.makedirs(os.path.join(home.files, "in"), exist_ok=True)
    put(home, "a.jsonl", range(10))
    program = start(home, "follow", "from_files")
    until(lambda: count(home, "from_files") == 4)
    put(home, "b.jsonl", range(10, 20))
    until(lambda: count(home, "from_files") == 9)
    # Whoever interrupts the program alone, as a notebook does, ends the stream, too.
    job = home.job_ids()[-1]
    program.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in program.communicate(timeout=180)[0]
    home.run("WAIT %s;" % job).fails("Job got killed")
    assert "alink_" not in home.run("USE default_project;", "SHOW TABLES;").ok().stdout
    # The rows that are there, with the same operators, and without a script.
    assert "done" in finish(start(home, "bounded", "bounded"))
    assert home.rows("SELECT * FROM bounded ORDER BY id LIMIT 99;") == home.rows(
        "SELECT * FROM from_files ORDER BY id LIMIT 99;"
    )
    wanted = [(str(n), "T%d!" % n) for n in range(1, 20, 2) if n != 5]
    assert home.rows("SELECT * FROM bounded ORDER BY id LIMIT 99;") == wanted
    assert "done" in finish(start(home, "plain", "plain"))
    assert home.rows("SELECT COUNT(*), MAX(text) FROM plain;") == [("10", "t9!")]


def start(home, *arguments):
    environment = dict(
        home.environment(), PAISQL_HOME=home.path, PAISQL_PROGRAM=BINARY, PYTHONPATH=os.path.join(LIBRARIES, "python")
    )
    return subprocess.Popen(
        [PYTHON, "stream_queries.py", *arguments],
        cwd=home.files,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_operators_have_a_form_on_streams(home):
    done = run_program(home, os.path.join(home.files, "stream_forms.py"))
    told = done.stdout
    assert done.stderr == "badRows: 2 lines of %s were left out\n" % os.path.join(home.files, "h.csv")
    assert "alink_" not in home.run("USE default_project;", "SHOW TABLES;").ok().stdout
    assert told.startswith("numbers\nn\n3\n4\n")
    # Both sides of an endless stream that is converted and split, and a share of the second.
    folder = os.path.join(home.files, "sides")
    os.mkdir(folder)
    lines = [json.dumps({"id": n, "v": "1 %d" % n if n % 3 else "x", "j": '{"a": %d}' % n}) for n in range(200)]
    home.write("sides/a.jsonl", "".join(line + "\n" for line in lines))
    jobs = [
        followed(
            home,
            inputPath=folder,
            inputSchemaStr="id long, v string, j string",
            inputQuery=query,
            outputTableName="side%d" % number,
        )
        for number, query in enumerate(json.loads(told.splitlines()[-1]))
    ]
    until(lambda: count(home, "side0") + count(home, "side1") == 200 and count(home, "side2") > 20)
    home.run(*("KILL %s;" % job for job in jobs)).ok()
    rows = home.rows("SELECT * FROM side0 UNION ALL SELECT * FROM side1;")
    wanted = [
        (str(n), "DOUBLE#2#1.0 %d.0 " % n if n % 3 else "STRING##1 #x ", '{"a": %d}' % n, str(n)) for n in range(200)
    ]
    assert sorted(rows) == sorted(wanted)
    assert 60 < count(home, "side0") < 140
    assert 20 < count(home, "side2") < 80


def finish(program):
    told, _ = program.communicate(timeout=200)
    assert program.returncode == 0, told
    return told


def of(query, **more):
    return dict({"inputTableName": "t", "inputQuery": query, "outputTableName": "o"}, **more)


WRONG = [
    (of("SELECT COUNT(*) AS n FROM input"), "has no GROUP BY, DISTINCT or aggregate function", 'input"'),
    (of("SELECT DISTINCT id FROM input"), "has no DISTINCT", "SELECT DISTINCT"),
    (of("SELECT a.id FROM input a JOIN t b ON a.id = b.id"), "has no JOIN", "input a JOIN"),
    (of("SELECT id FROM input LIMIT 3"), "has no LIMIT", "SELECT id FROM input LIMIT"),
    (of("SELECT id FROM input UNION ALL SELECT id FROM input"), "has no UNION", "SELECT id FROM input UNION"),
    (of("SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS n FROM input"), "has no window function", "ROW_NUMBER()"),
    (of("SELECT id FROM input WHERE id IN (SELECT id FROM v)"), "has no query within an expression", "id IN ("),
    (of("SELECT id, e FROM input LATERAL VIEW EXPLODE(ARRAY(1, 2)) n AS e"), "has no LATERAL VIEW", "EXPLODE("),
    (of("SELECT id, RAND() AS r FROM input"), "RAND gives something else each time", "RAND()"),
    (of("SELECT id FROM input WHERE x < UNIX_TIMESTAMP()"), "UNIX_TIMESTAMP gives something else", "UNIX_TIMESTAMP()"),
    (of("SELECT id, GETDATE() AS g FROM input"), "GETDATE gives something else each time", "GETDATE()"),
    (of("SELECT id, nix FROM input"), "column nix cannot be resolved", "nix FROM"),
    (of("SELECT id FROM v"), "reads table p.t, and not the stream: FROM input", 'v"'),
    (of("SELECT id, 1 FROM"), "Parse exception", 'M"'),
    (of("SELECT MAP('a', id) AS m FROM input"), "column 'm' of the query is MAP<STRING,BIGINT>", '"SELECT MAP('),
    (of("SELECT m, id FROM input", inputTableName="nested"), "column 'm' is MAP<STRING,BIGINT>", '"SELECT m,'),
    (of("SELECT id FROM input", inputTableName="(SELECT * FROM t)"), "is a query already", '"SELECT id FROM input"'),
    (
        of("SELECT id, TO_DATE('2026', 'yyyy') AS d FROM input", outputTableName="-", outputPath="print"),
        "lines of a stream do not hold",
        '"print"',
    ),
    (
        {"inputTableName": "(SELECT MAX(id) AS m FROM t)", "follow": "true", "outputTableName": "o"},
        "has no GROUP BY",
        't)"',
    ),
    ({"inputTableName": "nested", "outputTableName": "o"}, "which a stream does not carry", '"nested"'),
    (of("SELECT id FROM input", outputQuery="SELECT x FROM output"), "column x cannot be resolved", "x FROM output"),
]


def test_what_is_wrong_is_said_before_anything_runs(home):
    before = home.job_ids()
    given = [{k: v for k, v in changes.items() if v != "-"} for changes, *_ in WRONG]
    check_errors(home, [statement(**one) for one in given], [case for _, *case in WRONG])
    assert home.job_ids() == before


def test_a_row_that_the_query_refuses_is_named(home):
    home.write("bad.csv", "1,5\n2,7\n3,x\n4,1\n")
    parameters = dict(
        inputPath="bad.csv",
        inputSchemaStr="id long, text string",
        inputQuery="SELECT id, CAST(text AS BIGINT) AS n FROM input",
        outputPath="print",
    )
    told = home.run("SET odps.function.strictmode=true;", statement(**parameters))
    told.fails("row 3 of %s: " % os.path.join(home.files, "bad.csv"))
