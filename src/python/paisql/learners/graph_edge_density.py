"""PAI's EdgeDensity: the number of triangles at an edge, and its share of the neighbours of that end which has fewer."""

from paisql.learners import graph_edges


def predict(task):
    graph = graph_edges.Graph.of_task(task)
    neighbours = graph.neighbours()
    edges = list(zip(*(ends.tolist() for ends in graph.pairs())))
    triangles = [len(neighbours[a] & neighbours[b]) for a, b in edges]
    counts = [(len(neighbours[a]), len(neighbours[b])) for a, b in edges]
    graph_edges.write(
        task,
        {
            "node1": [graph.names[a] for a, _ in edges],
            "node2": [graph.names[b] for _, b in edges],
            "node1_edge_cnt": [first for first, _ in counts],
            "node2_edge_cnt": [second for _, second in counts],
            "triangle_cnt": triangles,
            "density": [found / min(both) for found, both in zip(triangles, counts)],
        },
    )
