"""Features of which some are numbers and some are of a few values, for learners that take both.

Columns of STRING, BOOLEAN, DATETIME and other types are discrete: each value is a category, and NULL is one, too.
Columns of numbers are continuous, and need a number in each row. forceCategorical makes columns of numbers discrete;
isFeatureContinuous says it of each column, with 1 for continuous and 0 for discrete.
"""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paisql.learners import features as feature_columns
from paisql.learners.labels import texts_of
from paisql.learners.learner_task import LearnerError

_NULL = "\0null"  # the category of NULL: no text of a table has this character first


def of_task(settings, source, leave_out):
    """The features of a training, which know their categories after learn()."""
    left_out = {name.lower() for name in leave_out if name}
    excluded = settings.columns("excludedColNames", source.columns)
    names = settings.columns("featureColNames", source.columns)
    if names is not None and excluded is not None:
        raise LearnerError("featureColNames and excludedColNames cannot both be given")
    if names is None:
        left_out |= {name.lower() for name in excluded or []}
        names = [name for name in source.columns if name.lower() not in left_out]
    if not names:
        raise LearnerError("the input has no columns to learn from: name some in featureColNames")
    for name in names:
        if name.lower() in left_out:
            raise LearnerError("column %s cannot be a feature and the label, or the weight, at once" % name)
    return MixedFeatures(names, _discrete_of(settings, source, names))


def _discrete_of(settings, source, names):
    flags = [flag.strip() for flag in settings.text("isFeatureContinuous").split(",") if flag.strip()]
    if flags and (len(flags) != len(names) or set(flags) - {"0", "1"}):
        raise LearnerError(
            "isFeatureContinuous=%s is not one 1 or 0 for each of the %d features" % (",".join(flags), len(names))
        )
    discrete = {name for name in names if not feature_columns.is_number(source.types[name])}
    for name, flag in zip(names, flags):
        if flag == "1" and name in discrete:
            raise LearnerError("column %s is %s, which cannot be continuous" % (name, source.types[name]))
        if flag == "0":
            discrete.add(name)
    forced = settings.columns("forceCategorical", source.columns) or []
    for name in forced:
        if name not in names:
            raise LearnerError("forceCategorical names the column %s, which is not a feature" % name)
    return discrete | set(forced)


def load(description):
    """The features of a model, from what description() gave."""
    features = MixedFeatures(description["names"], description["categories"])
    features.categories = description["categories"]
    return features


class MixedFeatures:
    """A matrix has a column for each feature: numbers, or positions among the categories (-1: an unknown one)."""

    sparse = False

    def __init__(self, names, discrete):
        self.names, self._read = list(names), list(names)
        self.categories = {name: [] for name in self.names if name in discrete}

    @property
    def columns(self):
        """The input's columns that matrix() reads."""
        return self._read

    @property
    def size(self):
        """The matrix's columns."""
        return len(self.names)

    def is_discrete(self, name):
        return name in self.categories

    def description(self):
        """What load() reads, for model.json."""
        return {"kind": "mixed", "names": self.names, "categories": self.categories}

    def bind(self, source, named=None):
        """Finds the features in another input, as columns_like does."""
        self._read = feature_columns.columns_like(self.names, source, named)
        for name, read in zip(self.names, self._read):
            if not self.is_discrete(name) and not feature_columns.is_number(source.types[read]):
                raise LearnerError("the model reads numbers, but column %s is %s" % (read, source.types[read]))

    def learn(self, source):
        """Collects the categories of all rows of an Input."""
        for name, known in self.categories.items():
            found = set(known)
            for table in source.chunks([name]):
                found.update(pc.unique(_texts(table[name])).to_pylist())
            self.categories[name] = sorted(found)

    def matrix(self, table):
        """The rows of a pyarrow Table; LearnerError where a continuous column has no number."""
        made = np.empty((table.num_rows, len(self.names)))
        for index, (name, read) in enumerate(zip(self.names, self._read)):
            if self.is_discrete(name):
                known = pa.array(self.categories[name], pa.string())
                made[:, index] = pc.fill_null(pc.index_in(_texts(table[read]), known), -1).to_numpy()
            else:
                single = feature_columns.DenseFeatures([read]).matrix(table)
                feature_columns.check_complete(single, [read])
                made[:, index] = single[:, 0]
        return made


def _texts(column):
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    return pc.fill_null(texts_of(array), _NULL)
