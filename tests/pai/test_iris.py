"""The example of the README, as a user runs it: CSV, SQL, training, predictions, accuracy."""

import os
import subprocess

from fake_job import ROOT
from paisql_home import BINARY

SCRIPT = os.path.join(ROOT, "docs", "examples", "iris", "iris.sql")


def run(home, *arguments):
    command = [BINARY, "--home", home.path, "--project", "iris_project", "--format", "tsv", "--no-header"]
    done = subprocess.run(
        command + list(arguments), capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0, done.stderr
    return [line.split("\t") for line in done.stdout.splitlines()]


def test_the_example_trains_predicts_and_prints_accuracies_from_the_table(home):
    printed = run(home, "-f", SCRIPT)
    assert [row[0] for row in printed] == ["setosa", "versicolor", "virginica"]
    assert all(float(row[3]) > 0.9 for row in printed), printed

    # The printed numbers are what the tables hold.
    assert run(home, "-e", "SELECT count(*), count(DISTINCT f5) FROM iris_output;") == [["30", "3"]]
    assert run(home, "-e", "SHOW PARTITIONS iris_train;") == [["split=test"], ["split=train"]]
    assert run(home, "-e", "SELECT count(*) FROM iris_train WHERE split = 'train';") == [["120"]]
    swapped = (
        "INSERT OVERWRITE TABLE iris_output SELECT f1, f2, f3, f4, 'setosa' FROM iris_output;"
        "SELECT count(*) FROM iris_output o JOIN iris_train t ON o.f1 = t.sepal_length AND o.f2 = t.sepal_width "
        "AND o.f3 = t.petal_length AND o.f4 = t.petal_width AND o.f5 = t.category WHERE t.split = 'test';"
    )
    assert run(home, "-e", swapped) == [["10"]]

    # The checkpoint stands in the bucket, and a second run replaces everything.
    bucket = os.path.join(home.path, "oss", "iris-models", "softmax")
    assert "checkpoint" in os.listdir(bucket)
    assert run(home, "-f", SCRIPT) == printed
