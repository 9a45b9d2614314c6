"""Inputs of a job that are queries: -Dtables="(SELECT …)"."""

import os

import pytest
from paisql_home import cluster, script
from test_confine import landlock

READ = """
import sys
import paisql.data
for word in sys.argv[1:]:
    for batch in paisql.data.batches(word[len("--tables=") :]):
        print(word, [list(map(int, column)) for column in batch.values()])
"""


@pytest.fixture
def filled(home):
    """A home with a table t of the rows (1, "x,y") and (2, "z")."""
    home.run("CREATE TABLE t (id BIGINT, s STRING);", "INSERT INTO t VALUES (1, 'x,y'), (2, 'z');").ok()
    return home


def staged(home):
    folder = os.path.join(home.path, "staging")
    return os.listdir(folder) if os.path.isdir(folder) else []


def test_rows_of_queries_are_read_in_every_way(home):
    url = home.table("t", "id BIGINT", [(i,) for i in range(3000)])
    home.run("CREATE TABLE done (n BIGINT);").ok()
    rewrite = home.command("-e", "INSERT OVERWRITE TABLE t SELECT id + 7 FROM t LIMIT 10;")
    text = script("inputs/input_queries.py")
    query = "(SELECT id, id / 2, concat('词,', id, ')') AS word FROM t -- of all, and )\n"
    query += "  WHERE id >= ${low} ORDER BY id DESC LIMIT 5000)"
    outcome = home.pai(
        text,
        "SETVAR low=0;",
        tables="%s, %s, (SELECT id FROM t WHERE id < 0)" % (query, url),
        outputs="odps://p/tables/done",
        userDefinedParameters="--rewrite='%s'" % "|".join(rewrite),
    ).ok()
    assert "read all" in outcome.stderr, outcome.stderr
    assert home.rows("SELECT n FROM done;") == [("3000",)]
    # The rows are gone with the job, and a query leaves no table behind.
    assert staged(home) == [] and len(home.rows("SHOW TABLES;")) == 2


def test_workers_take_slices_also_after_a_restart(filled):
    text = """
import sys
import tensorflow as tf
flags = tf.app.flags
flags.DEFINE_integer("task_index", 0, "")
flags.DEFINE_string("worker_hosts", "", "")
flags.DEFINE_string("job_name", "", "")
FLAGS = flags.FLAGS
import os
if FLAGS.task_index == 1 and not os.path.exists("failed"):
    open("failed", "w").close()
    sys.exit(1)
reader = tf.python_io.TableReader(FLAGS.tables, slice_id=FLAGS.task_index, slice_count=2)
with tf.python_io.TableWriter(FLAGS.outputs, slice_id=FLAGS.task_index) as writer:
    writer.write([tuple(row) + (FLAGS.task_index,) for row in reader], [0, 1])
"""
    filled.run("CREATE TABLE o (id BIGINT, worker BIGINT);").ok()
    filled.pai(
        text,
        tables="SELECT id FROM t",
        outputs="odps://p/tables/o",
        cluster=cluster(worker=2),
        enableDynamicCluster="true",
    ).ok()
    assert sorted(filled.rows("SELECT * FROM o;")) == [("1", "0"), ("2", "1")]


def test_an_error_leaves_nothing_behind(filled):
    fails = [
        ("(SELECT id,\n s + nope FROM t)", "[2,6] Semantic analysis exception - column nope"),
        ("(SELECT id FROM u)", "Table not found - table p.u cannot be resolved"),
        ("(SELECT id FROM t WHERE s = 'a)", "the parenthesis is not closed"),
    ]
    for query, words in fails:
        filled.pai(READ, tables=query).fails(words)
    assert filled.job_ids() == []
    # While it is computed.
    wrong = "(SELECT id,\n unbase64(s) AS b FROM t)"
    filled.pai(READ, tables=wrong).fails("[2,2] Invalid arguments - in function unbase64")
    assert len(filled.job_ids()) == 1 and staged(filled) == []


def test_rows_that_a_query_reads_may_be_replaced_by_the_job(filled):
    text = """
import subprocess, sys
import tensorflow as tf
FLAGS = tf.app.flags.FLAGS
rows = [(i + 10, s) for i, s in tf.python_io.TableReader(FLAGS.tables)]
with tf.python_io.TableWriter(FLAGS.outputs) as writer:
    writer.write(rows, [0, 1])
subprocess.run(%r, check=True)
"""
    options = {"tables": "(SELECT * FROM t)", "outputs": "odps://p/tables/t"}
    filled.pai(text % (["true"],), **options).ok()
    assert sorted(filled.rows("SELECT * FROM t;")) == [("11", "x,y"), ("12", "z")]
    meanwhile = filled.command("-e", "INSERT INTO t VALUES (3, 'new');")
    filled.pai(text % (meanwhile,), **options).fails("changed")
    assert len(filled.rows("SELECT * FROM t;")) == 3


def test_a_job_is_run_again_with_todays_rows_and_the_settings_of_then(filled):
    statement = filled.pai_statement(READ, tables="(SELECT id, 1 AS one FROM t WHERE s = 'z')")
    filled.run("SET odps.sql.type.system.odps2=true;", statement).ok()
    (job,) = filled.job_ids()
    filled.run("INSERT INTO t VALUES (5, 'z');").ok()
    again = filled.run("RERUN %s;" % job).ok()
    assert "_query_1 [[2, 5], [1, 1]]" in again.stderr
    with open(os.path.join(filled.path, "jobs", filled.job_ids()[1], "inputs", "0.json")) as file:
        assert '"type": "INT"' in file.read().replace('":"', '": "')
    filled.run("ALTER TABLE t DROP COLUMNS s;").ok()
    filled.run("RERUN %s;" % job).fails("in the statement of job", "column s cannot be resolved")


def test_secrets_of_a_query_are_not_kept(filled):
    query = "(SELECT id FROM t WHERE s = concat('z', substr('${api_token}', 1, 0)))"
    outcome = filled.pai(READ, "SETVAR api_token=hush-hush;", tables=query).ok()
    assert "_query_1 [[2]]" in outcome.stderr
    for folder, _, names in os.walk(filled.path):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                assert b"hush-hush" not in file.read(), name
    filled.run("RERUN %s;" % filled.job_ids()[0]).fails("the query had a secret, which is not kept")


def test_a_check_knows_queries(filled):
    text = "CREATE TABLE n (x BIGINT);\n" + filled.pai_statement(READ, tables="(SELECT %s FROM n)")
    assert filled.check(text % "x").status == 0
    wrong = filled.check(text % "y")
    assert "column y cannot be resolved" in wrong.stdout + wrong.stderr
    outcome = filled.run(filled.pai_statement(READ, tables="(SELECT id FROM t)").replace("PAI", "PAI -cost"))
    assert "Input:" in outcome.ok().stderr and filled.job_ids() == []


def test_a_confined_job_reads_its_queries(filled):
    if not landlock():
        pytest.skip("this kernel has no Landlock")
    outcome = filled.pai(READ, "SET paisql.job.confine=true;", tables="(SELECT id FROM t)").ok()
    assert "_query_1 [[1, 2]]" in outcome.stderr
