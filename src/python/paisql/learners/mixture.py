"""Mixtures of normal distributions: gmm, fitted by scikit-learn. Each row belongs to one of k of them with a
probability; prediction tells the most probable one, its probability and all of them."""

import os

import numpy as np
import pyarrow as pa

from paisql.learners import features as feature_columns
from paisql.learners import model_folder, whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.selected_columns import SelectedColumns
from paisql.learners.settings import Settings

_FILE = "mixture.npz"


def fit(task):
    """Fits the mixture to the rows of inputTableName."""
    from sklearn.mixture import GaussianMixture

    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    features = feature_columns.of_task(SelectedColumns(settings, "selectedColNames"), source)
    matrix, _ = whole_rows.read(source, features)
    count = settings.integer("k", 2)
    if count > matrix.shape[0]:
        raise LearnerError("k=%d is more than the %d rows of the input" % (count, matrix.shape[0]))
    library = GaussianMixture(
        count,
        tol=settings.number("epsilon", 1e-4),
        max_iter=settings.integer("maxIter", 100),
        random_state=settings.integer("randomSeed", 0) % (1 << 32),
    )
    library.fit(matrix)
    whole_rows.report(library.n_iter_, -library.lower_bound_)
    os.makedirs(task.model_folder, exist_ok=True)
    np.savez(
        os.path.join(task.model_folder, _FILE),
        weights=library.weights_,
        means=library.means_,
        factors=library.precisions_cholesky_,
    )
    facts = whole_rows.facts_of("clustering", features, "cluster_index", "BIGINT")
    model_folder.write(task.model_folder, "paisql.learners.mixture", facts, features=features.description())


class _Model(whole_rows.MatrixModel):
    def __init__(self, folder, description):
        super().__init__(description)
        with np.load(os.path.join(folder, _FILE)) as stored:
            self._weights, self._means, self._factors = stored["weights"], stored["means"], stored["factors"]

    @property
    def cluster_count(self):
        return len(self._weights)

    def chances(self, matrix):
        """(rows, clusters): how probable it is that a row belongs to each."""
        densities = np.empty((matrix.shape[0], len(self._weights)))
        for index, (weight, mean, factor) in enumerate(zip(self._weights, self._means, self._factors)):
            away = (matrix - mean) @ factor
            densities[:, index] = np.log(weight) + np.log(np.diag(factor)).sum() - 0.5 * (away**2).sum(axis=1)
        densities = np.exp(densities - densities.max(axis=1, keepdims=True))
        return densities / densities.sum(axis=1, keepdims=True)

    def clusters_of(self, matrix):
        """The most probable cluster of each row of a matrix."""
        return self.chances(matrix).argmax(axis=1)

    def answers(self, table):
        """What prediction tells: the cluster, its probability, and all probabilities."""
        from paisql.learners.prediction import details

        chances = self.chances(self.rows(table))
        index = chances.argmax(axis=1)
        told = details([str(one) for one in range(chances.shape[1])], chances)
        return pa.array(index), pa.array(chances[np.arange(len(index)), index]), told


def load(folder, description):
    """The model that fit has written."""
    return _Model(folder, description)
