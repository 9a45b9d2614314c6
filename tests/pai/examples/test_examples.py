"""The examples of the documentation, as a user runs them: CSV, SQL, training, predictions, accuracy."""

import os
import re
import subprocess
import sys

from fake_job import ROOT
from paisql_home import BINARY

sys.path.append(os.path.join(ROOT, "tests", "shell"))

from command_blocks import matches  # noqa: E402  (lies beside the shell's tests)

IRIS = os.path.join(ROOT, "docs", "examples", "iris", "iris.sql")
BREAST_CANCER = os.path.join(ROOT, "docs", "examples", "breast_cancer", "breast_cancer.sql")


def run(home, project, *arguments):
    command = [BINARY, "--home", home.path, "--project", project, "--format", "tsv", "--no-header"]
    done = subprocess.run(
        command + list(arguments), capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0, done.stderr
    return [line.split("\t") for line in done.stdout.splitlines()]


def test_the_end_of_the_iris_run_is_as_the_page_shows_it(tmp_path):
    with open(os.path.join(ROOT, "docs", "examples", "README.md"), encoding="utf-8") as page:
        shown = page.read().split("Its end:\n\n```text\n")[1].split("```")[0].splitlines()
    done = subprocess.run(
        [BINARY, "--home", str(tmp_path / "home"), "--project", "iris_project", "-f", os.path.relpath(IRIS, ROOT)],
        cwd=ROOT,
        text=True,
        timeout=120,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )

    # Numbers, times and how often progress is printed differ from run to run.
    def alike(lines):
        return [re.sub(r"[\w.]*\d[\w.]*", "…", line) for line in lines if not re.match(r"worker 0: .*ELAPSED", line)]

    expected = [line if line == "…" else alike([line])[0] for line in shown]
    assert matches(["…", *expected], alike(done.stdout.splitlines())), done.stdout


def test_iris_trains_predicts_and_prints_accuracies_from_the_table(home):
    printed = run(home, "iris_project", "-f", IRIS)
    assert [row[0] for row in printed] == ["setosa", "versicolor", "virginica"]
    assert all(float(row[3]) > 0.9 for row in printed), printed

    # The printed numbers are what the tables hold.
    assert run(home, "iris_project", "-e", "SELECT count(*), count(DISTINCT f5) FROM iris_output;") == [["30", "3"]]
    assert run(home, "iris_project", "-e", "SHOW PARTITIONS iris_train;") == [["split=test"], ["split=train"]]
    assert run(home, "iris_project", "-e", "SELECT count(*) FROM iris_train WHERE split = 'train';") == [["120"]]
    swapped = (
        "INSERT OVERWRITE TABLE iris_output SELECT f1, f2, f3, f4, 'setosa' FROM iris_output;"
        "SELECT count(*) FROM iris_output o JOIN iris_train t ON o.f1 = t.sepal_length AND o.f2 = t.sepal_width "
        "AND o.f3 = t.petal_length AND o.f4 = t.petal_width AND o.f5 = t.category WHERE t.split = 'test';"
    )
    assert run(home, "iris_project", "-e", swapped) == [["10"]]

    # The checkpoint stands in the bucket, and a second run replaces everything.
    bucket = os.path.join(home.path, "oss", "iris-models", "softmax")
    assert "checkpoint" in os.listdir(bucket)
    assert run(home, "iris_project", "-f", IRIS) == printed


def test_a_cluster_trains_and_predicts_by_slices(home):
    printed = run(home, "cancer_project", "-f", BREAST_CANCER)
    assert [row[:2] for row in printed] == [["benign", "71"], ["malignant", "42"]]
    found = [int(row[2]) for row in printed]
    assert found[0] > 65 and found[1] > 35, printed

    rows = run(home, "cancer_project", "-e", "SELECT count(*), count(DISTINCT id) FROM cancer_predictions;")
    assert rows == [["113", "113"]]
    # The worker that is not first to the last step still does the one it has begun.
    kept = os.listdir(os.path.join(home.path, "oss", "cancer-models", "logistic"))
    assert re.search(r"model\.ckpt-10\d\d\.index", " ".join(kept)), kept
    jobs = run(home, "cancer_project", "-e", "SHOW JOBS LIKE 'cancer%';")
    assert [(row[2], row[3]) for row in jobs[:2]] == [("Success", "cancer_predict"), ("Success", "cancer_train")]
