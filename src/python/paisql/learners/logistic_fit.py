"""The weights of logistic regressions: one for two classes, one against the rest for each of several."""

from paisql.learners.penalized import Penalty, Scaled, minimize


def sigmoid(values):
    import numpy as np

    positive = values >= 0
    small = np.exp(np.where(positive, -values, values))
    return np.where(positive, 1 / (1 + small), small / (1 + small))


def _fit_one(scaled, positive, settings, report):
    """Weights and intercept, in scaled columns, that tell rows where `positive` is true from the others."""
    import numpy as np

    matrix = scaled.matrix
    width = matrix.shape[1]
    signs = np.where(positive, 1.0, -1.0)

    def loss(arguments):
        margins = signs * (matrix @ arguments[:width] + arguments[width])
        slopes = -signs * sigmoid(-margins)
        gradient = np.append(matrix.T @ slopes, slopes.sum())
        return np.logaddexp(0, -margins).sum(), gradient

    penalty = Penalty(settings.penalty, settings.level, width, scaled.scales)
    found = minimize(loss, penalty, 1, settings.iterations, settings.epsilon, report)
    return scaled.given(found[:width], found[width])


def fit_classes(matrix, codes, count, settings, report=None):
    """Weights (classes, columns) and intercepts (classes,) for rows whose class is codes[row], of `count` classes.

    Of two classes the second alone gets weights. Iterations are counted on from one class to the next.
    """
    import numpy as np

    scaled = Scaled(matrix)
    classes = range(count) if count > 2 else [1]
    weights, intercepts = [], []
    before = [0]

    def counted(iteration, value):
        before[0] += 1
        report(before[0], value)

    for one in classes:
        found = _fit_one(scaled, codes == one, settings, counted if report else None)
        weights.append(found[0])
        intercepts.append(found[1])
    return np.array(weights), np.array(intercepts)


def probabilities(matrix, weights, intercepts):
    """(rows, classes): how probable each class is. Of several classes each is asked for by itself, as PAI does it: the
    answers of a row need not add up to 1."""
    import numpy as np

    scores = sigmoid(np.asarray(matrix @ weights.T) + intercepts)
    return np.column_stack([1 - scores[:, 0], scores[:, 0]]) if len(intercepts) == 1 else scores
