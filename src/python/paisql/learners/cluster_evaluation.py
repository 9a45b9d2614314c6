"""How good clusters of a model are: PAI's cluster_evaluation.

The table has one row with one JSON text: count (rows), centerCount (clusters), clusterCounts (rows of each cluster),
and calinhara, the Calinski-Harabasz index: how far the clusters' means are from the mean of all rows, by how far rows
are from their cluster's mean. The index of a single cluster, or of clusters of equal rows, is null.
"""

import json

import numpy as np

from paisql.learners import model_folder, whole_rows
from paisql.learners.settings import Settings


def predict(task):
    """Writes the table."""
    settings = Settings(task.parameters)
    source = task.inputs["inputTableName"]
    model, _ = model_folder.load(task.models["modelName"])
    features = model.features
    if features.sparse:
        features.delimit(settings.text("itemDelimiter", ","), settings.text("kvDelimiter", ":"))
    features.bind(source, settings.columns("selectedColNames", source.columns))
    matrix, _ = whole_rows.read(source, features)
    nearest = model.clusters_of(matrix)
    counts = np.bincount(nearest, minlength=model.cluster_count)
    told = {
        "count": len(nearest),
        "centerCount": int(model.cluster_count),
        "calinhara": calinski_harabasz(matrix, nearest),
        "clusterCounts": {str(index): int(count) for index, count in enumerate(counts)},
    }
    output = task.outputs["outputTableName"]
    output.append({output.columns[0]: [json.dumps(told)]})


def calinski_harabasz(matrix, nearest):
    """The index, of clusters that have rows; None where it says nothing."""
    found, nearest = np.unique(nearest, return_inverse=True)
    rows, clusters = matrix.shape[0], len(found)
    if clusters < 2 or rows <= clusters:
        return None
    center = np.asarray(matrix.mean(axis=0)).ravel()
    between = within = 0.0
    for index in range(clusters):
        own = matrix[nearest == index]
        own = own if isinstance(own, np.ndarray) else own.toarray()
        mean = own.mean(axis=0)
        between += len(own) * ((mean - center) ** 2).sum()
        within += ((own - mean) ** 2).sum()
    return float(between / within * (rows - clusters) / (clusters - 1)) if within else None
