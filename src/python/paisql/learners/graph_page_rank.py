"""PAI's PageRankWithWeight: W(A) = (1 - d) / N + d * sum of W(i) * C(i, A) over the edges from i to A, d = 0.85.

C is the weight of the edge as it is given; without weights an edge counts 1 divided by
the number of edges that begin where it does.
"""

import numpy as np

from paisql.learners import graph_edges
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings

_DAMPING = 0.85
_CONVERGED = 1e-10


def predict(task):
    settings = Settings(task.parameters)
    graph = graph_edges.Graph.of_task(task, weighted=True)
    weight = graph.weight
    if not settings.boolean("hasEdgeWeight") and len(graph):
        weight = 1 / np.bincount(graph.source, minlength=len(graph))[graph.source]
    ranks = np.full(len(graph), 1 / max(len(graph), 1))
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(settings.integer("maxIter", 30)):
            arriving = np.bincount(graph.target, weight * ranks[graph.source], len(graph))
            moved = (1 - _DAMPING) / max(len(graph), 1) + _DAMPING * arriving
            change, ranks = np.abs(moved - ranks).max(initial=0), moved
            if change < _CONVERGED:
                break
    if not np.isfinite(ranks).all():
        raise LearnerError("the ranks grow without end; divide the weights of a vertex's edges by their sum")
    graph_edges.write(task, {"node": graph.names, "weight": ranks.tolist()})
