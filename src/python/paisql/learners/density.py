"""Clusters of dense rows: PAI's ps_dbscan, found by scikit-learn.

A row with minPoints rows (itself among them) no farther than eps is a core row; core rows that near each other make a
cluster, and what is that near a core row belongs to its cluster. Other rows are noise: cluster -1.
"""

import numpy as np
import pyarrow as pa

from paisql.learners import features as feature_columns
from paisql.learners import whole_rows
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings


def predict(task):
    """Writes the first column of inputTableName, and the cluster of each row."""
    from sklearn.cluster import DBSCAN

    settings = Settings(task.parameters)
    source, output = task.inputs["inputTableName"], task.outputs["outputTableName"]
    identity, names = source.columns[0], _selected(settings, source)
    dimensions = settings.integer("pointDim")
    if dimensions is not None and dimensions != len(names):
        raise LearnerError(
            "pointDim=%d is not the number of columns that are read, which are %d" % (dimensions, len(names))
        )
    for name in names:
        if not feature_columns.is_number(source.types[name]):
            raise LearnerError("column %s is %s, and clusters are found by numbers" % (name, source.types[name]))
    matrix, table = whole_rows.read(source, feature_columns.DenseFeatures(names), [identity])
    library = DBSCAN(eps=settings.number("eps"), min_samples=settings.integer("minPoints"))
    output.append({identity: table[identity], "cluster_id": pa.array(library.fit(matrix).labels_.astype(np.int64))})


def _selected(settings, source):
    """The columns that selectedColIds numbers; all but the first one, where it says all."""
    text = settings.word("selectedColIds", "all")
    if text == "all":
        return source.columns[1:]
    numbers = [part.strip() for part in text.split(",") if part.strip()]
    for number in numbers:
        if not number.isdigit() or not 1 <= int(number) < len(source.columns):
            raise LearnerError(
                "selectedColIds=%s: %s is not the number of a column, from 1 to %d; 0 is the one with the id"
                % (text, number, len(source.columns) - 1)
            )
    return [source.columns[int(number)] for number in numbers]
