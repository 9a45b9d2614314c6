"""Logistic regression: PAI's logisticregression_multi, and LogisticRegression, which is the same under an old name.

Each of three or more classes has weights of its own, found against the rest. What prediction_detail says of a class is
therefore no share of a whole: it need not add up to 1, as on the platform.
"""

import os

import numpy as np

from paisql.learners import features as feature_columns
from paisql.learners import logistic_fit, model_folder, whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.penalized import FitSettings
from paisql.learners.settings import Settings

_FILE = "weights.npz"


def fit(task):
    """Trains on the rows of inputTableName."""
    settings = Settings(task.parameters)
    if settings.boolean("twoClassification"):
        fit_two(task)
        return
    _fit(task, settings)


def fit_two(task):
    """The same for a label of two classes, one of which goodValue may name."""
    settings = Settings(task.parameters)

    def check(labels, label):
        good = settings.text("goodValue")
        if len(labels) > 2:
            raise LearnerError(
                "the label column %s has %d values, and this component tells two apart: use logisticregression_multi"
                % (label, len(labels))
            )
        if good and good not in labels.texts:
            raise LearnerError(
                "goodValue=%s is not a value of the label column %s, which has %s"
                % (good, label, " and ".join(labels.texts))
            )

    _fit(task, settings, check)


def _fit(task, settings, check=lambda labels, label: None):
    source = task.inputs["inputTableName"]
    label = whole_rows.label_of(settings, source)
    features = feature_columns.of_task(settings, source, [label])
    matrix, codes, labels, _ = whole_rows.read_classes(settings, source, features, label)
    check(labels, label)
    weights, intercepts = logistic_fit.fit_classes(
        matrix, codes, len(labels), FitSettings.of(settings), whole_rows.report
    )
    os.makedirs(task.model_folder, exist_ok=True)
    np.savez(os.path.join(task.model_folder, _FILE), weights=weights, intercepts=intercepts)
    model_folder.write(
        task.model_folder,
        "paisql.learners.logistic",
        whole_rows.facts_of("classification", features, label, source.types[label]),
        features=features.description(),
        labels=labels.texts,
        good=settings.text("goodValue") or labels.texts[-1],
    )


class _Model(whole_rows.MatrixModel):
    def __init__(self, folder, description):
        super().__init__(description)
        with np.load(os.path.join(folder, _FILE)) as stored:
            self._weights, self._intercepts = stored["weights"], stored["intercepts"]
        self._flip = len(self._intercepts) == 1 and description["good"] == description["labels"][0]

    def score(self, table):
        """(rows, classes): how probable each class is."""
        return logistic_fit.probabilities(self.rows(table), self._weights, self._intercepts)

    def parts(self):
        """(weights, intercepts): of the second of two classes, or a row for each of several."""
        return self._weights, self._intercepts

    def column_weights(self):
        """The weight of each feature, for the class that goodValue names; None with more than two classes."""
        if len(self._intercepts) > 1:
            return None
        return -self._weights[0] if self._flip else self._weights[0]


def load(folder, description):
    """The model that fit has written."""
    return _Model(folder, description)
