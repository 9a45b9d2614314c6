"""Boosted trees: what the components xgboost, ps_smart, GBDT and gbdt_lr train, with xgboost.

A component says what it trains as a Recipe. The model is xgboost's own file beside model.json. Training gives the same
model each time: seeds are fixed, and xgboost's result does not depend on the number of threads.
"""

import math
import os
import re
import sys

import numpy as np

from paisql.learners import features, model_folder
from paisql.learners.gradient_library import xgboost
from paisql.learners.learner_task import LearnerError
from paisql.learners.training_rows import threads, without_zeros
from paisql.monitoring import progress

FILE = "trees.ubj"
_PLACE = re.compile(r"^\[[\d:]+\] \S+:\d+: (Check failed: .*?: )?")
_SHOWN_ROUNDS = 50  # how many lines of a training's log tell of rounds


class Recipe:
    """What to train.

    parameters  xgboost's own
    rounds      how many trees (of each class)
    bins        how many steps of a feature's values are candidates for a split
    kind        classification or regression
    classes     the ClassLabels of a classification
    gradient    for an objective that xgboost does not have: gradient(scores) gives two arrays
    metric      for such an objective: metric(scores) gives a name and a number
    """

    def __init__(self, parameters, rounds, kind, classes=None, bins=256, gradient=None, metric=None):
        self.parameters, self.rounds, self.kind = parameters, rounds, kind
        self.classes, self.bins, self.gradient, self.metric = classes, bins, gradient, metric


def train(recipe, rows):
    """The Booster that the recipe makes of TrainingRows."""
    linear = recipe.parameters.get("booster") == "gblinear"
    parameters = dict(recipe.parameters, nthread=threads(), verbosity=0)
    if linear:
        parameters["updater"] = "coord_descent"  # the other one depends on threads
    else:
        parameters.update(tree_method="hist", max_bin=recipe.bins)
    own = {}
    if recipe.gradient:
        own["obj"] = lambda scores, _: recipe.gradient(scores)
        own["custom_metric"] = lambda scores, _: recipe.metric(scores)
    try:
        matrix = rows.exact_matrix() if linear else rows.matrix(recipe.bins)
        told = [(matrix, "train")]
        if rows.test is not None and not recipe.gradient:
            told.append((rows.test_matrix(), "test"))
        booster = xgboost.train(
            parameters, matrix, recipe.rounds, evals=told, **own, callbacks=[_Rounds(recipe.rounds)], verbose_eval=False
        )
    except xgboost.core.XGBoostError as error:
        raise LearnerError("xgboost refuses this: %s" % _plain(str(error))) from None
    if linear:
        booster.set_attr(linear="true")
    return booster


def save(folder, booster, recipe, rows, label_type):
    """Writes the model that train() has made."""
    os.makedirs(folder, exist_ok=True)
    booster.save_model(os.path.join(folder, FILE))
    used = rows.features
    facts = {
        "kind": recipe.kind,
        "label": rows.label,
        "label_type": label_type,
        "features": ",".join(used.columns),
        "sparse": str(used.sparse).lower(),
    }
    labels = recipe.classes.texts if recipe.classes else None
    described = {"features": used.description(), "labels": labels, "zero_is_missing": rows.zero_is_missing}
    model_folder.write(folder, __name__, facts, **described)


def load(folder, description):
    """The model of a folder that save() has written."""
    booster = xgboost.Booster({"nthread": threads(), "verbosity": 0})
    booster.load_model(os.path.join(folder, FILE))
    return Trees(booster, description)


class Trees:
    """A trained model."""

    def __init__(self, booster, description):
        self.booster, self.labels = booster, description["labels"]
        self.features = features.load(description["features"])
        self._zero_is_missing = description["zero_is_missing"]

    def score(self, table):
        """Probabilities (rows, classes) of a classification, values (rows,) of a regression."""
        matrix = self.features.matrix(table, np.float32)
        if self._zero_is_missing:
            matrix = without_zeros(matrix)
        if self.booster.attr("linear"):
            scores = self.booster.predict(xgboost.DMatrix(matrix, nthread=threads()), validate_features=False)
        else:
            scores = self.booster.inplace_predict(matrix, validate_features=False)
        scores = scores.astype(np.float64)
        if self.labels is None or scores.ndim == 2:
            return scores
        return np.stack([1.0 - scores, scores], axis=1)


def importance(booster, names, kind="gain"):
    """[(position, name, number)] of the features that trees split by, in their order."""
    if booster.attr("linear"):
        raise LearnerError("a model of booster=gblinear has no trees, so its features have no importance")
    found = booster.get_score(importance_type=kind)
    # Without names of its own xgboost calls them f0, f1, ...
    numbers = sorted((int(name[1:]), number) for name, number in found.items())
    return [(position, names[position], float(number)) for position, number in numbers]


def _plain(message):
    """What xgboost says, without the time, the place in its sources, the condition and the addresses."""
    return _PLACE.sub("", message.split("\nStack trace")[0].strip().split("\n")[0]).rstrip(".")


class _Rounds(xgboost.callback.TrainingCallback):
    """Reports the metric of each round as the job's loss, and writes some of them to its log."""

    def __init__(self, rounds):
        super().__init__()
        self._last, self._step = rounds, max(rounds // _SHOWN_ROUNDS, 1)

    def after_iteration(self, model, epoch, evals_log):
        """xgboost calls this; False goes on."""
        told = [
            ("%s-%s" % (part, name), values[-1]) for part, named in evals_log.items() for name, values in named.items()
        ]
        first = told[0][1] if told else math.nan
        progress.report(step=epoch + 1, loss=None if math.isnan(first) else first)
        if epoch % self._step == 0 or epoch + 1 == self._last:
            line = "".join("\t%s:%.6g" % pair for pair in told)
            sys.stdout.write("[%d]%s\n" % (epoch, line))
            sys.stdout.flush()
        return False
