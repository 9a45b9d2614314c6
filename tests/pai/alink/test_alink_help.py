"""The examples that HELP PAI shows of Alink's components, run as they stand."""

import os
import re

import pytest
from fake_job import TENSORFLOW
from test_alink import model_of
from test_alink_labelled import missing

POINTS = [("1.0", "2.0"), ("2.0", "4.0")]  # x, 2 x
COUNTS = [("rows", "2"), ("workers", "1")]
TRAINED = {
    "tensorflow_batch": COUNTS,
    "tensorflow2_batch": COUNTS,
    "tf_table_model_train": None,
    "tf2_table_model_train": None,
    "keras_sequential_classifier_train": None,
    "keras_sequential_regressor_train": None,
    "tensorflow_stream": [("2.0",), ("4.0",)],
    "tensorflow2_stream": [("2.0",), ("4.0",)],
    "sql_stream": [("4", "B")],
}
PREDICTED = {
    "tf_table_model_predict": POINTS,
    "tf_savedmodel_predict": POINTS,
    "tf_table_model_predict_stream": POINTS,
    "tf_savedmodel_predict_stream": POINTS,
    "keras_sequential_classifier_predict": "flowers",
    "keras_sequential_classifier_predict_stream": "flowers",
    "keras_sequential_regressor_predict": "points",
    "keras_sequential_regressor_predict_stream": "points",
}
# Of packages that may be missing, with a file that is not a model.
FRAMEWORKS = {
    "torch_model_predict": "torch",
    "torch_model_predict_stream": "torch",
    "onnx_model_predict": "onnxruntime",
    "onnx_model_predict_stream": "onnxruntime",
}


def examples(home, names):
    """{name: statements}, of whose scripts each has a file of its own.

    A stream that follows its table has no end; what it does is the same without.
    """
    found = {}
    lines = [row[0] for row in home.run(*["HELP PAI %s;" % name for name in names]).ok().rows]
    shown = "\n".join(lines).replace("\\\\", "\\")  # tsv doubles backslashes
    for name, text in zip(names, shown.split("\nExample")[1:]):
        text = text.split("\nPAI -name ")[0]  # of the next one
        if "train.py" in text.splitlines()[0]:
            script, text = text.split("and these statements:\n")
            home.write(name + ".py", "".join(line[4:] + "\n" for line in script.split("\n")[1:]))
        statements = "\n".join(line for line in text.splitlines() if line.startswith("    "))
        assert statements.count("PAI -name " + name) == 1, statements
        found[name] = statements.replace("file://train.py", "file://%s.py" % name)
        found[name] = found[name].replace(" -Dfollow=true", "")
    return found


def run_examples(home, shown):
    """{name: sorted rows of the table that the example writes}, all in one session."""
    statements = []
    for name, example in shown.items():
        written = re.findall(r"-DoutputTableName=(\w+)", example)[-1]
        made = re.findall(r"CREATE TABLE (\w+)", example)
        for table in (written, written + "_cursor", *made):
            statements.append("DROP TABLE IF EXISTS %s;" % table)
        if "points" not in made:
            statements += [
                "DROP TABLE IF EXISTS points;",
                "CREATE TABLE points (x DOUBLE);",
                "INSERT INTO points VALUES (1.0), (2.0);",
            ]
        statements += [example, "SELECT '= %s';" % name, "SELECT * FROM %s LIMIT 9;" % written]
    outcome = home.run(*statements, timeout=400).ok()
    found = {}
    for row in outcome.rows:
        if row[0].startswith("= "):
            rows = found[row[0][2:]] = []
        elif found:
            rows.append(row)
    return {name: sorted(rows) for name, rows in found.items()}


@pytest.mark.skipif(not TENSORFLOW, reason="scripts/setup installed no TensorFlow")
def test_the_examples_of_the_help_run(home):
    names = [*TRAINED, *PREDICTED, *FRAMEWORKS]
    help_text = home.run("HELP PAI;").ok().stdout
    of_alink = re.findall(r"^(?:Alink \w+|SQL on streams): .*\n    (\w+)$", help_text, re.MULTILINE)
    assert sorted(of_alink) == sorted(names)
    shown = examples(home, names)
    found = run_examples(home, {name: shown[name] for name in TRAINED})
    for name, rows in TRAINED.items():
        assert rows is None or [row[: len(rows[0])] for row in found[name]] == rows, (name, found[name])
    model_of(found["tf2_table_model_train"], os.path.join(home.files, "models", "1617959973"))
    found = run_examples(home, {name: shown[name] for name in PREDICTED})
    for name, rows in PREDICTED.items():
        if rows == "flowers":
            assert len(found[name]) == 2 and {row[2] for row in found[name]} <= {"setosa", "versicolor"}
        elif rows == "points":
            assert [row[0] for row in found[name]] == ["1.0", "2.0"] and all(float(row[1]) < 99 for row in found[name])
        else:
            assert found[name] == rows, name
    for name, package in FRAMEWORKS.items():
        home.write("model.pt", "none")
        home.write("model.onnx", "none")
        if missing(package):
            home.run("DROP TABLE answers;", shown[name]).fails("-m pip install %s brings it" % package)
