"""PAI's MaximalConnectedComponent: the group of each vertex is the last of the names that are connected with it."""

from paisql.learners import graph_edges


def predict(task):
    from scipy.sparse.csgraph import connected_components

    graph = graph_edges.Graph.of_task(task)
    count, labels = connected_components(graph.adjacency(directed=True), directed=False) if len(graph) else (0, [])
    last = [""] * count
    for name, label in zip(graph.names, labels):
        last[label] = max(last[label], name)
    graph_edges.write(task, {"node": graph.names, "grp_id": [last[label] for label in labels]})
