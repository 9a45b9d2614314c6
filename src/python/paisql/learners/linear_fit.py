"""Linear regression: the weights, and what PAI's linearregression says about a fit without a penalty."""

from paisql.learners.penalized import Penalty, Scaled, minimize


def fit_weights(matrix, values, settings, report=None):
    """Weights and intercept of the least sum of squares; half of it is what l1 and l2 add their penalty to."""
    import numpy as np
    from scipy import sparse

    if settings.penalty != "l1" and not sparse.issparse(matrix):
        return _closed_form(matrix, values, settings.level if settings.penalty == "l2" else 0.0)
    scaled = Scaled(matrix)
    width = matrix.shape[1]
    mean = values.mean()

    def loss(arguments):
        residuals = scaled.matrix @ arguments[:width] + arguments[width] - (values - mean)
        return 0.5 * residuals @ residuals, np.append(scaled.matrix.T @ residuals, residuals.sum())

    penalty = Penalty(settings.penalty, settings.level, width, scaled.scales)
    found = minimize(loss, penalty, 1, settings.iterations, settings.epsilon, report)
    return scaled.given(found[:width], found[width] + mean)


def _closed_form(matrix, values, level):
    """The exact answer; the shortest weights where columns depend on each other."""
    import numpy as np

    scaled = Scaled(matrix)
    target = values - values.mean()
    if level:
        gram = scaled.matrix.T @ scaled.matrix + np.diag(level / scaled.scales**2)
        weights = np.linalg.solve(gram, scaled.matrix.T @ target)
    else:
        weights = np.linalg.lstsq(scaled.matrix, target, rcond=None)[0]
    return scaled.given(weights, values.mean())


def coefficients(matrix, values, weights, intercept):
    """For the intercept and each column: (estimate, t, p, (low, high)).

    The interval is the estimate -+ 1.96 standard errors; p is that of the t test on both sides, with two decimals. What
    a singular matrix does not say is None.
    """
    import numpy as np

    freedom = len(values) - matrix.shape[1] - 1
    residuals = values - (np.asarray(matrix @ weights) + intercept)
    estimates = np.append(intercept, weights)
    errors = _standard_errors(matrix, residuals, freedom)
    rows = []
    for estimate, error in zip(estimates.tolist(), errors):
        if error is None:
            rows.append((estimate, None, None, None))
            continue
        t = estimate / error if error else float("inf") * (estimate or 1)
        interval = (estimate - 1.96 * error, estimate + 1.96 * error)
        rows.append((estimate, t, round(_two_sided(t, freedom), 2), interval))
    return rows


def _standard_errors(matrix, residuals, freedom):
    """Those of the intercept and of each column; None where the columns depend on each other."""
    import numpy as np

    columns = matrix.shape[1] + 1
    if freedom <= 0:
        return [None] * columns
    if isinstance(matrix, np.ndarray):
        # By the triangular factor: the inverse of design' * design would lose half of the digits.
        factor = np.linalg.qr(np.column_stack([np.ones(len(residuals)), matrix]), mode="r")
    else:
        # The products of sparse columns, because the columns themselves do not fit into memory as dense ones.
        sums = np.asarray(matrix.sum(axis=0)).ravel()
        products = np.empty((columns, columns))
        products[0, 0], products[0, 1:], products[1:, 0] = len(residuals), sums, sums
        products[1:, 1:] = (matrix.T @ matrix).toarray()
        values, vectors = np.linalg.eigh(products)
        factor = np.sqrt(np.maximum(values, 0))[:, None] * vectors.T
    lengths = np.sqrt((factor**2).sum(axis=0))
    if not lengths.all() or np.linalg.matrix_rank(factor / lengths) < columns:
        return [None] * columns
    variance = residuals @ residuals / freedom
    return (np.sqrt(variance * (np.linalg.inv(factor / lengths) ** 2).sum(axis=1)) / lengths).tolist()


def _two_sided(t, freedom):
    from scipy.special import stdtr

    return 2 * float(stdtr(freedom, -abs(t)))


def goodness(matrix, values, weights, intercept):
    """(name, value) rows of how well the weights fit; None where there are too few rows to say it."""
    import numpy as np

    rows, columns = matrix.shape
    residuals = values - (np.asarray(matrix @ weights) + intercept)
    deviance = float(residuals @ residuals)
    total = float(((values - values.mean()) ** 2).sum())
    freedom = rows - columns - 1
    squared = 1 - deviance / total if total else None
    # Twice the logarithm of the likelihood, and the variance counts as a parameter.
    likelihood = rows * (np.log(2 * np.pi * deviance / rows) + 1) if deviance else None
    return [
        ("rsquared", squared),
        ("adjusted_rsquared", 1 - (1 - squared) * (rows - 1) / freedom if total and freedom > 0 else None),
        ("aic", float(likelihood + 2 * (columns + 2)) if deviance else None),
        ("degree_of_freedom", float(freedom)),
        ("standardErr_residual", (deviance / freedom) ** 0.5 if freedom > 0 else None),
        ("deviance", deviance),
    ]
