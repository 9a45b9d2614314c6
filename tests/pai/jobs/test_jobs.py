"""PAI statements from end to end: the program, its supervisor, and a script on real tables.

Scripts that need no TensorFlow do not import it, which keeps them fast.
"""

import os
import signal
import subprocess

import pytest

from paisql_home import job_id

COLUMNS = "id BIGINT, name STRING"
ROWS = [(1, "a"), (2, "b"), (3, "c")]

# A script opens this FIFO to say that it runs, and another one to wait for the test.
MEET = """
import os
def meet(folder):
    open(os.path.join(folder, "here"), "w").close()
    open(os.path.join(folder, "go")).close()
"""

COPY = """
import sys
import tensorflow as tf
FLAGS = tf.app.flags.FLAGS
def main(_):
    reader = tf.python_io.TableReader(FLAGS.tables)
    writer = tf.python_io.TableWriter(FLAGS.outputs)
    writer.write(reader.read(100), [0, 1])
    %s
    writer.close()
tf.app.run()
"""


def meeting(home):
    """Makes the FIFOs; gives (wait until the script runs, let it go on)."""
    here, go = os.path.join(home.files, "here"), os.path.join(home.files, "go")
    os.mkfifo(here)
    os.mkfifo(go)
    return lambda: open(here).close(), lambda: open(go, "w").close()


def test_a_script_gets_its_arguments_and_its_output_is_shown(home):
    home.write("hyper.txt", "rate=0.1\n")
    url = home.table("source", COLUMNS, ROWS)
    outcome = home.pai(
        "import os, sys; print(sys.argv[1:]); print(os.getcwd()); sys.stderr.write('to stderr\\n')",
        tables=url,
        hyperParameters="file://hyper.txt",
        userDefinedParameters="--x 'a b'",
        checkpointDir="oss://models/x/?role_arn=r",
    ).ok()
    expected = ["--tables=" + url, "--checkpointDir=oss://models/x/", "--rate=0.1", "--x", "a b"]
    assert repr(expected) in outcome.stderr
    assert os.path.join(home.path, "jobs", home.job_ids()[0], "work") in outcome.stderr
    assert "to stderr\n" in outcome.stderr and "ID = " in outcome.stderr and outcome.stdout == ""
    assert outcome.stderr.rstrip().endswith("OK")


def test_rows_go_in_and_out(home):
    url = home.table("source", COLUMNS, ROWS)
    target = home.table("target", COLUMNS, [(9, "old")])
    home.pai(COPY % "", tables=url, outputs=target).ok()
    assert home.rows("SELECT id, name FROM target ORDER BY id LIMIT 10;") == [("1", "a"), ("2", "b"), ("3", "c")]


def test_temporary_tables_of_the_session_go_in_and_out(home):
    outcome = home.run(
        "CREATE TEMPORARY TABLE t (a BIGINT, b STRING); CREATE TEMPORARY TABLE o (a BIGINT, b STRING)",
        "INSERT INTO t VALUES (7, 'x')",
        home.pai_statement(COPY % "", tables="odps://p/tables/t", outputs="odps://p/tables/o"),
        "SELECT a * 2, b FROM o",
    ).ok()
    assert outcome.rows[-1] == ("14", "x")


def test_a_script_that_raises_changes_nothing(home):
    url = home.table("source", COLUMNS, ROWS)
    target = home.table("target", COLUMNS, [(9, "old")])
    outcome = home.pai(COPY % "raise ValueError('not today')", tables=url, outputs=target)
    outcome.fails("FAILED: ODPS-1202005", "ValueError: not today", "logs/worker-0.log")
    assert home.rows("SELECT id, name FROM target;") == [("9", "old")]


def test_wrong_writes_are_named(home):
    target = home.table("target", "id BIGINT, value DOUBLE", [(9, 1.5)])
    writes = "import tensorflow as tf\nw = tf.python_io.TableWriter('%s')\n"
    writes += "w.write((1, 'abc'), [0, 1])\nw.close()\n"
    home.pai(writes % target, outputs=target).fails(
        "TypeError: column 'value' (DOUBLE) of table p.target, row 0: a value of type str cannot be written ('abc')"
    )
    home.pai(writes % "odps://p/tables/other", outputs=target).fails(
        "ValueError: table odps://p/tables/other not predefined; the statement writes -Doutputs=" + target
    )
    assert home.rows("SELECT id FROM target;") == [("9",)]


def test_exit_statuses_and_signals_are_named(home):
    home.pai("import sys; sys.exit(3)").fails("the script ended with exit status 3")
    home.pai("import os, signal; os.kill(os.getpid(), signal.SIGKILL)").fails("killed by SIGKILL")
    home.pai("print('old'").fails("SyntaxError: ")


def test_a_bad_statement_starts_nothing(home):
    home.pai("", tabels="x").fails("has no parameter 'tabels'", "did you mean 'tables'")
    home.pai("", tables="odps://p/tables/none").fails("ODPS-0130131", "table p.none cannot be resolved")
    home.run("PAI -name tensorflow1120_ext -Dscript=file://none.py;").fails("none.py does not exist")
    assert home.job_ids() == []


def test_a_table_may_be_dropped_while_a_job_reads_it(home):
    url = home.table("source", COLUMNS, ROWS)
    target = home.table("target", COLUMNS, [])
    running, go_on = meeting(home)
    script = MEET + "meet(%r)\n" % home.files + COPY % ""
    started = home.run("SET paisql.job.async=true;", home.pai_statement(script, tables=url, outputs=target)).ok()
    running()
    home.run("DROP TABLE source;").ok()
    go_on()
    home.run("WAIT %s;" % job_id(started.stderr)).ok()
    assert len(home.rows("SELECT id FROM target;")) == 3


def test_a_job_runs_beside_the_session(home):
    running, go_on = meeting(home)
    script = MEET + "print('begun')\nmeet(%r)\nprint('done')\n" % home.files
    started = home.run("SET paisql.job.async=true;", home.pai_statement(script)).ok()
    assert "done" not in started.stderr
    identity = job_id(started.stderr)
    running()
    status = home.run("STATUS %s;" % identity).ok()
    assert "running" in (status.stdout + status.stderr).lower()
    shown = home.run("SHOW P;").ok()
    assert identity in shown.stdout + shown.stderr
    go_on()
    waited = home.run("WAIT %s;" % identity).ok()
    assert "begun\ndone\n" in waited.stderr


def test_kill_ends_a_job(home):
    running, _ = meeting(home)
    started = home.run("SET paisql.job.async=true;", home.pai_statement(MEET + "meet(%r)\n" % home.files)).ok()
    identity = job_id(started.stderr)
    running()
    home.run("KILL %s;" % identity).ok()
    home.run("WAIT %s;" % identity).fails("has been killed")
    assert home.run("KILL %s;" % identity).status == 1


@pytest.mark.parametrize("from_file", [False, True])
def test_an_interrupt_ends_the_job_with_the_program(home, from_file):
    running, _ = meeting(home)
    statements = home.pai_statement(MEET + "meet(%r)\n" % home.files) + " SELECT 'went on';"
    session = home.start_file(statements) if from_file else home.start(statements)
    running()
    session.send_signal(signal.SIGINT)
    stdout, _ = session.communicate(timeout=180)
    assert session.returncode == 130
    assert "went on" not in stdout
    identity = home.job_ids()[0]
    # The row says so at once: nobody has to wait for the job's end.
    status = home.run("STATUS %s;" % identity)
    assert "killed" in (status.stdout + status.stderr).lower()
    home.run("WAIT %s;" % identity).fails("has been killed")


def test_an_integer_partition_key_may_be_spelled_as_people_do(home):
    home.run(
        "CREATE TABLE parts (v BIGINT) PARTITIONED BY (ds STRING, Hour INT);",
        "INSERT INTO parts PARTITION (ds='01', hour=8) VALUES (7);",
    ).ok()
    script = "import sys\nfrom paisql.job.manifest import TableUrl, current_job\n"
    script += "for text in sys.argv[1].split('=', 1)[1].split(','):\n"
    script += "    url = TableUrl(text)\n"
    script += "    print(len(current_job().find_input(url).narrowed(url)), 'file')\n"
    spellings = ["ds=01/hour=08", "DS=01/HOUR=8", "ds='01'/hour='008'"]
    urls = ",".join("odps://p/tables/parts/" + spelling for spelling in spellings)
    outcome = home.pai(script, tables=urls).ok()
    assert outcome.stderr.count("1 file\n") == 3, outcome.stderr


def test_a_job_outlives_its_session(home):
    running, go_on = meeting(home)
    session = home.start(home.pai_statement(MEET + "meet(%r)\nprint('after')\n" % home.files))
    running()
    session.kill()
    session.communicate(timeout=180)
    go_on()
    assert "after" in home.run("WAIT %s;" % home.job_ids()[0]).ok().stderr


@pytest.fixture
def small_home(home):
    """A home on a disk of 8 MB."""
    os.makedirs(home.path)
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", home.path]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield home
    subprocess.run(["umount", home.path], check=True)


def test_a_writer_without_room_names_it_and_changes_nothing(small_home):
    target = small_home.table("target", COLUMNS, [(9, "old")])
    script = "import os\nfrom common_io import table\n"
    script += "writer = table.TableWriter('%s')\n" % target
    script += "while True:\n    rows = [(1, os.urandom(500).hex()) for _ in range(1000)]\n"
    script += "    writer.write(rows, [0, 1])\n"
    outcome = small_home.pai(script, outputs=target)
    words = "table p.target, slice 0: its rows cannot be written (No space left on device)"
    outcome.fails("FAILED: ODPS-1202005", words)
    assert small_home.rows("SELECT id, name FROM target;") == [("9", "old")]
    small_home.run("SHOW P;").ok()
    assert os.listdir(os.path.join(small_home.path, "staging")) == []
    small_home.pai("print('there is room again')").ok()
