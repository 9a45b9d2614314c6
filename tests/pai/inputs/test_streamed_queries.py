"""The rows of an input query are read while it is computed."""

import os
import signal

import pytest

# Reads its first rows in each way, then goes on as it is told.
FIRST_ROWS = """
import signal
import sys
import numpy as np
import paisql.data
import tensorflow as tf
flags = tf.app.flags
flags.DEFINE_string("tables", "", "")
flags.DEFINE_string("outputs", "", "")
flags.DEFINE_string("then", "end", "")
FLAGS = flags.FLAGS
url = FLAGS.tables
with tf.python_io.TableReader(url) as reader:
    assert len(reader.read(3)) == 3
batches = paisql.data.batches(url, ["id"], rows=100)
assert len(next(batches)["id"]) == 100
rows = tf.data.TableRecordDataset(url, [np.int64(0)], selected_cols="id").skip(50).batch(100)
element = rows.make_one_shot_iterator().get_next()
shuffled = tf.data.TableRecordDataset(url, [np.int64(0)], selected_cols="id").shuffle(500).batch(100)
drawn = shuffled.make_one_shot_iterator().get_next()
with tf.Session() as session:
    assert len(session.run(element)[0]) == 100 and len(session.run(drawn)[0]) == 100
    print("has rows", file=sys.stderr, flush=True)
    try:
        while FLAGS.then == "graph":
            session.run(element)
    except tf.errors.InvalidArgumentError as error:
        raise SystemExit(error.message)
while FLAGS.then == "batches":
    next(batches)
if FLAGS.outputs:
    with tf.python_io.TableWriter(FLAGS.outputs) as writer:
        writer.write([(1,)], [0])
while FLAGS.then == "wait":
    signal.pause()
"""

# More rows than anybody waits for.
ENDLESS = "SELECT a.id FROM t a JOIN t b ON a.k = b.k JOIN t c ON a.k = c.k JOIN t d ON a.k = d.k"


@pytest.fixture
def filled(home):
    home.run("CREATE TABLE t (id BIGINT, k BIGINT);", "CREATE TABLE o (n BIGINT);").ok()
    values = ", ".join("(%d, 1)" % i for i in range(2001))
    home.run("INSERT INTO t VALUES %s;" % values).ok()
    return home


def staged(home):
    folder = os.path.join(home.path, "staging")
    return os.listdir(folder) if os.path.isdir(folder) else []


def test_a_job_has_rows_before_its_query_ends_and_ends_it(filled):
    outcome = filled.pai(FIRST_ROWS, tables="(%s)" % ENDLESS, outputs="odps://p/tables/o").ok()
    assert "has rows" in outcome.stderr
    assert filled.rows("SELECT n FROM o;") == [("1",)] and staged(filled) == []


# The last of four million pairs gives no base64: rows come, and then the error.
LATE = "(SELECT a.id,\n unbase64(if(a.id = 2000 AND b.id = 2000, '?', 'eA==')) AS x FROM t a JOIN t b ON a.k = b.k)"


@pytest.mark.parametrize("then", ["graph", "batches"])
def test_a_query_that_fails_late_fails_the_job_with_its_error_and_place(filled, then):
    outcome = filled.pai(FIRST_ROWS, tables=LATE, userDefinedParameters="--then=" + then)
    outcome.fails("[2,2] Invalid arguments - in function unbase64")
    assert "its query has failed: in function unbase64" in outcome.stderr
    assert staged(filled) == []


def test_a_script_that_passes_over_the_error_writes_nothing(filled):
    text = """
import sys
import paisql.data
import tensorflow as tf
flags = tf.app.flags
flags.DEFINE_string("tables", "", "")
flags.DEFINE_string("outputs", "", "")
try:
    list(paisql.data.batches(flags.FLAGS.tables))
except ValueError as error:
    print("passed over:", error, file=sys.stderr)
with tf.python_io.TableWriter(flags.FLAGS.outputs) as writer:
    writer.write([(1,)], [0])
"""
    outcome = filled.pai(text, tables=LATE, outputs="odps://p/tables/o")
    outcome.fails("[2,2] Invalid arguments - in function unbase64")
    assert "passed over:" in outcome.stderr and filled.rows("SELECT n FROM o;") == []


def test_a_killed_session_fails_the_job_by_name(filled):
    statement = filled.pai_statement(FIRST_ROWS, tables="(%s)" % ENDLESS, userDefinedParameters="--then=batches")
    session = filled.start(statement)
    for line in session.stderr:
        if "has rows" in line:
            break
    session.kill()
    session.wait()
    (job,) = filled.job_ids()
    outcome = filled.run("WAIT %s;" % job)
    outcome.fails("the session that computed the query has ended before its last row")


def test_an_interrupted_session_ends_query_and_job(filled):
    statement = filled.pai_statement(FIRST_ROWS, tables="(%s)" % ENDLESS, userDefinedParameters="--then=wait")
    session = filled.start(statement)
    for line in session.stderr:
        if "has rows" in line:
            break
    session.send_signal(signal.SIGINT)
    rest = session.communicate()[1]
    (job,) = filled.job_ids()
    assert "job %s has been killed" % job in rest, rest
    assert staged(filled) == []


def test_what_needs_all_rows_waits_for_them(filled):
    text = """
import numpy as np
import tensorflow as tf
url = tf.app.flags.FLAGS.tables
n = 2001 * 40
assert tf.python_io.TableReader(url).get_row_count() == n
assert tf.python_io.TableReader(url, slice_id=1, slice_count=4).get_row_count() == n // 4
assert len(tf.python_io.TableReader(url + "?start=%d&end=%d" % (n - 5, n + 5)).read(9)) == 5
def ids(dataset):
    element = dataset.batch(777).make_one_shot_iterator().get_next()
    made = []
    with tf.Session() as session:
        try:
            while True:
                made += session.run(element)[0].tolist()
        except tf.errors.OutOfRangeError:
            return made
def rows(**options):
    return tf.data.TableRecordDataset([url], [np.int64(0)], **options)
all_rows = ids(rows())
assert len(all_rows) == n and all_rows == ids(rows().repeat(2))[n:], len(all_rows)
assert sorted(ids(rows().shuffle(500))) == sorted(all_rows)
assert ids(rows().skip(n - 3)) == all_rows[-3:] and ids(rows().shard(3, 1)) == all_rows[1::3]
print("all rows")
"""
    query = "(SELECT a.id FROM t a JOIN t b ON a.k = b.k AND b.id < 40)"
    assert "all rows" in filled.pai(text, tables=query).ok().stderr
    filled.pai(text, "SET paisql.job.async=true;", tables=query).ok()
    filled.run("WAIT %s;" % filled.job_ids()[-1]).ok()
