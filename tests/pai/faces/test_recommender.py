"""The ways that recommenders of the PAI-TF time take, EasyRec above all: one cluster trains, one predicts."""

import os
import random

from paisql_home import cluster, job_id, script
from test_cluster import log

SCRIPT = "faces/recommender.py"


def rows(count, seed):
    """Items i0, i2, … are liked, and so is what has a good tag."""
    drawn = random.Random(seed)
    for number in range(count):
        item, good = drawn.randrange(6), drawn.random() < 0.5
        tags = "good:1.5" if good else "bad:1|other:0.5"
        yield (number, int(item % 2 == 0 and good), "i%d" % item, "%.1f" % (drawn.random() * 6), tags)


def test_a_cluster_trains_exports_and_predicts(home):
    fields = "id BIGINT, label BIGINT, item STRING, price DOUBLE, tags STRING"
    train = home.table("ratings", fields, list(rows(400, 1)))
    test = home.table("held_out", fields, list(rows(101, 2)))
    home.run("CREATE TABLE guesses (id BIGINT, score FLOAT, worker STRING);", "CREATE BUCKET models;").ok()
    folder = os.path.join(home.path, "oss", "models", "rec")
    os.makedirs(folder)
    with open(os.path.join(folder, "items.txt"), "w", encoding="utf-8") as stream:
        stream.write("".join("i%d\n" % number for number in range(6)))

    statement = home.pai_statement(
        script(SCRIPT),
        tables=train + "," + test,
        buckets="oss://models/",
        cluster=cluster(ps=1, worker=3),
        userDefinedParameters="--cmd=train --model_dir=oss://models/rec/",
    )
    trained = home.run(statement, timeout=300).ok()  # four processes of TensorFlow at once
    assert "TRAINED 6" in trained.stderr
    # The second worker was the evaluator.
    assert "Saving dict for global step" in log(home, job_id(trained.stderr), "worker", "1")
    exports = os.path.join(folder, "export")
    kept = {name: len(os.listdir(os.path.join(exports, name))) for name in os.listdir(exports)}
    assert kept["final"] == kept["best"] == 1 and 1 <= kept["latest"] <= 2 and kept["kept"] >= 1, kept

    home.pai(
        script(SCRIPT),
        tables=test,
        outputs="odps://p/tables/guesses",
        buckets="oss://models/",
        cluster=cluster(worker=2),
        userDefinedParameters="--cmd=predict --model_dir=oss://models/rec/",
    ).ok()
    found = home.rows(
        "SELECT count(*), count(DISTINCT g.id), count(DISTINCT worker), "
        "sum(CASE WHEN (score > 0.5) = (label = 1) THEN 1 ELSE 0 END) FROM guesses g JOIN held_out h ON g.id = h.id;"
    )
    assert found[0][:3] == ("101", "101", "2") and int(found[0][3]) > 90, found
