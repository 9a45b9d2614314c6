"""K-means as Lloyd computes it, exactly: from first centers, by turns each row's nearest center and each center's mean.

A center without rows stays where it is. Distances: euclidean (its square decides, its root is told), cityblock, and
cosine, which is 1 minus the cosine of the angle. Of several nearest centers the first counts.
"""

import numpy as np

_NUMBERS_AT_ONCE = 1 << 22  # distances that are in memory at once
_NUMBERS_IN_CACHE = 1 << 16


def distances(matrix, centers, kind):
    """(rows, centers): how far each row is from each center."""
    if kind == "cityblock":
        return _cityblock(matrix, centers)
    if kind == "cosine":
        lengths = np.outer(_lengths(matrix), _lengths(centers))
        products = np.asarray(matrix @ centers.T)
        # A row of zeros has no direction: it is as far as a right angle from every center.
        cosines = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
        return 1 - np.clip(cosines, -1, 1)
    if not isinstance(matrix, np.ndarray):
        squares = np.asarray(matrix.multiply(matrix).sum(axis=1)).reshape(-1, 1)
        found = squares - 2 * np.asarray(matrix @ centers.T) + (centers**2).sum(axis=1)
        return np.sqrt(np.maximum(found, 0))
    # Differences and not products, which lose the digits of rows that are near.
    found = np.empty((matrix.shape[0], len(centers)))
    for index, center in enumerate(centers):
        found[:, index] = np.einsum("ij,ij->i", matrix - center, matrix - center)
    return np.sqrt(found)


def _lengths(matrix):
    if isinstance(matrix, np.ndarray):
        return np.sqrt((matrix**2).sum(axis=1))
    return np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())


def _cityblock(matrix, centers):
    rows = matrix if isinstance(matrix, np.ndarray) else matrix.toarray()
    return np.column_stack([np.abs(rows - center).sum(axis=1) for center in centers])


def nearest_of(matrix, centers, kind):
    """(index, distance) of each row's nearest center."""
    rows = matrix.shape[0]
    index, distance = np.empty(rows, np.int64), np.empty(rows)
    quick = kind == "euclidean" and isinstance(matrix, np.ndarray) and len(centers) > 1
    step = max(1, (_NUMBERS_IN_CACHE if quick else _NUMBERS_AT_ONCE) // max(len(centers), matrix.shape[1]))
    for begin in range(0, rows, step):
        part = matrix[begin : begin + step]
        found = _by_products(part, centers) if quick else _by_distances(part, centers, kind)
        index[begin : begin + step], distance[begin : begin + step] = found
    return index, distance


def _by_distances(matrix, centers, kind):
    found = distances(matrix, centers, kind)
    index = found.argmin(axis=1)
    return index, found[np.arange(len(index)), index]


def _by_products(matrix, centers):
    """The same as _by_distances for euclidean, several times as fast: a product of matrices says which center is the
    nearest, and where it does not tell for sure, the differences do."""
    middle = centers.mean(axis=0)
    rows, points = matrix - middle, centers - middle
    lengths = np.einsum("ij,ij->i", points, points)
    squares = rows @ (-2 * points.T)
    squares += lengths
    index = squares.argmin(axis=1)
    least = squares[np.arange(len(index)), index]
    sizes = np.einsum("ij,ij->i", rows, rows) + lengths.max()
    close = np.flatnonzero((squares <= (least + 1e-12 * sizes)[:, None]).sum(axis=1) > 1)
    away = matrix - centers[index]
    distance = np.sqrt(np.einsum("ij,ij->i", away, away))
    if len(close):
        index[close], distance[close] = _by_distances(matrix[close], centers, "euclidean")
    return index, distance


def _rows(matrix, chosen):
    rows = matrix[chosen]
    return np.array(rows) if isinstance(rows, np.ndarray) else rows.toarray()


def random_rows(matrix, count, seed):
    """`count` rows that chance chooses, in their order."""
    chosen = np.random.RandomState(seed).choice(matrix.shape[0], count, replace=False)
    return _rows(matrix, np.sort(chosen))


def first_rows(matrix, count):
    """The first rows."""
    return _rows(matrix, np.arange(count))


def evenly_spread(matrix, count):
    """Points at equal steps from the least to the largest value of every column."""
    low, high = matrix.min(axis=0), matrix.max(axis=0)
    if not isinstance(matrix, np.ndarray):
        low, high = low.toarray().ravel(), high.toarray().ravel()
    steps = np.linspace(0, 1, count) if count > 1 else np.array([0.5])
    return low + np.outer(steps, high - low)


def plus_plus(matrix, count, kind, seed):
    """k-means++: a first row by chance, then rows by chance in proportion to their squared distance from those."""
    chance = np.random.RandomState(seed)
    chosen = [int(chance.randint(matrix.shape[0]))]
    nearest = distances(matrix, _rows(matrix, chosen), kind)[:, 0] ** 2
    while len(chosen) < count:
        total = nearest.sum()
        if total > 0:
            found = int(np.searchsorted(np.cumsum(nearest), chance.random_sample() * total, side="right"))
            found = min(found, matrix.shape[0] - 1)
        else:  # all rows are centers already
            found = int(chance.randint(matrix.shape[0]))
        chosen.append(found)
        nearest = np.minimum(nearest, distances(matrix, _rows(matrix, [found]), kind)[:, 0] ** 2)
    return _rows(matrix, chosen)


def _means(matrix, nearest, centers, kind):
    """The mean of each center's rows; for cosine that of their directions."""
    counts = np.bincount(nearest, minlength=len(centers))
    moved = centers.copy()
    scaled = matrix
    if kind == "cosine":
        lengths = _lengths(matrix)
        inverse = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
        scaled = (
            matrix * inverse[:, None] if isinstance(matrix, np.ndarray) else matrix.multiply(inverse[:, None]).tocsr()
        )
    if isinstance(scaled, np.ndarray):
        filled = counts > 0
        for column in range(scaled.shape[1]):
            sums = np.bincount(nearest, scaled[:, column], minlength=len(centers))
            moved[filled, column] = sums[filled] / counts[filled]
        return moved
    for index in np.flatnonzero(counts):
        moved[index] = np.asarray(scaled[nearest == index].mean(axis=0)).ravel()
    return moved


def lloyd(matrix, centers, kind, rounds, accuracy, report=None):
    """(centers, nearest, distance): the centers after the last round, and each row's nearest one and how far it is.

    The sum of all distances (of their squares for euclidean) is what falls. The search ends with the round in which it
    falls by less than `accuracy`, or in which no row changes its center.
    """
    before, reached = None, None
    for turn in range(1, rounds + 1):
        nearest, chosen = nearest_of(matrix, centers, kind)
        total = float((chosen**2).sum() if kind == "euclidean" else chosen.sum())
        if report is not None:
            report(turn, total)
        same = before is not None and np.array_equal(nearest, before)
        if same or (reached is not None and abs(reached - total) < accuracy):
            return centers, nearest, chosen
        before, reached = nearest, total
        centers = _means(matrix, nearest, centers, kind)
    return (centers, *nearest_of(matrix, centers, kind))
