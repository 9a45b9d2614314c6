"""PAI's FastUnfolding: groups whose modularity is high, by the method of Louvain, which begins the same in each run.

The group of a vertex is the first of the names in it. Edges have no direction.
"""

from paisql.learners import graph_edges
from paisql.learners.settings import Settings


def predict(task):
    import networkx

    graph = graph_edges.Graph.of_task(task, weighted=True)
    edges = networkx.from_scipy_sparse_array(graph.adjacency(directed=False)) if len(graph) else networkx.Graph()
    group = list(range(len(graph)))
    rounds = Settings(task.parameters).integer("maxIter", 30)
    partitions = networkx.community.louvain_partitions(edges, weight="weight", seed=0) if edges.size() else ()
    for step, parts in enumerate(partitions):
        if step == rounds:
            break
        for part in parts:
            for vertex in part:
                group[vertex] = min(part)
    graph_edges.write(task, {"node": graph.names, "group_id": [graph.names[first] for first in group]})
