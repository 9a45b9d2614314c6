"""A learner of tests/unit/session/component_runs_test.cpp: the mean of a column is what it predicts."""

import json
import os

import pyarrow as pa
import pyarrow.compute as pc

from paisql.learners.learner_task import LearnerError


def fit(task):
    label = task.parameters["labelCol"]
    mean = pc.mean(task.inputs["inputTableName"].read([label])[label]).as_py()
    if mean is None:
        raise LearnerError("the column %s has no values" % label)
    with open(os.path.join(task.model_folder, "mean.json"), "w", encoding="utf-8") as stream:
        json.dump({"mean": mean}, stream)


def predict(task):
    with open(os.path.join(task.models["modelName"], "mean.json"), encoding="utf-8") as stream:
        mean = json.load(stream)["mean"]
    output = task.outputs["outputTableName"]
    for rows in task.inputs["inputTableName"].chunks():
        answers = {name: rows[name] for name in rows.column_names}
        output.append(dict(answers, prediction=pa.array([mean] * rows.num_rows)))
