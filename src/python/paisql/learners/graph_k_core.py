"""PAI's KCore: what is left after vertices with k neighbours or fewer have been taken away, again and again.

Each edge that is left stands in both directions.
"""

from paisql.learners import graph_edges
from paisql.learners.settings import Settings


def predict(task):
    least = Settings(task.parameters).integer("k", 1) + 1
    graph = graph_edges.Graph.of_task(task)
    neighbours = graph.neighbours()
    gone = [vertex for vertex, others in enumerate(neighbours) if len(others) < least]
    while gone:
        vertex = gone.pop()
        for other in neighbours[vertex]:
            neighbours[other].discard(vertex)
            if len(neighbours[other]) == least - 1:
                gone.append(other)
        neighbours[vertex] = set()
    edges = [(vertex, other) for vertex, others in enumerate(neighbours) for other in sorted(others)]
    graph_edges.write(task, {"node1": [graph.names[a] for a, _ in edges], "node2": [graph.names[b] for _, b in edges]})
