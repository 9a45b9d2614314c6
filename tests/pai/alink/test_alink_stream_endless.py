"""What a program of Alink does with streams that have no end, beside one line to one sink."""

import json
import os
import shutil
import signal
import subprocess

import pytest
from alink_models_home import check_errors
from fake_job import PYTHON
from paisql_home import BINARY, PaisqlHome
from test_alink import FILES, LIBRARIES
from test_alink_stream import processes, until


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home with the programs."""
    made = PaisqlHome(tmp_path_factory.mktemp("endless"))
    for name in ("pass_stream.py", "stream_endless.py"):
        shutil.copy(os.path.join(FILES, name), made.files)
    os.mkdir(os.path.join(made.files, "split"))  # a source of several programs
    made.run("CREATE TABLE t (id BIGINT, v STRING);").ok()
    yield made
    made.end_jobs()


def start(home, *arguments):
    environment = dict(
        home.environment(), PAISQL_HOME=home.path, PAISQL_PROGRAM=BINARY, PYTHONPATH=os.path.join(LIBRARIES, "python")
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
    """A file of rows, as whoever needs no half-written file read."""
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


def kill(home, name):
    """Kills the processes of the home's jobs that are called so, and those that they have started."""
    for pid in processes(home, name):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it went with another one


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
        assert "ToVectorStreamOp: column 'v': '1 x' is not a vector; setHandleInvalidMethod('SKIP')" in told
        assert len(rows_of(home, table)) == 10
    # Who makes NULLs of such rows goes on where the rows have ended.
    program = start(home, "refused", "SKIP", "wide")
    until(lambda: len(rows_of(home, "wide")) == 14)
    stop(program)
    wanted = [(str(n), None if n == 13 else "%d.0 %d.0" % (n, n)) for n in [*range(10), *range(11, 15)]]
    assert rows_of(home, "wide") == [(n, "NULL" if v is None else v) for n, v in wanted]


def test_both_sides_of_a_split_are_sinks_of_one_program(home):
    put(home, "split/a.jsonl", [{"id": n, "v": "t%d" % n} for n in range(100)])
    program = start(home, "split")
    sides = ("part", "others")
    until(lambda: sum(len(rows_of(home, side)) for side in sides) == 100)
    kill(home, "worker-0")
    put(home, "split/b.jsonl", [{"id": n, "v": "t%d" % n} for n in range(100, 200)])
    until(lambda: sum(len(rows_of(home, side)) for side in sides) == 200)
    told = stop(program)
    assert "DataStream first:\n['id', 'big', 'half']\n[0, 'T0', 0.0]\n[1, 'T1', 0.5]\n[2, 'T2', 1.0]\n" in told
    assert "'T3'" not in told
    found = [rows_of(home, side) for side in sides]
    assert sorted(found[0] + found[1]) == sorted((str(n), "t%d" % n) for n in range(200))
    assert all(50 < len(one) < 150 for one in found)
    # Nothing runs after the program.
    until(lambda: not processes(home, "worker-0"))


def test_sinks_write_into_folders(home):
    put(home, "chain_in/a.jsonl", numbered(range(5)))
    os.mkdir(os.path.join(home.files, "chained"))
    program = start(home, "folders")
    made = os.path.join(home.files, "chain_made", "csv")

    def lines():
        names = sorted(os.listdir(made)) if os.path.isdir(made) else []
        return [open(os.path.join(made, name)).read() for name in names if name.endswith(".csv") and name[0] != "."]

    until(lambda: len(rows_of(home, "chain_end")) == 5 and len(lines()) == 1)
    put(home, "chain_in/b.jsonl", numbered(range(5, 8)))
    until(lambda: len(rows_of(home, "chain_end")) == 8 and len(lines()) == 2)
    stop(program)
    assert rows_of(home, "chain_end") == [(str(n), "%d %d" % (n, n)) for n in range(8)]
    assert lines() == ["".join("%d %d,%d\n" % (n, n, n) for n in part) for part in (range(5), range(5, 8))]


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_program_that_is_killed_leaves_no_stream(home, end):
    shutil.rmtree(os.path.join(home.files, "killed"), ignore_errors=True)
    home.run("DROP TABLE IF EXISTS kept; DROP TABLE IF EXISTS kept_cursor;").ok()
    put(home, "killed/a.jsonl", numbered(range(10)))
    program = start(home, "killed")
    until(lambda: len(rows_of(home, "kept")) == 10)
    program.send_signal(end)
    assert program.wait(60) == -end
    until(lambda: not processes(home, "worker-0") and not processes(home, "stream-0"))
    # Nobody follows the folder any more; the next program goes on after what is there.
    put(home, "killed/b.jsonl", numbered(range(10, 20)))
    program = start(home, "killed")
    until(lambda: len(rows_of(home, "kept")) == 20)
    stop(program)
    assert [row[0] for row in rows_of(home, "kept")] == list(map(str, range(20)))


def test_the_error_of_one_stream_ends_all_of_the_program(home):
    put(home, "broken/a.jsonl", [{"id": 1, "v": "1 2"}, {"id": 2, "v": "x"}])
    program = start(home, "broken")
    told = program.communicate(timeout=180)[0]
    assert program.returncode == 1 and "column 'v': 'x' is not a vector" in told, told
    until(lambda: not processes(home, "worker-0"))


def test_what_sinks_of_one_program_cannot_share(home):
    os.mkfifo(os.path.join(home.files, "pipe"))
    for which in ("refused_at_once", "refused_unions"):
        program = start(home, which)
        told = program.communicate(timeout=180)[0]
        assert program.returncode == 0 and "done" in told, told


@pytest.mark.parametrize("how", ["plain", "script"])
def test_a_union_of_streams_brings_each_row_once(home, how):
    """Whoever is killed, and when the program is stopped and run again."""
    table = "united_" + how
    for name in ("union_a", "union_b"):
        shutil.rmtree(os.path.join(home.files, name), ignore_errors=True)
    put(home, "union_a/a.jsonl", numbered(range(10)))
    put(home, "union_b/b.jsonl", [{"num": n, "text": "b%d" % n} for n in range(-1, 3)])
    home.run(
        "DROP TABLE t;", "CREATE TABLE t (id BIGINT, v STRING);", "INSERT INTO t VALUES (2000, 't'), (3, 'three');"
    ).ok()
    program = start(home, "union", how, table)
    until(lambda: len(rows_of(home, table)) == 2 + 9 + 3 + 1)
    kill(home, "worker-0")
    kill(home, "stream-0")
    put(home, "union_b/c.jsonl", [{"num": n, "text": "c"} for n in range(20, 30)])
    home.run("INSERT INTO t VALUES (2001, 'u');").ok()
    until(lambda: len(rows_of(home, table)) == 15 + 11)
    stop(program)
    put(home, "union_a/d.jsonl", numbered(range(40, 45)))
    home.run("INSERT INTO t VALUES (2002, 'w');").ok()
    program = start(home, "union", how, table)
    until(lambda: len(rows_of(home, table)) == 26 + 6)
    stop(program)
    wanted = [(n, "%d %d" % (n, n)) for n in [*range(10), *range(40, 45)] if n != 3]
    wanted += [(n, "B%d!" % n) for n in range(3)] + [(n, "C!") for n in range(20, 30)]
    wanted += [(1000, "M"), (1001, "N"), (2000, "T"), (2001, "U"), (2002, "W")]
    assert sorted(rows_of(home, table)) == sorted((str(n), v) for n, v in wanted)


def test_rows_that_end_are_computed_before_they_come_into_a_union(home):
    home.write("ending.csv", "0,a\n1,b\n2,c\n")
    put(home, "ending/a.jsonl", [{"id": 100, "v": "x"}])
    program = start(home, "union_of_ending")
    until(lambda: len(rows_of(home, "ended")) == 9)
    put(home, "ending/b.jsonl", [{"id": 101, "v": "y"}])
    until(lambda: len(rows_of(home, "ended")) == 10)
    stop(program)
    numbers = [0, 1, 2, 10, 11, 12, 20, 21, 100, 101]
    assert [int(number) for number, _ in rows_of(home, "ended")] == numbers


def dictionary(home, *rows):
    values = ", ".join("(%d, '%s', CAST('2020-01-01 00:00:00.125' AS TIMESTAMP), %r)" % row for row in rows)
    home.run(
        "CREATE TABLE IF NOT EXISTS dictionary (key INT, name STRING, at DATETIME, share DOUBLE);",
        "INSERT OVERWRITE TABLE dictionary SELECT key, name, CAST(at AS DATETIME), share FROM VALUES %s AS t(key, name, at, share);"
        % values,
    ).ok()


def test_rows_are_looked_up_in_a_table_of_the_programs_beginning(home):
    """A worker that is started again finds what its predecessor has found, and the next program what the table has then."""
    first = [(1, "one", 1e-30), (2, "two", 0.5)]
    dictionary(home, *first)
    put(home, "lookup/a.jsonl", [{"id": 1, "v": "a"}, {"id": 2, "v": "b'\\"}, {"id": 3, "v": "ü"}, {"id": 4}])
    programs = [start(home, "lookup", table) for table in ("plain", "chosen", "script")]
    until(
        lambda: len(rows_of(home, "plain")) == 4 and len(rows_of(home, "chosen")) == 2 == len(rows_of(home, "script"))
    )
    dictionary(home, (1, "other", 2.0), (5, "five", 5.0))
    kill(home, "worker-0")
    put(home, "lookup/b.jsonl", [{"id": 5, "v": "a"}, {"id": 1, "v": "c"}])
    until(
        lambda: len(rows_of(home, "plain")) == 6 and len(rows_of(home, "chosen")) == 3 == len(rows_of(home, "script"))
    )
    for program in programs:
        stop(program)
    at = "2020-01-01 00:00:00"
    found = home.run("SELECT id, v, name, at, share, number, v2 FROM plain;").rows
    assert sorted(list(row) for row in found) == [
        ["1", "a", "one", at, "1e-30", "0", "a"],
        ["1", "c", "one", at, "1e-30", "3", "NULL"],
        ["2", "b'\\\\", "two", at, "0.5", "1", "b'\\\\"],
        ["3", "ü", "NULL", "NULL", "NULL", "2", "ü"],
        ["4", "NULL", "NULL", "NULL", "NULL", "3", "NULL"],
        ["5", "a", "NULL", "NULL", "NULL", "0", "a"],
    ]
    same = home.run(
        "SELECT COUNT(*) FROM plain WHERE at = CAST(CAST('2020-01-01 00:00:00.125' AS TIMESTAMP) AS DATETIME);"
    )
    assert [list(row) for row in same.rows] == [["3"]]
    assert rows_of(home, "script") == [("1", "one", "1e-30")] * 2 + [("2", "two", "0.5")]
    put(home, "lookup/c.jsonl", [{"id": 5, "v": "z"}])
    program = start(home, "lookup", "plain")
    until(lambda: len(rows_of(home, "plain")) == 7)
    stop(program)
    assert ("5", "z", "five") in [row[:3] for row in rows_of(home, "plain")]
    # Rows are counted after a where that chooses them by the table.
    program = start(home, "lookup", "chosen")
    told = program.communicate(timeout=180)[0]
    assert program.returncode == 1 and "startMode=restart" in told, told
    dictionary(home, *first)
    put(home, "lookup/d.jsonl", [{"id": 2, "v": "d"}])
    program = start(home, "lookup", "chosen")
    until(lambda: len(rows_of(home, "chosen")) == 4)
    stop(program)


def test_keys_and_strata_of_streams(home):
    pairs = [(2, "1"), (0, None), (None, ""), (2, "1="), (3, "1")]
    put(home, "pairs/a.jsonl", [{"id": n, "v": v} for n, v in pairs])
    put(home, "unknown/a.jsonl", [{"id": 1, "v": "a"}, {"id": 2, "v": "b"}])
    put(home, "strata/a.jsonl", [{"id": n, "v": "abc"[n % 3]} for n in range(300)])
    programs = [start(home, which) for which in ("lookup_pairs", "strata", "unknown", "refused_tables")]
    until(
        lambda: home.run("SELECT COUNT(*) FROM pairs;").status == 0 and len(home.run("SELECT * FROM pairs;").rows) == 5
    )
    found = home.run("SELECT * FROM pairs;").rows
    nothing = "NULL"
    assert sorted(tuple(row) for row in found) == sorted(
        [(nothing, "none", nothing)]
        + [(n, v, "the number " + n) for n, v in (("0", "zero"), ("2", "last"), ("2", nothing), ("3", nothing))]
    )
    stop(programs[0])
    count = "SELECT COUNT(*), COUNT(IF(v = 'a', 1, NULL)), COUNT(IF(v = 'b', 1, NULL)) FROM %s;"
    until(
        lambda: [len([row for row in rows_of(home, name) if row[1] == "a"]) for name in ("drawn", "told")] == [100, 100]
    )
    drawn, told = ([int(one) for one in home.run(count % name).rows[0]] for name in ("drawn", "told"))
    assert drawn[2] == 0 and 20 < told[2] < 80 and all(20 < one[0] - one[1] - one[2] < 80 for one in (drawn, told))
    put(home, "strata/b.jsonl", [{"id": 1, "v": "d"}])
    said = programs[1].communicate(timeout=180)[0]
    assert programs[1].returncode == 1 and "column 'v': 'd' is a stratum that strataRatios has nothing for" in said, (
        said
    )
    said = programs[2].communicate(timeout=180)[0]
    assert programs[2].returncode == 1 and "row 2" in said, said
    assert "StringIndexerPredictStreamOp: column 'v': 'b' is not a token of the model; setHandleInvalid('KEEP')" in said
    said = programs[3].communicate(timeout=180)[0]
    assert programs[3].returncode == 0 and "done" in said, said


WRONG_SOURCES = [
    ("[{", "moreSources: ", '{"'),
    ("{}", "an object is not a list of sources", '"{}"'),
    ("[3]", "a number is not a source of a stream", "3]"),
    ('[{"inputTable": "t2"}]', "a source has no 'inputTable'", '\\"inputTable\\": '),
    ('[{"inputTableName": 3}]', "a number is not a value for inputTableName", "3}"),
    ('[{"inputTableName": "nix"}]', "nix", '\\"nix'),
    ('[{"inputTableName": "t2"}]', "this one has n BIGINT, and the first source id BIGINT, v STRING", '\\"t2'),
    (
        '[{"inputTableName": "t2", "inputQuery": "SELECT n AS id, y AS v FROM input"}]',
        "column y cannot be resolved",
        '\\"SELECT',
    ),
    (
        '[{"inputTableName": "(SELECT n AS id, \'a\' AS v FROM t2)"}]',
        "this is a query over rows that end",
        '\\"(SELECT',
    ),
    ('[{"inputPath": "fifo", "inputSchemaStr": "id long, v string"}]', "this is a named pipe", '\\"fifo'),
    ('[{"inputTableName": "t", "follow": true}]', "this source goes on, and the first one ends", "true}"),
]


def union_statement(sources, table):
    more = sources.replace("\\", "\\\\").replace('"', '\\"')
    return 'PAI -name sql_stream -DinputTableName=t -DoutputTableName=%s -DmoreSources="%s";' % (table, more)


def test_sources_of_a_statement(home):
    home.run(
        "DROP TABLE IF EXISTS t;",
        "CREATE TABLE t (id BIGINT, v STRING);",
        "INSERT INTO t VALUES (1, 'a');",
        "CREATE TABLE t2 (n BIGINT);",
        "INSERT INTO t2 VALUES (5), (6);",
    ).ok()
    os.mkfifo(os.path.join(home.files, "fifo"))
    before = home.job_ids()
    lines = [union_statement(sources, "never") for sources, *_ in WRONG_SOURCES]
    check_errors(home, lines, [case for _, *case in WRONG_SOURCES])
    assert home.job_ids() == before
    # Rows of the second source that its query refuses are told with its name.
    strict = '[{"inputTableName": "t2", "inputQuery": "SELECT n AS id, %s AS v FROM input"}]'
    home.run(union_statement(strict % "CONCAT('n', n)", "both")).ok()
    assert rows_of(home, "both") == [("1", "a"), ("5", "n5"), ("6", "n6")]
    refused = "IF(ASSERT_TRUE(n < 6, CONCAT('n is ', n)) IS NULL, 'x', 'y')"
    home.run(union_statement(strict % refused, "half")).fails("n is 6")
    # So is a row that no script can be given.
    null = strict % "IF(n = 6, CAST(NULL AS STRING), 'y')"
    script = union_statement(null, "none").replace("sql_stream", "tensorflow_stream", 1)
    script = script.replace(";", ' -DmainScriptFile="file://pass_stream.py" -DoutputSchemaStr="id long, v string";')
    home.run(script).fails("column 'v' is NULL in row 2 of /")
