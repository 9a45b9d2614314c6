"""The classes that a label column has, in their order, as texts and as values of the column's type.

Numbers are ordered by value, texts by their characters. A class's text is a key of prediction_detail, so a DOUBLE
that is a whole number has no decimal point: the label 1.0 is "1", as goodValue and positiveLabel say it.
"""

import decimal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paisql.learners.learner_task import LearnerError
from paisql.tables import columns as column_rules

HOW_TO_LEAVE_OUT = 'leave such rows out: -DinputTableName="(SELECT * FROM ... WHERE %s IS NOT NULL)"'


def check_no_nulls(array, column):
    """LearnerError where a label is NULL or NaN."""
    missing = array.null_count
    if pa.types.is_floating(array.type):
        missing += pc.sum(pc.is_nan(array)).as_py() or 0
    if missing:
        raise LearnerError("the label column %s has NULL or NaN; " % column + HOW_TO_LEAVE_OUT % column)


def texts_of(array):
    """Labels as an Arrow array of texts."""
    if pa.types.is_floating(array.type):
        # Arrow writes 1.0 as "1", and 0.1 as the shortest text that means it.
        return array.cast(pa.float64()).cast(pa.string())
    return array.cast(pa.string())


class ClassLabels:
    """See the head of this file. `type` is the SQL type of the label column."""

    def __init__(self, texts, label_type):
        self.texts, self.type = list(texts), label_type
        self._values = pa.array(self.texts, pa.string())

    def __len__(self):
        return len(self.texts)

    @classmethod
    def of(cls, source, column, label_type):
        """The classes among all rows of an Input; LearnerError for NULL, and for a table without rows."""
        found = set()
        for rows in source.chunks([column]):
            array = rows[column].combine_chunks()
            check_no_nulls(array, column)
            distinct = pc.unique(array)
            found.update(zip(texts_of(distinct).to_pylist(), distinct.to_pylist()))
        if not found:
            raise LearnerError("the input has no rows, so there is nothing to learn from")
        return cls([text for text, _ in sorted(found, key=lambda pair: pair[1])], label_type)

    def positions(self, array):
        """The position of each label as a NumPy array; -1 for one that is not among the classes."""
        if isinstance(array, pa.ChunkedArray):
            array = array.combine_chunks()
        return pc.fill_null(pc.index_in(texts_of(array), self._values), -1).to_numpy(zero_copy_only=False)

    def values(self):
        """The classes as an Arrow array of the label's type."""
        kind = column_rules.arrow_type(self.type)
        if pa.types.is_decimal(kind):
            return pa.array([decimal.Decimal(text) for text in self.texts], kind)
        return self._values.cast(kind)

    def take(self, positions):
        """The classes at these positions, as an Arrow array of the label's type."""
        return self.values().take(pa.array(np.asarray(positions, np.int64)))
