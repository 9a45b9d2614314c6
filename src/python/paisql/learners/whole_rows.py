"""All rows that a learner trains on, in memory at once: a matrix of the features and the label of each row."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paisql.learners import features as feature_columns
from paisql.learners.labels import ClassLabels, check_no_nulls
from paisql.learners.learner_task import LearnerError
from paisql.monitoring import progress


def label_of(settings, source, name="labelColName"):
    """The column that the statement names as label."""
    label = settings.column(name, source.columns)
    if label is None:
        raise LearnerError("%s names no column" % name)
    return label


def read(source, features, extra=()):
    """(matrix, table with the columns `extra`) of all rows; LearnerError where a row lacks a number.

    The features of a model that is being made learn their keys on the way.
    """
    if features.sparse and features.size is None:
        features.learn(source)
    matrices, tables = [], []
    for table in source.chunks(list(dict.fromkeys(features.columns + list(extra)))):
        matrix = features.matrix(table)
        if isinstance(features, feature_columns.DenseFeatures):
            feature_columns.check_complete(matrix, features.columns)
        matrices.append(matrix)
        tables.append(table.select(list(extra)))
    if not sum(table.num_rows for table in tables):
        raise LearnerError("the input has no rows, so there is nothing to learn from")
    return joined(matrices), pa.concat_tables(tables)


def joined(matrices):
    """One matrix with the rows of all."""
    if len(matrices) == 1:
        return matrices[0]
    if isinstance(matrices[0], np.ndarray):
        return np.concatenate(matrices)
    import scipy.sparse

    return scipy.sparse.vstack(matrices, "csr")


def read_classes(settings, source, features, label, extra=()):
    """(matrix, codes, labels, table): codes[row] is the position of the row's class among labels, of which there are
    two or more."""
    labels = ClassLabels.of(source, label, source.types[label])
    if len(labels) == 1:
        raise LearnerError(
            "the label column %s has the value %s alone, and a classification needs two" % (label, labels.texts[0])
        )
    matrix, table = read(source, features, [label, *extra])
    return matrix, labels.positions(table[label]), labels, table


def known_codes(description, column, label):
    """The position of each row's class among those of a model; LearnerError for another class."""
    codes = ClassLabels(description["labels"], description["facts"]["label_type"]).positions(column)
    if (codes < 0).any():
        raise LearnerError(
            "the label column %s has a value that the model does not know; it knows %s"
            % (label, ", ".join(description["labels"]))
        )
    return codes


def read_numbers(source, features, label, extra=()):
    """(matrix, values, table): values[row] is the label as a number."""
    if not feature_columns.is_number(source.types[label]):
        raise LearnerError("the label column %s is %s, and a regression needs a number" % (label, source.types[label]))
    matrix, table = read(source, features, [label, *extra])
    return matrix, numbers_of(table[label], label), table


def numbers_of(column, name):
    """A column without NULL as float64."""
    array = column.combine_chunks()
    check_no_nulls(array, name)
    values = array.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
    if np.isinf(values).any():
        raise LearnerError("column %s has infinity" % name)
    return values


def weights_of(table, name):
    """The weight of each row; None where `name` is None."""
    if name is None:
        return None
    column = table[name].combine_chunks()
    if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type) or pa.types.is_decimal(column.type)):
        raise LearnerError("the weight column %s holds no numbers" % name)
    weights = pc.fill_null(column.cast(pa.float64(), safe=False), 0).to_numpy(zero_copy_only=False)
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise LearnerError("the weight column %s has a value below 0, or none that is a number" % name)
    if not weights.any():
        raise LearnerError("the weight column %s is 0 in all rows" % name)
    return weights


def facts_of(kind, features, label=None, label_type=None):
    """What a model's model.json tells rules of columns."""
    facts = {"kind": kind, "features": ",".join(features.columns), "sparse": str(features.sparse).lower()}
    if label is not None:
        facts.update(label=label, label_type=label_type)
    return facts


def report(step, loss):
    """Tells `status`, `jobs` and the loss curve what a round of a training has come to."""
    progress.report(step=step, loss=loss)


class MatrixModel:
    """A model that reads its features as a matrix: what `prediction` needs of it but the answers."""

    def __init__(self, description):
        self.features = feature_columns.load(description["features"])

    def rows(self, table):
        """The matrix of a table's rows."""
        matrix = self.features.matrix(table)
        if not self.features.sparse:
            feature_columns.check_complete(matrix, self.features.columns)
        return matrix
