"""The component ps_smart: boosted trees by the platform's names, with a table of the features' importance."""

import os

import numpy as np
import pyarrow as pa

from paisql.learners import boosted_trees, boosting_objectives, features
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings
from paisql.learners.training_rows import TrainingRows

# The parameter of the statement, xgboost's, and whether it is a whole number.
_NAMES = (
    ("maxDepth", "max_depth", True),
    ("shrinkage", "eta", False),
    ("l1", "alpha", False),
    ("l2", "lambda", False),
    ("minSplitLoss", "gamma", False),
    ("sampleRatio", "subsample", False),
    ("featureRatio", "colsample_bytree", False),
    ("baseScore", "base_score", False),
    ("randSeed", "seed", True),
)


def fit(task):
    """Trains a model of the rows of inputTableName."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = settings.column("labelColName", source.columns)
    weight = settings.column("weightCol", source.columns)
    objective = boosting_objectives.name_of(settings.word("objective"))
    count = settings.integer("classNum")
    if objective.startswith("multi:") and count is None:
        raise LearnerError("objective=%s needs classNum, the number of classes" % objective)
    classes = boosting_objectives.classes_of(objective, source, label, count)
    used = features.of_task(settings, source, [label, weight])
    bins = max(round(1 / settings.number("sketchEps", 0.03)), 2)
    recipe = boosted_trees.Recipe(
        _parameters(settings, objective, classes),
        settings.integer("treeCount", 1),
        boosting_objectives.kind_of(objective),
        classes,
        bins,
    )
    rows = TrainingRows(source, used, label, classes, weight, zero_is_missing=settings.boolean("regardZeroAsMissing"))
    booster = boosted_trees.train(recipe, rows)
    boosted_trees.save(task.model_folder, booster, recipe, rows, source.types[label])
    _write_tables(task, settings, booster, used)


def _parameters(settings, objective, classes):
    made = {"booster": "gbtree"}
    for name, own, whole in _NAMES:
        if settings.has(name):
            made[own] = settings.integer(name) if whole else settings.number(name)
    metrics = boosting_objectives.metric_of(objective, settings.word("metric"))
    made.update(boosting_objectives.parameters_of(objective, metrics, classes))
    if objective == "reg:tweedie":
        made["tweedie_variance_power"] = settings.number("tweedieVarPower", 1.5)
    return made


def _write_tables(task, settings, booster, used):
    """The model as numbers, and the features' importance, where the statement names tables for them."""
    if "outputTableName" in task.outputs:
        ids, values = _packed(os.path.join(task.model_folder, boosted_trees.FILE))
        task.outputs["outputTableName"].append({"id": ids, "value": values})
    if "outputImportanceTableName" in task.outputs:
        found = boosted_trees.importance(booster, used.names, settings.word("featureImportanceType", "gain"))
        task.outputs["outputImportanceTableName"].append(
            {"id": [_id_of(used, position, name) for position, name, _ in found], "value": [one[2] for one in found]}
        )


def _id_of(used, position, name):
    """A dense feature's place among the features; a sparse feature's key, or its place for keys that are texts."""
    whole = used.sparse and (used.keys is None or isinstance(used.keys[0], int))
    return int(name) if whole else position


def _packed(path):
    """A file as numbers: row 0 has its length, and each row after it the next eight bytes, the lowest first."""
    with open(path, "rb") as stream:
        data = stream.read()
    numbers = np.frombuffer(data + b"\0" * (-len(data) % 8), "<i8")
    values = np.concatenate([np.array([len(data)], np.int64), numbers])
    return pa.array(np.arange(len(values))), pa.array(values)
