"""How much each feature of a linear model tells: PAI's regression_feature_importance.

The importance of a column is the size of its weight times the standard deviation of its values in the table.
"""

import numpy as np

from paisql.learners import model_folder, whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings


def predict(task):
    """Writes (col, weight, importance) for each feature."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    model, description = model_folder.load(task.models["modelName"])
    weights = model.column_weights()
    if weights is None:
        raise LearnerError(
            "the model tells %d classes apart, and the importance is that of a regression or of two classes"
            % len(description["labels"])
        )
    features = model.features
    if features.sparse:
        features.delimit(settings.text("itemDelimiter", ","), settings.text("kvDelimiter", ":"))
    features.bind(source, settings.columns("featureColNames", source.columns))
    matrix, _ = whole_rows.read(source, features)
    importances = np.abs(weights) * _deviations(matrix)
    task.outputs["outputTableName"].append(
        {"col": list(features.names), "weight": weights.tolist(), "importance": importances.tolist()}
    )


def _deviations(matrix):
    """The standard deviation of each column, with one row less in the divisor; 0 of a single row."""
    rows = matrix.shape[0]
    if isinstance(matrix, np.ndarray):
        sums = ((matrix - matrix.mean(axis=0)) ** 2).sum(axis=0)
    else:
        means = np.asarray(matrix.mean(axis=0)).ravel()
        sums = np.maximum(np.asarray(matrix.multiply(matrix).sum(axis=0)).ravel() - rows * means**2, 0)
    return np.sqrt(sums / max(rows - 1, 1))
