"""Gradients of the losses by which GBDT ranks the rows of a group.

A pair is two rows of one group of which the first has the higher label. In all three losses a pair counts as long as
its scores are in the wrong order or too close:

    GBRANK      max(0, tau - d)^(p + 1) / (p + 1), d being the difference of the scores
    LAMBDAMART  log(1 + exp(-d)), times what exchanging the two rows changes of DCG, or of NDCG

The gradients are scaled so that the second derivative of a row is at most 1. So min_child_weight is a number of rows: a
leaf has at least so many.
"""

import numpy as np

from paisql.learners.learner_task import LearnerError

_MOST_PAIRS = 50_000_000


class Pairs:
    """The pairs of the groups; `first` and `second` are the places of rows."""

    def __init__(self, groups, labels, column):
        order = np.argsort(groups, kind="stable")
        borders = np.flatnonzero(np.diff(groups[order])) + 1
        first, second, total = [], [], 0
        for rows in np.split(order, borders):
            own = labels[rows]
            total += len(rows) * (len(rows) - 1) // 2
            if total > _MOST_PAIRS:
                raise LearnerError(
                    "the groups of %s are too large to rank: they have more than %d pairs of rows"
                    % (column, _MOST_PAIRS)
                )
            higher, lower = np.nonzero(own[:, None] > own[None, :])
            first.append(rows[higher])
            second.append(rows[lower])
        self.first, self.second = np.concatenate(first), np.concatenate(second)
        if not len(self.first):
            raise LearnerError("no group of %s has rows with different labels, so there is nothing to rank" % column)
        self._order, self._borders, self._labels = order, borders, labels

    def sums(self, of_pairs, signed):
        """What the pairs give to each row: the first row gets it negated where it is signed."""
        rows = len(self._labels)
        to_first = np.bincount(self.first, of_pairs, rows)
        to_second = np.bincount(self.second, of_pairs, rows)
        return to_second - to_first if signed else to_second + to_first

    def wrong(self, scores):
        """The part of the pairs whose scores are not in the order of the labels."""
        return float((scores[self.first] <= scores[self.second]).mean())

    def ranks(self, scores):
        """The rank of each row in its group, from 1."""
        ranks = np.empty(len(scores), np.int64)
        for rows in np.split(self._order, self._borders):
            ranks[rows[np.argsort(-scores[rows], kind="stable")]] = np.arange(1, len(rows) + 1)
        return ranks

    def best_gains(self):
        """For each row, the DCG of its group in the best order."""
        best = np.empty(len(self._labels))
        for rows in np.split(self._order, self._borders):
            gains = np.sort(2.0 ** self._labels[rows] - 1)[::-1]
            best[rows] = (gains / np.log2(np.arange(2, len(rows) + 2))).sum()
        return best


def gbrank(pairs, tau, power):
    """The gradient of GBRANK as boosted_trees.Recipe takes it."""

    def gradient(scores):
        missed = np.maximum(tau - (scores[pairs.first] - scores[pairs.second]), 0)
        slope = np.where(missed > 0, power * missed ** (power - 1), 0)
        return _scaled(pairs.sums(missed**power, True), pairs.sums(slope, False))

    return gradient


def lambdamart(pairs, labels, normalized):
    """The gradient of LAMBDAMART with DCG, or with NDCG where it is normalized."""
    gains = 2.0 ** labels[pairs.first] - 2.0 ** labels[pairs.second]
    if normalized:
        gains = gains / pairs.best_gains()[pairs.first]

    def gradient(scores):
        discounts = 1 / np.log2(1 + pairs.ranks(scores))
        change = gains * np.abs(discounts[pairs.first] - discounts[pairs.second])
        chance = 1 / (1 + np.exp(np.clip(scores[pairs.first] - scores[pairs.second], -60, 60)))
        return _scaled(pairs.sums(chance * change, True), pairs.sums(chance * (1 - chance) * change, False))

    return gradient


def least_squares_steps(gradient):
    """The same loss without second derivatives: a leaf's value is the mean of its rows' gradients."""
    return lambda scores: (gradient(scores)[0], np.ones(len(scores)))


def _scaled(first, second):
    most = max(second.max(), 1e-12)
    # A row without a pair has nothing to say, and a leaf of such rows would divide by zero.
    return first / most, np.maximum(second / most, 1e-6)
