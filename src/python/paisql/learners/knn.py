"""Nearest neighbours: PAI's knn, which trains nothing: the k nearest rows of a table say what a row is.

Distances are euclidean. The most frequent class among the k wins, of equally frequent ones the first in their order.
"""

import numpy as np

from paisql.learners import features as feature_columns
from paisql.learners import whole_rows
from paisql.learners.labels import ClassLabels
from paisql.learners.learner_task import LearnerError
from paisql.learners.selected_columns import SelectedColumns
from paisql.learners.settings import Settings

_NUMBERS_AT_ONCE = 1 << 22


def predict(task):
    """Writes the rows of predictTableName with predict_label."""
    settings = Settings(task.parameters)
    source = task.inputs["trainTableName"]
    label = whole_rows.label_of(settings, source, "trainLabelColName")
    features = feature_columns.of_task(SelectedColumns(settings, "trainFeatureColNames"), source, [label])
    labels = ClassLabels.of(source, label, source.types[label])
    matrix, table = whole_rows.read(source, features, [label])
    codes = labels.positions(table[label])
    count = settings.integer("k", 100)
    if count > matrix.shape[0]:
        raise LearnerError("k=%d is more than the %d rows of trainTableName" % (count, matrix.shape[0]))
    nearest = _Nearest(matrix, codes, len(labels), count)
    _answer(task, settings, features, labels, nearest)


def _answer(task, settings, features, labels, nearest):
    source, output = task.inputs["predictTableName"], task.outputs["outputTableName"]
    features.bind(source, settings.columns("predictFeatureColNames", source.columns))
    appended = settings.columns("appendColNames", source.columns)
    appended = list(features.columns) if appended is None else appended
    for rows in source.chunks(list(dict.fromkeys(appended + features.columns))):
        matrix = features.matrix(rows)
        if not features.sparse:
            feature_columns.check_complete(matrix, features.columns)
        columns = {name: rows[name] for name in appended}
        columns["predict_label"] = labels.take(nearest.classes_of(matrix))
        output.append(columns)


class _Nearest:
    """The rows that were trained on, as a tree where there are few columns, and one by one where there are many."""

    def __init__(self, matrix, codes, classes, count):
        self._matrix, self._codes, self._classes, self._count = matrix, codes, classes, count
        self._tree = None
        if isinstance(matrix, np.ndarray) and matrix.shape[1] <= 15:
            from scipy.spatial import cKDTree

            self._tree = cKDTree(matrix)

    def classes_of(self, matrix):
        """The position of each row's class."""
        if self._tree is not None:
            found = self._tree.query(matrix, self._count, workers=-1)[1].reshape(len(matrix), -1)
            return self._most_frequent(found)
        step = max(1, _NUMBERS_AT_ONCE // self._matrix.shape[0])
        parts = [self._by_distances(matrix[begin : begin + step]) for begin in range(0, matrix.shape[0], step)]
        return np.concatenate(parts) if parts else np.empty(0, np.int64)

    def _by_distances(self, rows):
        products = rows @ self._matrix.T
        products = products if isinstance(products, np.ndarray) else products.toarray()
        squares = _squares(self._matrix) - 2 * products
        if self._count == squares.shape[1]:
            return self._most_frequent(np.tile(np.arange(self._count), (squares.shape[0], 1)))
        return self._most_frequent(np.argpartition(squares, self._count - 1, axis=1)[:, : self._count])

    def _most_frequent(self, neighbours):
        votes = np.zeros((len(neighbours), self._classes))
        rows = np.repeat(np.arange(len(neighbours)), neighbours.shape[1])
        np.add.at(votes, (rows, self._codes[neighbours].ravel()), 1)
        return votes.argmax(axis=1)


def _squares(matrix):
    if isinstance(matrix, np.ndarray):
        return (matrix**2).sum(axis=1)
    return np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel()
