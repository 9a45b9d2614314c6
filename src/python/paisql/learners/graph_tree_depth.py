"""PAI's TreeDepth: the root of each vertex and how far it is from it. Edges go from a parent to its child."""

import numpy as np

from paisql.learners import graph_edges
from paisql.learners.learner_task import LearnerError


def predict(task):
    graph = graph_edges.Graph.of_task(task)
    children = [[] for _ in graph.names]
    for parent, child in zip(graph.source.tolist(), graph.target.tolist()):
        children[parent].append(child)
    has_parent = np.bincount(graph.target, minlength=len(graph)) > 0
    root, depth = [None] * len(graph), [0] * len(graph)
    waiting = [vertex for vertex in range(len(graph)) if not has_parent[vertex]]
    for vertex in waiting:
        root[vertex] = vertex
    # Breadth first: the shortest way counts for a vertex with several parents.
    for vertex in waiting:
        for child in children[vertex]:
            if root[child] is None:
                root[child], depth[child] = root[vertex], depth[vertex] + 1
                waiting.append(child)
    for vertex, found in enumerate(root):
        if found is None:
            raise LearnerError("vertex %s has no root: its parents form a circle" % graph.names[vertex])
    graph_edges.write(task, {"node": graph.names, "root": [graph.names[found] for found in root], "depth": depth})
