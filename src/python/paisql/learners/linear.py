"""Linear regression: PAI's linearregression, with its table about the fit.

Without a penalty, and with l2, the weights are exact; with l1, or sparse columns, L-BFGS finds them.
"""

import os

import numpy as np

from paisql.learners import features as feature_columns
from paisql.learners import linear_fit, model_folder, whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.penalized import FitSettings
from paisql.learners.settings import Settings

_FILE = "weights.npz"
_MOST_ESTIMATED = 5000  # columns of which errors are computed: the inverse of their matrix is dense


def fit(task):
    """Trains on the rows of inputTableName, and writes outputTableName where it is given."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = whole_rows.label_of(settings, source)
    features = feature_columns.of_task(settings, source, [label])
    matrix, values, _ = whole_rows.read_numbers(source, features, label)
    fitted = linear_fit.fit_weights(matrix, values, FitSettings.of(settings), whole_rows.report)
    weights, intercept = fitted
    if "outputTableName" in task.outputs:
        task.outputs["outputTableName"].append(_evaluation(settings, features, matrix, values, fitted))
    os.makedirs(task.model_folder, exist_ok=True)
    np.savez(os.path.join(task.model_folder, _FILE), weights=weights, intercept=intercept)
    model_folder.write(
        task.model_folder,
        "paisql.learners.linear",
        whole_rows.facts_of("regression", features, label, source.types[label]),
        features=features.description(),
    )


def _evaluation(settings, features, matrix, values, fitted):
    """The columns of the table about the fit."""
    rows = []
    if settings.boolean("enableCoefficientEstimate"):
        if matrix.shape[1] > _MOST_ESTIMATED:
            raise LearnerError(
                "enableCoefficientEstimate=true takes up to %d columns, and there are %d"
                % (_MOST_ESTIMATED, matrix.shape[1])
            )
        names = ["Intercept"] + list(features.names)
        for name, estimate in zip(names, linear_fit.coefficients(matrix, values, *fitted)):
            rows.append((name, *estimate[:3], _interval(estimate[3]), "coefficient"))
    for name, value in linear_fit.goodness(matrix, values, *fitted):
        rows.append((name, value, None, None, None, "goodness"))
    columns = zip(*rows)
    return dict(zip(("colname", "value", "tscore", "pvalue", "confidenceinterval", "p"), map(list, columns)))


def _interval(ends):
    return None if ends is None else '{"2.5%%": %.6f, "97.5%%": %.6f}' % ends


class _Model(whole_rows.MatrixModel):
    def __init__(self, folder, description):
        super().__init__(description)
        with np.load(os.path.join(folder, _FILE)) as stored:
            self._weights, self._intercept = stored["weights"], float(stored["intercept"])

    def score(self, table):
        """The value of each row."""
        return np.asarray(self.rows(table) @ self._weights) + self._intercept

    def parts(self):
        """(weights, intercept)."""
        return self._weights, self._intercept

    def column_weights(self):
        """The weight of each feature."""
        return self._weights


def load(folder, description):
    """The model that fit has written."""
    return _Model(folder, description)
