"""PAI's LabelPropagationClassification: vertices with a label pass it on along the edges, until nothing changes.

The label of an edge's end weighs what the edge weighs, as a share of the edges that arrive there. A vertex with a label
of its own keeps 1 - alpha of it.
"""

import numpy as np

from paisql.learners import graph_edges
from paisql.learners.graph_label_clusters import vertex_weights
from paisql.learners.settings import Settings


def predict(task):
    settings = Settings(task.parameters)
    graph = graph_edges.Graph.of_task(task, weighted=True)
    own, tags = _labels(task, graph)
    arriving = graph.adjacency(directed=True).T.tocsr()
    alpha, epsilon = settings.number("alpha", 0.8), settings.number("epsilon", 1e-6)
    shares = _shares(own)
    for _ in range(settings.integer("maxIter", 30)):
        passed = alpha * _shares(arriving @ shares) + (1 - alpha) * own
        moved = _shares(passed)
        change, shares = np.abs(moved - shares).max(initial=0), moved
        if change < epsilon:
            break
    vertices, places = np.nonzero(shares)
    graph_edges.write(
        task,
        {
            "node": [graph.names[vertex] for vertex in vertices],
            "tag": [tags[place] for place in places],
            "weight": shares[vertices, places].tolist(),
        },
    )


def _labels(task, graph):
    """(a row for each vertex with the weight of its own label, the labels)."""
    settings, table = Settings(task.parameters), task.inputs[graph_edges.VERTICES]
    column = settings.column("vertexLabelCol", table.columns)
    names = graph_edges.texts_of(table, graph_edges.vertex_column(task))
    labels = [None if one is None else str(one) for one in table.read([column])[column].to_pylist()]
    tags = sorted({label for label in labels if label})
    own, weights = np.zeros((len(graph), len(tags))), vertex_weights(task, graph)
    for vertex, label in zip(np.searchsorted(graph.names, names), labels):
        if label:
            own[vertex, tags.index(label)] = weights[vertex]
    return own, tags


def _shares(rows):
    """Each row divided by its sum; a row of zeros stays one."""
    sums = rows.sum(axis=1, keepdims=True)
    return np.divide(rows, sums, out=np.zeros_like(rows), where=sums > 0)
