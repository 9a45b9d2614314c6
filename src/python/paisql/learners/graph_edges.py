"""The edges and vertices of a graph that a statement's tables hold.

A vertex is a text; a number stands for its text. Vertices are numbered in the order of their texts.
"""

import numpy as np
import pyarrow as pa

from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings

EDGES, VERTICES = "inputEdgeTableName", "inputVertexTableName"


class Graph:
    """names[v] is the text of the vertex v; source, target and weight have an item for each edge."""

    def __init__(self, names, source, target, weight):
        self.names, self.source, self.target, self.weight = names, source, target, weight

    @classmethod
    def of_task(cls, task, weighted=False):
        """The edges; `weighted`: with the numbers of edgeWeightCol where hasEdgeWeight is true, else 1 each."""
        settings, table = Settings(task.parameters), task.inputs[EDGES]
        ends = [texts_of(table, settings.column(name, table.columns)) for name in ("fromVertexCol", "toVertexCol")]
        vertices = [texts_of(task.inputs[VERTICES], vertex_column(task))] if VERTICES in task.inputs else []
        names, numbers = np.unique(np.concatenate(ends + vertices), return_inverse=True)
        count = len(ends[0])
        weight = np.ones(count)
        if weighted and settings.boolean("hasEdgeWeight"):
            weight = numbers_of(table, settings.column("edgeWeightCol", table.columns))
        return cls([str(name) for name in names], numbers[:count], numbers[count : 2 * count], weight)

    def __len__(self):
        return len(self.names)

    def pairs(self):
        """The two ends of each edge without direction, the smaller number first, each pair once and no loops."""
        low, high = np.minimum(self.source, self.target), np.maximum(self.source, self.target)
        pairs = np.unique(np.stack([low, high], axis=1)[low != high].reshape(-1, 2), axis=0)
        return pairs[:, 0], pairs[:, 1]

    def neighbours(self):
        """The set of neighbours of each vertex, without direction and without itself."""
        found = [set() for _ in self.names]
        for a, b in zip(*(ends.tolist() for ends in self.pairs())):
            found[a].add(b)
            found[b].add(a)
        return found

    def adjacency(self, directed):
        """A sparse matrix with the sum of weights from each vertex to each; without direction it is symmetric."""
        import scipy.sparse

        shape = (len(self), len(self))
        matrix = scipy.sparse.coo_matrix((self.weight, (self.source, self.target)), shape).tocsr()
        if directed:
            return matrix
        loops = scipy.sparse.diags(matrix.diagonal(), format="csr", shape=shape)
        return matrix + matrix.T - loops


def vertex_column(task):
    """The column with the vertices of the table of vertices."""
    table = task.inputs[VERTICES]
    return Settings(task.parameters).column("vertexCol", table.columns)


def texts_of(table, column):
    """The texts of a column as an array; a LearnerError for NULL."""
    values = table.read([column])[column].cast(pa.string())
    if values.null_count:
        raise LearnerError("column %s has NULL, which is not a vertex" % column)
    return np.array(values.to_pylist(), dtype=object).astype(str) if len(values) else np.empty(0, dtype="<U1")


def numbers_of(table, column):
    """The numbers of a column; a LearnerError for one that is not finite or below 0."""
    values = table.read([column])[column].cast(pa.float64()).to_numpy(zero_copy_only=False)
    if not np.isfinite(values).all() or (values < 0).any():
        raise LearnerError("column %s has a weight that is not a number from 0 on" % column)
    return values


def write(task, rows):
    """Writes the output: {name: values}."""
    task.outputs["outputTableName"].append(rows)
