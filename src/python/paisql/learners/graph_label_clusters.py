"""PAI's LabelPropagationClustering: each vertex takes the group that weighs most among its neighbours, round by round.

A neighbour weighs what the edge weighs times its own weight. Edges have no direction. Of groups that weigh the same,
a vertex keeps its own, else takes the last; with randSelect, one by chance, which begins the same in each run.
"""

import numpy as np

from paisql.learners import graph_edges
from paisql.learners.settings import Settings


def predict(task):
    import scipy.sparse

    settings = Settings(task.parameters)
    graph = graph_edges.Graph.of_task(task, weighted=True)
    weights = vertex_weights(task, graph)
    edges = graph.adjacency(directed=False)
    edges = edges - scipy.sparse.diags(edges.diagonal(), format="csr", shape=edges.shape)
    edges.eliminate_zeros()
    chance = np.random.default_rng(0) if settings.boolean("randSelect") else None
    groups = np.arange(len(graph))
    for _ in range(settings.integer("maxIter", 30)):
        if not _round(edges, weights, groups, chance):
            break
    graph_edges.write(task, {"node": graph.names, "group_id": [graph.names[group] for group in groups]})


def vertex_weights(task, graph):
    """The weight of each vertex: of vertexWeightCol where hasVertexWeight is true, else 1."""
    settings, weights = Settings(task.parameters), np.ones(len(graph))
    if settings.boolean("hasVertexWeight"):
        table = task.inputs[graph_edges.VERTICES]
        names = graph_edges.texts_of(table, graph_edges.vertex_column(task))
        column = settings.column("vertexWeightCol", table.columns)
        weights[np.searchsorted(graph.names, names)] = graph_edges.numbers_of(table, column)
    return weights


def _round(edges, weights, groups, chance):
    """Whether a vertex has changed its group."""
    changed = False
    for vertex in range(len(groups)):
        others = edges.indices[edges.indptr[vertex] : edges.indptr[vertex + 1]]
        if not len(others):
            continue
        candidates, places = np.unique(groups[others], return_inverse=True)
        sums = np.bincount(places, edges.data[edges.indptr[vertex] : edges.indptr[vertex + 1]] * weights[others])
        best = candidates[sums >= sums.max() * (1 - 1e-12)]
        if groups[vertex] in best:
            continue
        groups[vertex] = best[-1] if chance is None else chance.choice(best)
        changed = True
    return changed
