"""The component SemanticVectorDistance: the vectors that are nearest to those of some ids.

    euclidean, manhattan  the distance; cosine: 1 - the cosine of the angle

A vector is not its own neighbour. An id of idTableName that the input does not have gives no rows.
"""

import numpy as np
import pyarrow as pa

from paisql.learners import features
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings

_METRICS = {"euclidean": "euclidean", "cosine": "cosine", "manhattan": "cityblock"}
# So many distances are computed at a time.
_DISTANCES = 1 << 22


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    source, output = task.inputs["inputTableName"], task.outputs["outputTableName"]
    ids, vectors = _vectors(settings, source)
    rows = _asked(task.inputs["idTableName"], ids)
    step = max(1, _DISTANCES // max(1, len(ids)))
    for begin in range(0, len(rows), step):
        output.append(_nearest(ids, vectors, rows[begin : begin + step], settings, output.columns))


def _vectors(settings, source):
    """(the ids as a list of texts, their vectors as a matrix)."""
    key = settings.column("idColName", source.columns) or source.columns[0]
    names = settings.columns("vectorColNames", source.columns)
    if names is None:
        names = [name for name in source.columns if name != key and features.is_number(source.types[name])]
    if not names:
        raise LearnerError("the input has no columns of numbers: name some in vectorColNames")
    dense = features.DenseFeatures(names)
    dense.bind(source)
    table = source.read(list(dict.fromkeys([key] + names)))
    if not table.num_rows:
        return [], np.zeros((0, len(names)))
    matrix = dense.matrix(table)
    features.check_complete(matrix, names)
    return table[key].cast(pa.string()).to_pylist(), matrix


def _asked(table, ids):
    """The rows of the input whose ids another table has, in that table's order."""
    places = {}
    for row, key in enumerate(ids):
        places.setdefault(key, []).append(row)
    name = table.columns[0]
    asked = dict.fromkeys(table.read([name])[name].cast(pa.string()).to_pylist())
    return np.array([row for key in asked if key is not None for row in places.get(key, ())], np.int64)


def _nearest(ids, vectors, rows, settings, names):
    from scipy.spatial.distance import cdist

    count = settings.integer("topN", 5)
    with np.errstate(invalid="ignore", divide="ignore"):
        distances = cdist(vectors[rows], vectors, _METRICS[settings.word("distanceType")])
    # A vector of zeros has no angle to others.
    distances = np.where(np.isnan(distances), 1.0, distances)
    distances[np.arange(len(rows)), rows] = np.inf
    best = np.argsort(distances, axis=1, kind="stable")[:, :count]
    found = np.take_along_axis(distances, best, axis=1)
    kept = np.isfinite(found)
    if settings.has("distanceThreshold"):
        kept &= found < settings.number("distanceThreshold")
    originals, ranks = np.broadcast_arrays(rows[:, None], np.arange(1, best.shape[1] + 1)[None, :])
    columns = [
        pa.array([ids[row] for row in originals[kept]], pa.string()),
        pa.array([ids[row] for row in best[kept]], pa.string()),
        pa.array(found[kept], pa.float64()),
        pa.array(ranks[kept], pa.int64()),
    ]
    return dict(zip(names, columns))
