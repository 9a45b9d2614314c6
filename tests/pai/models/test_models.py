"""Models that a job has trained, as objects of the catalog and inside SQL."""

import os

import pytest
from fake_job import ROOT, TENSORFLOW

# Trains a small network, exports it twice, and writes what TensorFlow itself answers.
TRAIN = """
import os, sys
import numpy
import tensorflow as tf

value = dict(a[2:].split('=', 1) for a in sys.argv[1:])
reader = tf.python_io.TableReader(value['tables'])
rows = reader.read(reader.get_row_count())
reader.close()
data = numpy.array([row[1:] for row in rows], numpy.float32)

x = tf.placeholder(tf.float32, [None, 3], name='x')
y = tf.placeholder(tf.float32, [None])
hidden = tf.layers.dense(x, 8, tf.nn.relu, kernel_initializer=tf.ones_initializer())
score = tf.layers.dense(hidden, 1, kernel_initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(score[:, 0] - y))
step = tf.train.get_or_create_global_step()
train = tf.train.AdamOptimizer(0.01).minimize(loss, step)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(50):
        session.run([train, loss, step], {x: data[:, :3], y: data[:, 3]})
    for number in ('5', '12'):
        tf.saved_model.simple_save(session, value['checkpointDir'] + '/export/' + number, {'x': x}, {'score': score})
    answers = session.run(score, {x: data[:, :3]})[:, 0]

writer = tf.python_io.TableWriter(value['outputs'])
writer.write([(int(row[0]), float(answer)) for row, answer in zip(rows, answers)], indices=[0, 1])
writer.close()
"""

pytestmark = pytest.mark.skipif(not TENSORFLOW, reason="scripts/setup installed no TensorFlow")


def test_a_trained_model_answers_in_sql_as_in_tensorflow(home):
    """By arguments, by an ARRAY and by name, equal to what the training script wrote."""
    rows = [(i, i * 0.25, (i * 7) % 5, i % 3, i * 0.5 + 1) for i in range(300)]
    table = home.table("points", "id BIGINT, a DOUBLE, b DOUBLE, c DOUBLE, y DOUBLE", rows)
    home.run("CREATE TABLE answers (id BIGINT, score DOUBLE);").ok()
    home.pai(TRAIN, tables=table, outputs="odps://p/tables/answers", checkpointDir="oss://models/run").ok()
    made = home.run("CREATE MODEL points FROM 'oss://models/run';").ok()
    assert "has version 1, trained by " + home.job_ids()[0] in made.stderr

    # The model knows its job: what it read and how it ended.
    facts = dict((row[0], row[1]) for row in home.rows("DESC MODEL points;"))
    assert facts["TrainedBy"] == home.job_ids()[0]
    assert facts["Inputs"] == "x DT_FLOAT [?,3]" and facts["Outputs"] == "score DT_FLOAT [?,1]"
    assert facts["Input"].startswith("odps://p/tables/points at snapshot ")
    assert facts["Parameter checkpointDir"] == "oss://models/run"
    assert facts["Steps"] == "50" and float(facts["Loss"]) >= 0
    assert facts["Folder"].startswith(home.path + "/models/p/")

    # The home has a copy of its own.
    home.run("OSS RM -r -f oss://models/run/;").ok()
    for arguments in ("p.a, p.b, p.c", "ARRAY(p.a, p.b, p.c)", "named_struct('x', ARRAY(p.a, p.b, p.c))"):
        wrong = home.rows(
            "SELECT COUNT(*), SUM(IF(ABS(predict('points', %s) - s.score) > 0.00001 * (1 + ABS(s.score)), 1, 0)) "
            "FROM points p JOIN answers s ON p.id = s.id;" % arguments
        )
        assert wrong == [("300", "0")]
    # The same numbers wherever a row stands in a chunk.
    assert home.rows(
        "SELECT COUNT(*) FROM points p JOIN points q ON p.id = q.id "
        "WHERE predict('points', p.a, p.b, p.c) <> predict('points:1', q.a, q.b, q.c);"
    ) == [("0",)]


def test_a_script_is_checked_before_there_is_a_model(home):
    """What the job exports, and so what PREDICT gives, is known only once it has run."""
    table = home.table("points", "id BIGINT, a DOUBLE", [(1, 2.0)])
    text = (
        home.pai_statement(TRAIN, tables=table, checkpointDir="oss://models/run")
        + "\nCREATE MODEL points FROM 'oss://models/run';"
        "\nSELECT predict('points', a) FROM points;"
        "\nSELECT no_such FROM points;"
    )
    found = home.check(text)
    assert found.status == 1 and "no_such" in found.stdout and "1 error," in found.stderr, found.stderr
    assert found.stdout.count("only running the statements before can tell") == 2, found.stdout


def test_without_tensorflow_the_cure_is_told(home, tmp_path, monkeypatch):
    """Everything but computing works without it."""
    models = os.path.join(ROOT, "tests", "data", "models")
    home.run("CREATE MODEL dense FROM '%s/dense';" % models, "DESC MODEL dense;").ok()
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr("paisql_home.PYTHON", str(python))
    refused = home.run("SELECT predict('dense', 1, 2, 3, 4);")
    assert refused.status == 3, refused.stderr
    for text in ("PAISQL-0001:[1,8]", "has no TensorFlow", "PAISQL_PYTHON"):
        assert text in refused.stderr
    # With half of it, and with a file that is not a library.
    package = tmp_path / "lib" / "python3.11" / "site-packages" / "tensorflow"
    package.mkdir(parents=True)
    (package / "libtensorflow_cc.so.2").write_text("no library")
    for problem in (" is not there", " cannot be loaded: it is damaged, or made for another machine"):
        refused = home.run("SELECT predict('dense', 1, 2, 3, 4);")
        path = package / "libtensorflow_framework.so.2"
        assert refused.status == 3 and "library %s%s" % (path, problem) in refused.stderr
        path.write_text("no library")


def test_an_operation_of_nobody_and_cut_off_variables(home):
    """CREATE MODEL reads the file alone, so PREDICT tells what TensorFlow finds."""
    models = os.path.join(ROOT, "tests", "data", "models")
    for name, path, change in (
        ("words", "saved_model.pb", lambda data: data.replace(b"StringUpper", b"StringApper")),
        ("linear", "variables/variables.data-00000-of-00001", lambda data: data[:2]),
    ):
        home.run("CREATE MODEL %s FROM '%s/%s';" % (name, models, name)).ok()
        (folder,) = [row[1] for row in home.rows("DESC MODEL %s;" % name) if row[0] == "Folder"]
        with open(os.path.join(folder, path), "rb+") as stream:
            data = change(stream.read())
            stream.seek(0)
            stream.truncate()
            stream.write(data)
    home.run("SELECT predict('words', 1, 'a');").fails("PAISQL-0004:[1,8]", "uses the operation StringApper")
    home.run("SELECT predict('linear', 1, 2);").fails("PAISQL-0004:[1,8]", "missing, damaged or cut off")
