"""Decision trees as arrays, so that a prediction needs no library: what scikit-learn's trees say, they say.

The arrays of all trees stand one after the other. A node without children is a leaf; others send a row left where its
column's number, as float32, is not above the threshold.
"""

import numpy as np

_NUMBERS_AT_ONCE = 1 << 22


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

    def steps(self, matrix, root):
        """Yields (rows, nodes) from the root down: which rows stand at which nodes after so many steps."""
        rows = np.arange(matrix.shape[0])
        nodes = np.full(len(rows), root)
        while len(rows):
            yield rows, nodes
            inner = self.left[nodes] >= 0
            rows, nodes = rows[inner], nodes[inner]
            goes_left = matrix[rows, self.column[nodes]] <= self.threshold[nodes]
            nodes = np.where(goes_left, self.left[nodes], self.right[nodes])

    def probabilities(self, matrix):
        """(rows, classes): the mean of what the trees say."""
        matrix = matrix.astype(np.float32)
        total = np.zeros((matrix.shape[0], self.shares.shape[1]))
        step = max(1, _NUMBERS_AT_ONCE // max(matrix.shape[1], 1))
        for begin in range(0, matrix.shape[0], step):
            part = matrix[begin : begin + step]
            for root in self.roots:
                leaves = np.empty(len(part), np.int64)
                for rows, nodes in self.steps(part, root):
                    leaves[rows] = nodes
                total[begin : begin + step] += self.shares[leaves]
        return total / len(self.roots)

    def importances(self, matrix, codes, weights=None):
        """{"gini": shares, "entropy": shares}: how much of the impurity of rows each column's splits take away.

        A tree's shares add up to 1 and count as much as any other's.
        """
        matrix = matrix.astype(np.float32)
        classes = self.shares.shape[1]
        totals = {"gini": np.zeros(matrix.shape[1]), "entropy": np.zeros(matrix.shape[1])}
        ends = np.append(self.roots[1:], len(self.left))
        for root, end in zip(self.roots, ends):
            counts = np.zeros((end - root) * classes)
            for rows, nodes in self.steps(matrix, root):
                places = (nodes - root) * classes + codes[rows]
                own = None if weights is None else weights[rows]
                counts += np.bincount(places, own, minlength=len(counts))
            counts = counts.reshape(-1, classes)
            inner = np.flatnonzero(self.left[root:end] >= 0)
            for name, impurity in (("gini", _gini), ("entropy", _entropy)):
                weighted = impurity(counts) * counts.sum(axis=1)
                left, right = self.left[root + inner] - root, self.right[root + inner] - root
                taken = weighted[inner] - weighted[left] - weighted[right]
                own = np.bincount(self.column[root + inner], taken, minlength=matrix.shape[1])
                totals[name] += own / own.sum() if own.sum() > 0 else 0
        return {name: total / total.sum() if total.sum() > 0 else total for name, total in totals.items()}


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
