"""PAI's SSSP: the length of the shortest path from one vertex to each that can be reached, along the edges."""

import numpy as np

from paisql.learners import graph_edges
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings


def predict(task):
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import dijkstra

    start = Settings(task.parameters).text("startVertex")
    graph = graph_edges.Graph.of_task(task, weighted=True)
    if start not in graph.names:
        raise LearnerError("startVertex=%s is not a vertex of the edges" % start)
    # Of several edges between two vertices the shortest counts. The matrix would lose edges of the length 0.
    order = np.lexsort((graph.weight, graph.target, graph.source))
    ends = np.stack([graph.source, graph.target], axis=1)[order]
    first = np.unique(ends, axis=0, return_index=True)[1]
    lengths = np.maximum(graph.weight[order][first], np.finfo(float).tiny)
    edges = csr_matrix((lengths, (ends[first, 0], ends[first, 1])), (len(graph), len(graph)))
    found = dijkstra(edges, indices=graph.names.index(start))
    reached = np.flatnonzero(np.isfinite(found))
    graph_edges.write(
        task,
        {
            "start_node": [start] * len(reached),
            "dest_node": [graph.names[vertex] for vertex in reached],
            "node_value": np.where(found < 1e-300, 0, found)[reached].tolist(),
        },
    )
