"""Smallest values of smooth functions with an l1 or l2 penalty on the weights, found by L-BFGS.

A function of weights gets a penalty: level * sum(|w|) for l1, level / 2 * sum(w^2) for l2; an intercept is free. For
l1, a weight is the difference of two numbers that may not be negative, so that weights become exactly 0. The answer
depends on the rows alone: there is no chance in it.
"""

import collections


class FitSettings(collections.namedtuple("FitSettings", "penalty level iterations epsilon")):
    """What a statement says of a fit: regularizedType, regularizedLevel, maxIter, epsilon."""

    @staticmethod
    def of(settings, penalty="none"):
        """Of a statement; `penalty` where it has no regularizedType."""
        return FitSettings(
            settings.word("regularizedType", penalty),
            settings.number("regularizedLevel", 1.0),
            settings.integer("maxIter", 100),
            settings.number("epsilon", 1e-6),
        )


class _Converged(Exception):
    """Ends the search from within SciPy's callback."""


class Penalty:
    """What is added to a function of `width` weights, which come first among its arguments."""

    def __init__(self, kind, level, width, scales):
        import numpy as np

        self.kind = kind if level else "none"
        self.width = width
        # Of the weights as users see them: those of scaled columns are `scales` times as large.
        self._linear = level / np.asarray(scales)
        self._square = level / np.asarray(scales) ** 2

    def start(self, free):
        """Where a search begins: all 0, and `free` arguments without a penalty after the weights."""
        import numpy as np

        return np.zeros(self.width * (2 if self.kind == "l1" else 1) + free)

    def bounds(self, size):
        if self.kind != "l1":
            return None
        return [(0, None)] * (2 * self.width) + [(None, None)] * (size - 2 * self.width)

    def arguments(self, point):
        """The function's arguments at a point of the search."""
        import numpy as np

        if self.kind != "l1":
            return point
        width = self.width
        return np.concatenate([point[:width] - point[width : 2 * width], point[2 * width :]])

    def add(self, point, value, gradient):
        """The value and the gradient of the whole at a point, from those of the function there."""
        import numpy as np

        width = self.width
        if self.kind == "l1":
            halves = point[: 2 * width]
            level = np.concatenate([self._linear, self._linear])
            slopes = np.concatenate([gradient[:width], -gradient[:width]]) + level
            return value + level @ halves, np.concatenate([slopes, gradient[width:]])
        if self.kind == "l2":
            weights = point[:width]
            gradient = gradient.copy()
            gradient[:width] += self._square * weights
            value += 0.5 * (self._square @ weights**2)
        return value, gradient


def minimize(function, penalty, free, iterations, epsilon, report=None):
    """The arguments with the smallest value; function(arguments) gives a value and its gradient.

    The search ends after so many iterations, or with the first that changes the value by less than epsilon.
    report(iteration, value) is told of each one.
    """
    from scipy.optimize import minimize as scipy_minimize

    def whole(point):
        return penalty.add(point, *function(penalty.arguments(point)))

    start = penalty.start(free)
    reached = {"point": start, "value": whole(start)[0], "iteration": 0}

    def after_iteration(point):
        value = whole(point)[0]
        change = abs(reached["value"] - value)
        reached.update(point=point.copy(), value=value, iteration=reached["iteration"] + 1)
        if report is not None:
            report(reached["iteration"], value)
        if change < epsilon:
            raise _Converged

    options = {"maxiter": iterations, "maxfun": 50 * iterations, "ftol": 0, "gtol": 0, "maxcor": 10}
    try:
        scipy_minimize(
            whole,
            start,
            jac=True,
            method="L-BFGS-B",
            bounds=penalty.bounds(len(start)),
            options=options,
            callback=after_iteration,
        )
    except _Converged:
        pass
    return penalty.arguments(reached["point"])


class Scaled:
    """The columns of a matrix with mean 0 and deviation 1, so that L-BFGS finds its way in few steps.

    The penalty stays that of the weights as users see them, so the weights found are the same. Sparse columns keep
    their mean, because they would not be sparse without it. A constant column has the scale 1.
    """

    def __init__(self, matrix):
        import numpy as np
        from scipy import sparse

        rows = max(matrix.shape[0], 1)
        if sparse.issparse(matrix):
            matrix = matrix.tocsr()
            squares = np.asarray(matrix.multiply(matrix).sum(axis=0)).ravel() / rows
            self.means = np.zeros(matrix.shape[1])
            self.scales = np.sqrt(squares)
        else:
            self.means = matrix.mean(axis=0)
            self.scales = matrix.std(axis=0)
        largest = abs(matrix).max(axis=0)
        largest = np.asarray(largest.todense()).ravel() if sparse.issparse(largest) else largest
        self.scales[self.scales <= 1e-12 * largest] = 1.0
        self.scales[self.scales == 0] = 1.0
        if sparse.issparse(matrix):
            self.matrix = matrix.multiply(1 / self.scales).tocsr()
        else:
            self.matrix = (matrix - self.means) / self.scales

    def given(self, weights, intercept):
        """The weights and the intercept for the columns as they were given."""
        weights = weights / self.scales
        return weights, intercept - weights @ self.means
