"""The rows of a training as xgboost takes them: in memory up to a bound, above it read again for each pass.

Each part has a matrix of the features, the labels as numbers, and weights and groups where the statement names them.
"""

import numpy as np
import pyarrow as pa

from paisql.learners.features import is_number
from paisql.learners.gradient_library import xgboost
from paisql.learners.labels import check_no_nulls
from paisql.learners.learner_task import LearnerError

_IN_MEMORY = 1 << 29  # bytes of matrices that are kept; xgboost's own form takes a quarter of that
_PART_ROWS = 1 << 17  # rows that xgboost gets at once of what is read again


class Part:
    """A run of rows."""

    def __init__(self, matrix, labels, weights, groups):
        self.matrix, self.labels, self.weights, self.groups = matrix, labels, weights, groups

    @property
    def size(self):
        """The bytes of the matrix."""
        matrix = self.matrix
        return matrix.nbytes if isinstance(matrix, np.ndarray) else matrix.data.nbytes * 2

    def taken(self, chosen):
        """The rows for which `chosen` is true."""
        rest = [None if values is None else values[chosen] for values in (self.labels, self.weights, self.groups)]
        return Part(self.matrix[chosen], *rest)

    @staticmethod
    def joined(parts):
        """One part with the rows of all."""
        if len(parts) == 1:
            return parts[0]
        first = parts[0]
        if isinstance(first.matrix, np.ndarray):
            matrix = np.concatenate([part.matrix for part in parts])
        else:
            import scipy.sparse

            matrix = scipy.sparse.vstack([part.matrix for part in parts], "csr")
        rest = [
            None if getattr(first, name) is None else np.concatenate([getattr(part, name) for part in parts])
            for name in ("labels", "weights", "groups")
        ]
        return Part(matrix, *rest)


class TrainingRows:
    """All rows of an Input that a statement trains on.

    classes          the ClassLabels of a classification, whose positions are the numbers; None for a regression
    held_out         (a part of the rows that nothing is learned from, the seed that chooses them)
    zero_is_missing  whether a feature that is 0 counts as absent
    """

    def __init__(
        self, source, features, label, classes=None, weight=None, group=None, held_out=(0, 0), zero_is_missing=False
    ):
        self._source, self.features, self.label, self._classes = source, features, label, classes
        self._weight, self._group, self._held_out, self.zero_is_missing = weight, group, held_out, zero_is_missing
        self.test = None  # the part that is held out
        for name in (label if classes is None else None, weight):
            if name and not is_number(source.types[name]):
                raise LearnerError("column %s is %s, and it has to be a number" % (name, source.types[name]))
        if features.sparse:
            features.learn(source)
        self._kept = self._keep()
        if not features.size:
            raise LearnerError(
                "column %s has no items in any row, so there is nothing to learn from" % features.columns[0]
            )

    def _keep(self):
        """One part with all rows to learn from; None where they take too much memory."""
        kept, tests, size, rows = [], [], 0, 0
        for part, test in self._split():
            rows += len(part.labels)
            size += part.size
            if size <= _IN_MEMORY:
                kept.append(part)
            elif test is None:
                return None
            if test is not None and len(test.labels):
                tests.append(test)
        if not rows:
            raise LearnerError("the input has no rows, so there is nothing to learn from")
        self.test = Part.joined(tests) if tests else None
        return Part.joined(kept) if size <= _IN_MEMORY else None

    def _split(self):
        """Yields (part to learn from, part that is held out or None)."""
        ratio, seed = self._held_out
        first = 0
        for part in self._read():
            count = len(part.labels)
            if not ratio:
                yield part, None
                continue
            chosen = np.random.default_rng([seed, first]).random(count) < ratio
            first += count
            yield part.taken(~chosen), part.taken(chosen)

    def _read(self):
        extra = [name for name in (self.label, self._weight, self._group) if name]
        for table in self._source.chunks(list(dict.fromkeys(self.features.columns + extra))):
            yield Part(
                self._matrix_of(table),
                self._labels_of(table[self.label]),
                self._weights_of(table),
                table[self._group].to_numpy() if self._group else None,
            )

    def _matrix_of(self, table):
        matrix = self.features.matrix(table, np.float32)
        return without_zeros(matrix) if self.zero_is_missing else matrix

    def _labels_of(self, column):
        if self._classes is not None:
            return self._classes.positions(column).astype(np.float32)
        array = column.combine_chunks()
        check_no_nulls(array, self.label)
        return array.cast(pa.float64()).to_numpy(zero_copy_only=False).astype(np.float32)

    def _weights_of(self, table):
        if not self._weight:
            return None
        weights = table[self._weight].combine_chunks()
        check_no_nulls(weights, self._weight)
        weights = weights.cast(pa.float64()).to_numpy(zero_copy_only=False)
        if (weights < 0).any():
            raise LearnerError("column %s has a negative weight" % self._weight)
        return weights

    def whole(self):
        """One part with all rows, however much memory they take."""
        if self._kept is None:
            return Part.joined([part for part, _ in self._split()])
        return self._kept

    def _parts(self):
        """Parts of a size that is quick, read anew."""
        waiting, rows = [], 0
        for part, _ in self._split():
            waiting.append(part)
            rows += len(part.labels)
            if rows >= _PART_ROWS:
                yield Part.joined(waiting)
                waiting, rows = [], 0
        if waiting:
            yield Part.joined(waiting)

    def matrix(self, bins):
        """What xgboost trains trees on: the features in at most `bins` steps each."""
        if self._kept is not None:
            part = self._kept
            return xgboost.QuantileDMatrix(
                part.matrix, part.labels, weight=part.weights, max_bin=bins, nthread=threads()
            )
        return xgboost.QuantileDMatrix(_Passes(self._parts), max_bin=bins, nthread=threads())

    def exact_matrix(self):
        """What xgboost trains linear models on."""
        return _exact(self.whole())

    def test_matrix(self):
        """The rows that are held out; None without any."""
        return None if self.test is None else _exact(self.test)


def _exact(part):
    return xgboost.DMatrix(part.matrix, part.labels, weight=part.weights, nthread=threads())


def without_zeros(matrix):
    """The same matrix with zeros absent."""
    if isinstance(matrix, np.ndarray):
        matrix[matrix == 0] = np.nan
    else:
        matrix.eliminate_zeros()
    return matrix


class _Passes(xgboost.DataIter):
    """Gives xgboost the parts as often as it wants them."""

    def __init__(self, parts):
        self._begin = parts
        self._left = parts()
        super().__init__()

    def reset(self):
        """Begins another pass."""
        self._left = self._begin()

    def next(self, input_data):
        """Hands over the next part; 0 after the last one."""
        part = next(self._left, None)
        if part is None:
            return 0
        input_data(data=part.matrix, label=part.labels, weight=part.weights)
        return 1


def threads():
    """The cores that this process may use."""
    import os

    return len(os.sched_getaffinity(0))
