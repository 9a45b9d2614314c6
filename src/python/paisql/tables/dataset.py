"""tf.data.TableRecordDataset (pai-table-io: 1).

Rows leave the files as columns. What stands right after the source and says only which rows come
in which order (take, skip, shard, repeat, one shuffle), functions of a row that have a batch form
(paisql.tables.batch_form), and `.batch(n)` after that, are taken into it, so that whole batches of n rows
reach the graph without ever being single rows; any other transformation sees the dataset of rows
that the platform describes: tuples of scalars. The elements are the same either way, those of a
shuffle with seeds included; only where repeat stands after a shuffle does tf.data's own optimizer
join the two and so draw another order for each pass.

What is wrong with the arguments raises tf.errors.InvalidArgumentError where the dataset is made,
when the table's URL is known there; otherwise, and for what only the data show, in the step that
reads.
"""

import collections.abc

import numpy as np
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.framework import dtypes, tensor_util
from tensorflow.python.framework import tensor as tensor_lib

from paisql.tables import columns as column_rules
from paisql.tables import fused_rows, rows, table_source, tensorflow_errors, work_rows
from paisql.tables.record_defaults import parse_default


def _static_urls(filenames):
    """A list of URL texts, or None when they are known in the running graph only."""
    if isinstance(filenames, tensor_lib.Tensor):
        constant = tensor_util.constant_value(filenames)
        if constant is None:
            return None
        filenames = constant
    if isinstance(filenames, bytes):
        filenames = filenames.decode()
    if isinstance(filenames, str):
        filenames = filenames.split(",")
    urls = np.asarray(filenames, dtype=object).reshape(-1)
    return [url.decode() if isinstance(url, bytes) else str(url) for url in urls]


class _Request:
    """What is asked of each table; gives what a URL's rows are, after checking them."""

    def __init__(self, record_defaults, *selection):
        # dict.values() is a list in Python 2, for which many such calls were written.
        if not isinstance(record_defaults, (list, tuple, np.ndarray, collections.abc.ValuesView)):
            raise ValueError("record_defaults is a list with one value a column, not %r" % (record_defaults,))
        self.defaults = [parse_default(element) for element in record_defaults]
        self._selection = selection

    def describe(self, url, growing=False):
        """rows.RowRange.description() of a URL; ValueError when the defaults do not fit it.

        With `growing` that of rows that may still be coming.
        """
        found = rows.RowRange(url, *self._selection)
        if len(found.columns) != len(self.defaults):
            raise ValueError(
                "Column size of the record to be saved: '%d' does not match the default record "
                "column size: '%d'. Table %s gives the columns %s; choose among them with "
                "selected_cols."
                % (len(found.columns), len(self.defaults), found.table.name, ",".join(c.name for c in found.columns))
            )
        for column, (dtype, _) in zip(found.columns, self.defaults):
            numpy_dtype = object if dtype == dtypes.string else dtype.as_numpy_dtype
            column_rules.check_default(column, found.table.name, numpy_dtype)
        if growing and found.is_growing:
            return found.growing_description()
        return found.description()


class TableRecordDataset(fused_rows.TableRows):
    """Rows of one or several tables as tuples of scalars, one element a column.

    filenames        table URLs: a list, one text (commas separate), a string tensor, a dataset
    record_defaults  one value a column: gives its dtype, and stands in for NULL
    selected_cols, excluded_cols  comma lists; without them all data columns, no partition keys
    slice_id, slice_count  a contiguous share of each table's rows; sizes differ by at most 1
    num_threads      threads that decode, up to 64; 0 chooses
    capacity         rows to read ahead at once; 0 chooses
    """

    def __new__(cls, filenames, *arguments, **named):
        if work_rows.are_pieces(filenames):
            return work_rows.rows_of(filenames, lambda url: cls(url, *arguments, **named))
        return super().__new__(cls)

    def __init__(
        self,
        filenames,
        record_defaults,
        selected_cols=None,
        excluded_cols=None,
        slice_id=0,
        slice_count=1,
        num_threads=0,
        capacity=0,
    ):
        try:
            if not 0 <= (num_threads or 0) <= 64:
                raise ValueError("num_threads goes from 0 to 64, not %d" % num_threads)
            request = _Request(record_defaults, selected_cols, excluded_cols, slice_id, slice_count)
            if isinstance(filenames, dataset_ops.DatasetV2):
                filenames = _collected(filenames)
            source = table_source.TableSource(
                request.describe, _static_urls(filenames), filenames, request.defaults, num_threads, capacity
            )
        except ValueError as error:
            raise tensorflow_errors.invalid_argument(str(error)) from None
        super().__init__(source)


def _collected(filenames):
    """All elements of a finite dataset of strings, as one string tensor."""
    return filenames.batch(1 << 30).get_single_element()
