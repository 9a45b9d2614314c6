"""The components GBDT, which learns numbers or orders, and gbdt_lr, which tells two classes apart.

Both begin with the score 0, and have no term that makes values of leaves smaller. maxLeafCount, maxDepth and
minLeafSampleCount limit a tree, which grows where it gains most. For two classes, a row counts as its second
derivative, 1/4 at most; a leaf that has minLeafSampleCount/4 of these has at least minLeafSampleCount rows.
"""

import numpy as np

from paisql.learners import boosted_trees, features, ranking_gradients
from paisql.learners.boosting_objectives import classes_of
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings
from paisql.learners.training_rows import TrainingRows

_GBRANK, _LAMBDAMART_DCG, _LAMBDAMART_NDCG, _LEAST_SQUARES = range(4)


def fit(task):
    """Trains a model of GBDT on the rows of inputTableName."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = settings.column("labelColName", source.columns)
    group = settings.column("groupIDColName", source.columns)
    loss = settings.integer("lossType", _LEAST_SQUARES)
    if loss != _LEAST_SQUARES and group is None:
        raise LearnerError("lossType=%d ranks the rows of groups, so it needs groupIDColName" % loss)
    used = features.of_task(settings, source, [label, group])
    parameters = dict(_parameters(settings, settings.number("minLeafSampleCount", 500)), base_score=0)
    gradient = metric = None
    if loss == _LEAST_SQUARES:
        parameters.update(objective="reg:squarederror", eval_metric="rmse")
        rows = TrainingRows(source, used, label, held_out=_held_out(settings))
    else:
        rows = TrainingRows(source, used, label, group=group, held_out=_held_out(settings))
        gradient, pairs = _ranking(settings, loss, rows.whole(), group)
        parameters.update(disable_default_eval_metric=1)

        def metric(scores):
            return "wrong_pairs", pairs.wrong(scores)

    recipe = boosted_trees.Recipe(
        parameters, settings.integer("treeCount", 500), "regression", None, _bins(settings), gradient, metric
    )
    _finish(task, recipe, rows)


def _ranking(settings, loss, part, group):
    pairs = ranking_gradients.Pairs(part.groups, part.labels.astype(np.float64), group)
    if loss == _GBRANK:
        gradient = ranking_gradients.gbrank(pairs, settings.number("tau", 0.6), settings.number("p", 1))
    else:
        labels = part.labels.astype(np.float64)
        gradient = ranking_gradients.lambdamart(pairs, labels, loss == _LAMBDAMART_NDCG)
    if not settings.integer("newtonStep", 1):
        gradient = ranking_gradients.least_squares_steps(gradient)
    return gradient, pairs


def _held_out(settings):
    """(the part of the rows to leave out, the seed that chooses them)."""
    return settings.number("testRatio", 0), settings.integer("randSeed", 0)


def _bins(settings):
    return max(settings.integer("featureSplitValueMaxSize", 500), 2)


def _parameters(settings, least_weight):
    return {
        "booster": "gbtree",
        "grow_policy": "lossguide",
        "eta": settings.number("shrinkage", 0.05),
        "max_leaves": settings.integer("maxLeafCount", 32),
        "max_depth": settings.integer("maxDepth", 10),
        "min_child_weight": least_weight,
        "subsample": settings.number("sampleRatio", 0.6),
        "colsample_bytree": settings.number("featureRatio", 0.6),
        "seed": settings.integer("randSeed", 0),
        "lambda": 0,
        "alpha": 0,
    }


def fit_two_classes(task):
    """Trains a model of gbdt_lr."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = settings.column("labelColName", source.columns)
    classes = classes_of("binary:logistic", source, label)
    used = features.of_task(settings, source, [label])
    parameters = _parameters(settings, settings.number("minLeafSampleCount", 500) / 4)
    parameters.update(objective="binary:logistic", base_score=0.5, eval_metric="logloss")
    recipe = boosted_trees.Recipe(
        parameters, settings.integer("treeCount", 500), "classification", classes, _bins(settings)
    )
    rows = TrainingRows(source, used, label, classes, held_out=_held_out(settings))
    _finish(task, recipe, rows)


def _finish(task, recipe, rows):
    """Trains, saves the model, and writes the table of importance where the statement names one."""
    booster = boosted_trees.train(recipe, rows)
    label_type = task.inputs["inputTableName"].types[rows.label]
    boosted_trees.save(task.model_folder, booster, recipe, rows, label_type)
    if "outputImportanceTableName" in task.outputs:
        write_importance(task.outputs["outputImportanceTableName"], booster, rows.features.names)


def write_importance(output, booster, names):
    """(col, importance) of all features: the part of the trees' whole gain that comes from splits by each."""
    gains = np.zeros(len(names))
    for position, _, gain in boosted_trees.importance(booster, names, "total_gain"):
        gains[position] = gain
    whole = gains.sum()
    output.append({"col": list(names), "importance": (gains / whole if whole else gains).tolist()})
