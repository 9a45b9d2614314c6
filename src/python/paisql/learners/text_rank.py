"""TextRank: the weights of words, or sentences, in a graph of those that stand together.

The weights of a graph add up to 1. Each round gives a node (1 - damping) / nodes, and damping times what its
neighbours hand on in proportion to the edges. Rounds end when no weight changes by more than epsilon.
"""

import numpy as np


def ranks(size, edges, damping, rounds, epsilon):
    """The weights of `size` nodes as an array; `edges` is {(node, other node): weight}, each pair once."""
    from scipy.sparse import csr_matrix

    if not size:
        return np.zeros(0)
    ends = np.array(list(edges), np.int64).reshape(-1, 2)
    weights = np.fromiter(edges.values(), np.float64, len(edges))
    rows, columns = np.concatenate([ends, ends[:, ::-1]]).T
    graph = csr_matrix((np.concatenate([weights, weights]), (rows, columns)), shape=(size, size))
    sums = np.asarray(graph.sum(axis=1)).ravel()
    alone = sums <= 0
    shares = np.where(alone, 0.0, 1.0 / np.where(alone, 1.0, sums))
    now = np.full(size, 1.0 / size)
    for _ in range(rounds):
        # What nodes without neighbours have goes to all.
        then = (1 - damping) / size + damping * (graph @ (now * shares) + now[alone].sum() / size)
        change = np.abs(then - now).max()
        now = then
        if change <= epsilon:
            break
    return now


def settings_of(settings):
    """(damping, rounds, epsilon) of a statement."""
    return settings.number("dumpingFactor", 0.85), settings.integer("maxIter", 100), settings.number("epsilon", 1e-6)
