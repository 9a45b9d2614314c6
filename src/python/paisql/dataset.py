"""tf.data.TableRecordDataset (pai-table-io: 1).

Rows leave the files as columns. What stands right behind the source and says only which rows come
in which order (take, skip, shard, repeat, one shuffle), and `.batch(n)` behind that, are taken into
it, so that whole batches of n rows reach the graph without ever being single rows; any other
transformation sees the dataset of rows that the platform describes: tuples of scalars. The elements
are the same either way, those of a shuffle with seeds included; only where repeat stands behind a
shuffle does tf.data's own optimizer join the two and so draw another order for each pass.

What is wrong with the arguments raises tf.errors.InvalidArgumentError where the dataset is made,
when the table's URL is known there; otherwise, and for what only the data show, in the step that
reads.
"""

import collections.abc

import numpy as np
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.framework import dtypes, random_seed, tensor_shape, tensor_util
from tensorflow.python.framework import tensor as tensor_lib

from paisql import columns as column_rules
from paisql import errors, rows, table_source, work_rows
from paisql.record_defaults import parse_default

_CHUNK_ROWS = 1024  # of which single rows are made

# As src/tensors/row_sequence.h numbers them.
_TAKE, _SKIP, _REPEAT, _SHARD, _SHUFFLE, _SEEDS = range(6)


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
            raise ValueError(
                "record_defaults is a list with one value a column, not %r" % (record_defaults,)
            )
        self.defaults = [parse_default(element) for element in record_defaults]
        self._selection = selection

    def describe(self, url):
        """rows.RowRange.description() of a URL; ValueError when the defaults do not fit it."""
        found = rows.RowRange(url, *self._selection)
        if len(found.columns) != len(self.defaults):
            raise ValueError(
                "Column size of the record to be saved: '%d' does not match the default record "
                "column size: '%d'. Table %s gives the columns %s; choose among them with "
                "selected_cols."
                % (
                    len(found.columns),
                    len(self.defaults),
                    found.table.name,
                    ",".join(c.name for c in found.columns),
                )
            )
        for column, (dtype, _) in zip(found.columns, self.defaults):
            numpy_dtype = object if dtype == dtypes.string else dtype.as_numpy_dtype
            column_rules.check_default(column, found.table.name, numpy_dtype)
        return found.description()


def _static_int(value):
    """The int that `value` is or holds as a constant tensor; None when it is not known yet."""
    if isinstance(value, tensor_lib.Tensor):
        value = tensor_util.constant_value(value)
    if isinstance(value, bool) or not isinstance(value, (int, np.integer, np.ndarray)):
        return None
    return int(value) if np.ndim(value) == 0 else None


def _seeds(seed):
    """The two seeds that tf.data takes for an operation's seed, or None when it is not known yet."""
    if seed is not None:
        seed = _static_int(seed)
        if seed is None:
            return None
    return tuple(number or 0 for number in random_seed.get_seed(seed))


def _pads_nothing(shapes):
    """Whether these padded_shapes leave a row of scalars as it is."""
    if shapes is None:
        return True
    if not isinstance(shapes, (list, tuple)):
        return False
    try:
        return all(tensor_shape.TensorShape(shape).rank == 0 for shape in shapes)
    except (TypeError, ValueError):
        return False


class _TableDataset(dataset_ops.DatasetV1Adapter):
    """The dataset of a source's rows with some stages behind it.

    The overridden methods have the meaning, and the arguments, of tf.data.Dataset.
    """

    def __init__(self, source, stages=()):
        self._table_source, self._stages = source, stages
        super().__init__(source.batches(stages, _CHUNK_ROWS, False).unbatch())

    def _with(self, kind, first, second=0):
        return self._with_stages((kind, first, second))

    def _with_stages(self, *stages):
        return _TableDataset(self._table_source, self._stages + stages)

    def _batches(self, size, drop_remainder):
        """The fused batches, or None where tf.data has to be asked."""
        size = _static_int(size)
        if size is None or size < 1 or not isinstance(drop_remainder, bool):
            return None
        made = self._table_source.batches(self._stages, size, drop_remainder)
        return dataset_ops.DatasetV1Adapter(made)

    def batch(
        self,
        batch_size,
        drop_remainder=False,
        num_parallel_calls=None,
        deterministic=None,
        name=None,
    ):
        made = self._batches(batch_size, drop_remainder)
        if made is not None:
            return made
        return super().batch(batch_size, drop_remainder, num_parallel_calls, deterministic, name)

    def padded_batch(
        self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None
    ):
        if _pads_nothing(padded_shapes) and padding_values is None:
            made = self._batches(batch_size, drop_remainder)
            if made is not None:
                return made
        return super().padded_batch(
            batch_size, padded_shapes, padding_values, drop_remainder, name
        )

    def prefetch(self, buffer_size, name=None):
        # The source reads ahead by itself.
        return self if _static_int(buffer_size) is not None else super().prefetch(buffer_size, name)

    def take(self, count, name=None):
        rows_taken = _static_int(count)
        return super().take(count, name) if rows_taken is None else self._with(_TAKE, rows_taken)

    def skip(self, count, name=None):
        rows_left = _static_int(count)
        return super().skip(count, name) if rows_left is None else self._with(_SKIP, rows_left)

    def shard(self, num_shards, index, name=None):
        shards, mine = _static_int(num_shards), _static_int(index)
        if shards is None or mine is None or not 0 <= mine < shards:
            return super().shard(num_shards, index, name)
        return self._with(_SHARD, shards, mine)

    def repeat(self, count=None, name=None):
        times = -1 if count is None else _static_int(count)
        return super().repeat(count, name) if times is None else self._with(_REPEAT, times)

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=None, name=None):
        if buffer_size is True:  # old scripts have it; TensorFlow 1 took it for 1
            buffer_size = 1
        size = _static_int(buffer_size)
        again = reshuffle_each_iteration in (None, True)
        shuffled = any(stage[0] == _SHUFFLE for stage in self._stages)
        seeds = None if size is None or size < 1 or shuffled else _seeds(seed)
        if seeds is None:
            return super().shuffle(buffer_size, seed, reshuffle_each_iteration, name)
        return self._with_stages((_SHUFFLE, size, int(again)), (_SEEDS, *seeds))


class TableRecordDataset(_TableDataset):
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
            request = _Request(
                record_defaults, selected_cols, excluded_cols, slice_id, slice_count
            )
            if isinstance(filenames, dataset_ops.DatasetV2):
                filenames = _collected(filenames)
            source = table_source.TableSource(
                request.describe,
                _static_urls(filenames),
                filenames,
                request.defaults,
                num_threads,
                capacity,
            )
        except ValueError as error:
            raise errors.invalid_argument(str(error)) from None
        super().__init__(source)


def _collected(filenames):
    """All elements of a finite dataset of strings, as one string tensor."""
    return filenames.batch(1 << 30).get_single_element()
