"""PAI's Modularity of groups of vertices: the share of edges within groups, less what chance would give."""

import numpy as np

from paisql.learners import graph_edges
from paisql.learners.settings import Settings


def predict(task):
    settings, table = Settings(task.parameters), task.inputs[graph_edges.EDGES]
    groups = [
        graph_edges.texts_of(table, settings.column(name, table.columns)) for name in ("fromGroupCol", "toGroupCol")
    ]
    graph_edges.write(task, {"val": [_modularity(*groups)] if len(groups[0]) else []})


def _modularity(source, target):
    ends = np.unique(np.concatenate([source, target]), return_counts=True)[1] / (2 * len(source))
    return float((source == target).mean() - (ends**2).sum())
