"""The pipeline of the documents, built by mouse: tables, TensorFlow, the table of predictions, and its accuracy."""

import os
import shutil

import pytest
from canvas_page import new_pipeline
from console_home import ROOT
from playwright.sync_api import expect

IRIS = os.path.join(ROOT, "docs", "examples", "iris")

# What the documents prepare before the canvas: iris_train with a partition to learn from and one to test with.
PREPARED = """CREATE TABLE iris_data (sepal_length DOUBLE, sepal_width DOUBLE, petal_length DOUBLE, petal_width DOUBLE,
  category STRING)"""
SPLIT = """INSERT OVERWRITE TABLE iris_train PARTITION (split)
SELECT sepal_length, sepal_width, petal_length, petal_width, category,
       CASE WHEN number % 5 = 0 THEN 'test' ELSE 'train' END AS split
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY category
                                   ORDER BY sepal_length, sepal_width, petal_length, petal_width) AS number
      FROM iris_data) numbered"""
ACCURACY = """SELECT ROUND(AVG(CASE WHEN p.f5 = t.category THEN 1.0 ELSE 0.0 END), 3) AS accuracy
FROM (SELECT DISTINCT sepal_length, sepal_width, petal_length, petal_width, category FROM ${t2}) t
JOIN (SELECT DISTINCT f1, f2, f3, f4, f5 FROM ${t1}) p
ON p.f1 = t.sepal_length AND p.f2 = t.sepal_width AND p.f3 = t.petal_length AND p.f4 = t.petal_width"""
CREATE = "create table ${outputs} (f1 DOUBLE, f2 DOUBLE, f3 DOUBLE, f4 DOUBLE, f5 STRING)"


@pytest.fixture
def iris(console, tmp_path):
    shutil.copy(os.path.join(IRIS, "iris.csv"), tmp_path)
    console.run(
        PREPARED,
        f"TUNNEL UPLOAD {tmp_path}/iris.csv iris_data -h true",
        "CREATE TABLE iris_train (sepal_length DOUBLE, sepal_width DOUBLE, petal_length DOUBLE, petal_width DOUBLE, "
        "category STRING) PARTITIONED BY (split STRING)",
        SPLIT,
    )
    return console


def test_the_documents_pipeline_is_built_and_run_by_mouse(iris, page):
    canvas = new_pipeline(page, "Iris 鸢尾花")
    canvas.drag("Read MaxCompute Table", 130, 60)
    canvas.drag("Read MaxCompute Table", 370, 60)
    canvas.drag("TensorFlow 1", 250, 220)
    canvas.drag("SQL Script", 250, 380)
    train, test, tensorflow, accuracy = (
        "Read MaxCompute Table-1", "Read MaxCompute Table-2", "TensorFlow 1-1", "SQL Script-1",
    )  # fmt: skip

    canvas.set(train, "Select Table", "Table", "iris_train")
    canvas.set(train, "Select Table", "Partition", "split=train")
    canvas.set(test, "Select Table", "Table", "iris_train")
    canvas.set(test, "Select Table", "Partition", "split=test")
    canvas.connect((train, "outputTable"), (tensorflow, "tables"))
    canvas.connect((test, "outputTable"), (tensorflow, "tables"))
    canvas.set(tensorflow, "Fields Setting", "Script", f"file://{IRIS}/iris_train.py")
    canvas.set(tensorflow, "Fields Setting", "SQL that makes the output table", CREATE)
    canvas.set(tensorflow, "Output", "Outputs", "iris_output")
    canvas.set(tensorflow, "Fields Setting", "Checkpoint dir", "oss://iris-models/softmax/")
    canvas.connect((tensorflow, "outputs"), (accuracy, "t1"))
    canvas.connect((test, "outputTable"), (accuracy, "t2"))
    canvas.set(accuracy, "Fields Setting", "SQL", ACCURACY)
    expect(canvas.edges()).to_have_count(4)
    canvas.expect_saved()

    page.get_by_role("button", name="Run", exact=True).click()
    for name in (train, test, tensorflow, accuracy):
        canvas.expect_state(name, "Succeeded", seconds=90)

    canvas.card(accuracy).dblclick()
    outputs = page.get_by_role("region", name=f"Outputs of {accuracy}")
    expect(outputs.get_by_role("cell", name="1.0", exact=True)).to_be_visible()
    canvas.card(tensorflow).dblclick()
    outputs = page.get_by_role("region", name=f"Outputs of {tensorflow}")
    expect(outputs.get_by_text("30 rows")).to_be_visible()
    expect(outputs.get_by_role("cell", name="virginica").first).to_be_visible()
    outputs.get_by_role("tab", name="Log").click()
    expect(outputs.get_by_role("tabpanel", name="Log")).to_contain_text("predicted 30 rows")
    expect(outputs.get_by_role("link", name="Logview of")).to_be_visible()
    assert iris.run("SELECT COUNT(*) FROM iris_output").strip() == "30"
