"""Linear support vector machines: PAI's LinearSVM, which is LIBLINEAR's trust region method for the squared hinge loss.

scikit-learn has the same library; dual=False chooses that method. A model tells a row's class by the side of the plane
on which it is, and as a score how far, by the logistic function: 0.5 on the plane.
"""

import os

import numpy as np

from paisql.learners import features as feature_columns
from paisql.learners import logistic_fit, model_folder, whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings

_FILE = "plane.npz"


def fit(task):
    """Trains on the rows of inputTableName."""
    from sklearn.svm import LinearSVC

    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = whole_rows.label_of(settings, source)
    features = feature_columns.of_task(settings, source, [label])
    matrix, codes, labels, _ = whole_rows.read_classes(settings, source, features, label)
    positive = _positive(settings, labels, label)
    cost = settings.number("cost", 1.0)
    weights = {1: settings.number("positiveCost") or cost, -1: settings.number("negativeCost") or cost}
    library = LinearSVC(
        loss="squared_hinge", dual=False, tol=settings.number("epsilon", 0.001), class_weight=weights, random_state=0
    )
    library.fit(matrix, np.where(codes == positive, 1, -1))
    os.makedirs(task.model_folder, exist_ok=True)
    np.savez(os.path.join(task.model_folder, _FILE), weights=library.coef_[0], intercept=library.intercept_[0])
    model_folder.write(
        task.model_folder,
        "paisql.learners.svm",
        whole_rows.facts_of("classification", features, label, source.types[label]),
        features=features.description(),
        labels=labels.texts,
        positive=positive,
    )


def _positive(settings, labels, label):
    """The position of positiveLabel; of the last class without it."""
    if len(labels) > 2:
        raise LearnerError("the label column %s has %d values, and LinearSVM tells two apart" % (label, len(labels)))
    text = settings.text("positiveLabel")
    if text and text not in labels.texts:
        raise LearnerError(
            "positiveLabel=%s is not a value of the label column %s, which has %s"
            % (text, label, " and ".join(labels.texts))
        )
    return labels.texts.index(text) if text else 1


class _Model(whole_rows.MatrixModel):
    def __init__(self, folder, description):
        super().__init__(description)
        self._positive = description["positive"]
        with np.load(os.path.join(folder, _FILE)) as stored:
            self._weights, self._intercept = stored["weights"], float(stored["intercept"])

    def score(self, table):
        """(rows, classes): the logistic function of the distance from the plane."""
        side = logistic_fit.sigmoid(np.asarray(self.rows(table) @ self._weights) + self._intercept)
        pair = [1 - side, side] if self._positive == 1 else [side, 1 - side]
        return np.column_stack(pair)

    def parts(self):
        """(weights, intercept): the distance on the side of the positive class."""
        return self._weights, self._intercept


def load(folder, description):
    """The model that fit has written."""
    return _Model(folder, description)
