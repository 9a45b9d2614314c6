"""Naive Bayes: PAI's NaiveBayes. Columns count one by one: numbers by normal distributions, categories by how often.

A category counts once more than it was seen with a class, so that one that was not seen with it is not impossible. The
variance of numbers is a little larger than it was, as in scikit-learn, so that a constant column has one.
"""

import os

import numpy as np

from paisql.learners import mixed_features, model_folder, whole_rows
from paisql.learners.settings import Settings

_FILE = "classes.npz"
_SMOOTHING = 1.0  # of categories
_VARIANCE_SHARE = 1e-9  # of the largest variance of a column, added to all


def fit(task):
    """Trains on the rows of inputTableName."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    label = whole_rows.label_of(settings, source)
    features = mixed_features.of_task(settings, source, [label])
    features.learn(source)
    matrix, codes, labels, _ = whole_rows.read_classes(settings, source, features, label)
    numbers = [index for index, name in enumerate(features.names) if not features.is_discrete(name)]
    arrays = {"priors": np.bincount(codes, minlength=len(labels)) / len(codes)}
    arrays["means"], arrays["variances"] = _normal(matrix[:, numbers], codes, len(labels))
    for index, name in enumerate(features.names):
        if features.is_discrete(name):
            count = len(features.categories[name])
            arrays["chances%d" % index] = _chances(matrix[:, index].astype(np.int64), codes, count, len(labels))
    os.makedirs(task.model_folder, exist_ok=True)
    np.savez(os.path.join(task.model_folder, _FILE), **arrays)
    model_folder.write(
        task.model_folder,
        "paisql.learners.bayes",
        whole_rows.facts_of("classification", features, label, source.types[label]),
        features=features.description(),
        labels=labels.texts,
    )


def _normal(matrix, codes, classes):
    """(means, variances) of each class (rows) and each column of numbers."""
    means, variances = np.zeros((classes, matrix.shape[1])), np.zeros((classes, matrix.shape[1]))
    for one in range(classes):
        means[one] = matrix[codes == one].mean(axis=0)
        variances[one] = matrix[codes == one].var(axis=0)
    if matrix.shape[1]:
        variances += max(_VARIANCE_SHARE * matrix.var(axis=0).max(), 1e-300)
    return means, variances


def _chances(values, codes, count, classes):
    """(classes, categories): the logarithm of how often each category comes with a class."""
    seen = np.bincount(codes * count + values, minlength=classes * count).reshape(classes, count) + _SMOOTHING
    return np.log(seen / seen.sum(axis=1, keepdims=True))


class _Model:
    def __init__(self, folder, description):
        self.features = mixed_features.load(description["features"])
        with np.load(os.path.join(folder, _FILE)) as stored:
            self.arrays = dict(stored)

    def score(self, table):
        """(rows, classes): how probable each class is."""
        matrix, arrays = self.features.matrix(table), self.arrays
        total = np.tile(np.log(arrays["priors"]), (len(matrix), 1))
        number = 0
        for index, name in enumerate(self.features.names):
            values = matrix[:, index]
            if self.features.is_discrete(name):
                known = values >= 0  # a category that was not seen tells nothing
                total[known] += arrays["chances%d" % index].T[values[known].astype(np.int64)]
            else:
                variances = arrays["variances"][:, number]
                away = values[:, None] - arrays["means"][:, number]
                total -= 0.5 * (np.log(2 * np.pi * variances) + away**2 / variances)
                number += 1
        total -= total.max(axis=1, keepdims=True)
        chances = np.exp(total)
        return chances / chances.sum(axis=1, keepdims=True)


def load(folder, description):
    """The model that fit has written."""
    return _Model(folder, description)
