"""Decision trees as arrays, so that a prediction needs no library: what scikit-learn's trees say, they say.

The arrays of all trees stand one after the other. A node without children is a leaf; others send a row left where its
column's number, as float32, is not above the threshold.
"""

import numpy as np

_ROWS_AT_ONCE = 1 << 12  # whose numbers stay near the processor


class Trees:
    """left, right: the children of each node, -1 for a leaf; shares: (nodes, classes) of its rows; roots: where each
    tree begins."""

    def __init__(self, arrays):
        self.left, self.right = arrays["left"], arrays["right"]
        self.column, self.threshold = arrays["column"], arrays["threshold"]
        self.shares, self.roots = arrays["shares"], arrays["roots"]

    @classmethod
    def of(cls, fitted, least_share):
        """Of fitted trees of scikit-learn. A split of which a side has less than that share of the rows is undone."""
        parts = {name: [] for name in ("left", "right", "column", "threshold", "shares")}
        roots, begin = [], 0
        for tree in (one.tree_ for one in fitted):
            left, right = _without_small(tree, least_share)
            parts["left"].append(np.where(left >= 0, left + begin, -1))
            parts["right"].append(np.where(right >= 0, right + begin, -1))
            parts["column"].append(np.maximum(tree.feature, 0))
            parts["threshold"].append(tree.threshold)
            values = tree.value[:, 0, :]
            parts["shares"].append(values / values.sum(axis=1, keepdims=True))
            roots.append(begin)
            begin += tree.node_count
        arrays = {name: np.concatenate(part) for name, part in parts.items()}
        arrays["roots"] = np.array(roots)
        return cls(arrays)

    def save(self, path):
        """Writes the arrays into an .npz file."""
        np.savez(
            path, left=self.left, right=self.right, column=self.column, threshold=self.threshold, shares=self.shares,
            roots=self.roots,
        )  # fmt: skip

    @classmethod
    def load(cls, path):
        """Of the file that save() has written."""
        with np.load(path) as stored:
            return cls({name: stored[name] for name in stored.files})

    def probabilities(self, matrix):
        """(rows, classes): the mean of what the trees say."""
        walk = _Walk(self)
        total = np.zeros((matrix.shape[0], self.shares.shape[1]))
        for begin in range(0, matrix.shape[0], _ROWS_AT_ONCE):
            part = np.ascontiguousarray(matrix[begin : begin + _ROWS_AT_ONCE], np.float32)
            for leaves in walk.leaves_of(part):
                total[begin : begin + len(part)] += self.shares[leaves]
        return total / len(self.roots)

    def importances(self, matrix, codes, weights=None):
        """{"gini": shares, "entropy": shares}: how much of the impurity of rows each column's splits take away.

        A tree's shares add up to 1 and count as much as any other's.
        """
        classes = self.shares.shape[1]
        totals = {"gini": np.zeros(matrix.shape[1]), "entropy": np.zeros(matrix.shape[1])}
        ends = np.append(self.roots[1:], len(self.left))
        all_counts = self._counts(matrix, codes, weights, classes)
        for root, end in zip(self.roots, ends):
            counts = all_counts[root:end]
            inner = np.flatnonzero(self.left[root:end] >= 0)
            for name, impurity in (("gini", _gini), ("entropy", _entropy)):
                weighted = impurity(counts) * counts.sum(axis=1)
                left, right = self.left[root + inner] - root, self.right[root + inner] - root
                taken = weighted[inner] - weighted[left] - weighted[right]
                own = np.bincount(self.column[root + inner], taken, minlength=matrix.shape[1])
                totals[name] += own / own.sum() if own.sum() > 0 else 0
        return {name: total / total.sum() if total.sum() > 0 else total for name, total in totals.items()}

    def _counts(self, matrix, codes, weights, classes):
        """(nodes, classes): the rows of each class that come to each node."""
        walk, counts = _Walk(self), np.zeros(len(self.left) * classes)
        for begin in range(0, matrix.shape[0], _ROWS_AT_ONCE):
            part = np.ascontiguousarray(matrix[begin : begin + _ROWS_AT_ONCE], np.float32)
            own = slice(begin, begin + len(part))
            for leaves in walk.leaves_of(part):
                np.add.at(counts, leaves * classes + codes[own], 1.0 if weights is None else weights[own])
        counts = counts.reshape(-1, classes)
        # Children stand after their parents.
        for node in np.flatnonzero(self.left >= 0)[::-1]:
            counts[node] = counts[self.left[node]] + counts[self.right[node]]
        return counts


class _Walk:
    """Goes down all trees with few operations on whole columns: a leaf leads to itself, so no row waits for another."""

    def __init__(self, trees):
        own = np.arange(len(trees.left))
        leaf = trees.left < 0
        self._children = np.where(leaf, own, trees.left).repeat(2)
        self._children[1::2] = np.where(leaf, own, trees.right)
        self._column, self._threshold, self._roots = trees.column, trees.threshold, trees.roots
        self._depths = _depths(trees)

    def leaves_of(self, matrix):
        """Yields the leaf of each row, tree by tree."""
        numbers, starts = matrix.ravel(), np.arange(len(matrix)) * matrix.shape[1]
        for root, depth in zip(self._roots, self._depths):
            nodes = np.full(len(matrix), root)
            for _ in range(depth):
                right = numbers.take(starts + self._column.take(nodes)) > self._threshold.take(nodes)
                nodes = self._children.take(2 * nodes + right)
            yield nodes


def _depths(trees):
    """How many splits a row meets at most, for each tree."""
    found = []
    for root in trees.roots:
        nodes, depth = np.array([root]), 0
        while True:
            nodes = nodes[trees.left[nodes] >= 0]
            if not len(nodes):
                break
            nodes = np.concatenate([trees.left[nodes], trees.right[nodes]])
            depth += 1
        found.append(depth)
    return found


def _without_small(tree, least_share):
    """The children of each node, without splits that leave a side with too few of the node's rows."""
    left, right = tree.children_left.copy(), tree.children_right.copy()
    inner = np.flatnonzero(left >= 0)
    rows = tree.weighted_n_node_samples
    smaller = np.minimum(rows[left[inner]], rows[right[inner]])
    undone = inner[smaller < least_share * rows[inner]]
    left[undone] = right[undone] = -1
    return left, right


def _shares(counts):
    totals = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)


def _gini(counts):
    return 1 - (_shares(counts) ** 2).sum(axis=1)


def _entropy(counts):
    shares = _shares(counts)
    return -(shares * np.log2(shares, out=np.zeros_like(shares), where=shares > 0)).sum(axis=1)
