"""tf.data.TableRecordDataset (pai-table-io: 1).

Rows leave the files as columns. `.batch(n)` and `.repeat(k)` right behind the source are taken into
it, so that whole batches of n rows reach the graph without ever being single rows; any other
transformation sees the dataset of rows that the platform describes: tuples of scalars.

What is wrong with the arguments raises tf.errors.InvalidArgumentError where the dataset is made,
when the table's URL is known there; otherwise, and for what only the data show, in the step that
reads.
"""

import functools

import numpy as np
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.framework import dtypes, tensor_util
from tensorflow.python.framework import tensor as tensor_lib

from paisql import columns as column_rules
from paisql import errors, rows, work_rows

_DTYPES = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.bool, dtypes.string)


def parse_default(element):
    """(tf dtype, value) of one record default; the value is a NumPy scalar, or bytes for a string.

    Forms: a Python scalar, a list or tuple of one, a NumPy scalar or array of one, a constant
    tensor of shape [] or [1]. An int gives int32, a float float32, as in tf.decode_csv.
    """
    if isinstance(element, (list, tuple)):
        if len(element) != 1:
            raise ValueError("a record default has one value, not %d: %r" % (len(element), element))
        return parse_default(element[0])
    if isinstance(element, tensor_lib.Tensor):
        constant = tensor_util.constant_value(element)
        if constant is None:
            raise ValueError("a record default must be a constant: %r" % element)
        return _from_array(np.asarray(constant), element.dtype)
    if isinstance(element, (np.ndarray, np.generic)):
        array = np.asarray(element)
        text = array.dtype.kind in "OSU"
        return _from_array(array, dtypes.string if text else dtypes.as_dtype(array.dtype))
    if isinstance(element, (str, bytes)):
        return _from_array(np.asarray(element, dtype=object), dtypes.string)
    if isinstance(element, bool):
        return dtypes.bool, np.bool_(element)
    if isinstance(element, int):
        if not -(2**31) <= element < 2**31:
            raise ValueError(
                "the record default %d is too large for int32: write np.int64(%d)"
                % (element, element)
            )
        return dtypes.int32, np.int32(element)
    if isinstance(element, float):
        return dtypes.float32, np.float32(element)
    raise ValueError(
        "a record default is a number, a string, a bool or a constant tensor, not %r" % (element,)
    )


def _from_array(array, dtype):
    if array.size != 1:
        raise ValueError("a record default has one value, not the shape %s" % (array.shape,))
    if dtype not in _DTYPES:
        raise ValueError("a record default cannot be of dtype %s" % dtype.name)
    value = array.reshape(-1)[0]
    if dtype == dtypes.string:
        return dtype, value.encode() if isinstance(value, str) else bytes(value)
    return dtype, value


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


class _TableSource:
    """What to read, and the generators of batches over it."""

    def __init__(
        self, record_defaults, selected_cols, excluded_cols, slice_id, slice_count, capacity
    ):
        if not isinstance(record_defaults, (list, tuple, np.ndarray)):
            raise ValueError(
                "record_defaults is a list with one value a column, not %r" % (record_defaults,)
            )
        defaults = [parse_default(element) for element in record_defaults]
        self.dtypes = tuple(dtype for dtype, _ in defaults)
        self._values = [value for _, value in defaults]
        self._columns = (selected_cols, excluded_cols)
        self._slice = (slice_id, slice_count)
        self.chunk_rows = min(max(capacity or rows.DEFAULT_CHUNK_ROWS, 1), 1 << 20)

    def open(self, url):
        """The URL's rows, after checking them against the record defaults; ValueError."""
        found = rows.RowRange(url, *self._columns, *self._slice)
        if len(found.columns) != len(self._values):
            raise ValueError(
                "Column size of the record to be saved: '%d' does not match the default record "
                "column size: '%d'. Table %s gives the columns %s; choose among them with "
                "selected_cols."
                % (
                    len(found.columns),
                    len(self._values),
                    found.table.name,
                    ",".join(c.name for c in found.columns),
                )
            )
        for column, dtype in zip(found.columns, self.dtypes):
            numpy_dtype = object if dtype == dtypes.string else dtype.as_numpy_dtype
            column_rules.check_default(column, found.table.name, numpy_dtype)
        return found

    def _to_numpy(self, columns, arrays):
        values = zip(arrays, columns, self._values)
        return [column_rules.to_numpy(array, column, value) for array, column, value in values]

    def _chunks(self, urls, epochs):
        done = 0
        while epochs < 0 or done < epochs:
            seen = 0
            for url in urls:
                found = self.open(url)
                to_numpy = functools.partial(self._to_numpy, found.columns)
                for chunk in found.chunks(chunk_rows=self.chunk_rows, convert=to_numpy):
                    seen += len(chunk[0])
                    yield chunk
            if not seen:
                return  # an endless repetition of nothing would never come back
            done += 1

    def batches(self, urls, size, epochs, drop_remainder):
        """Yields tuples of NumPy arrays of `size` rows, the last smaller unless it is dropped."""
        waiting, count = [], 0
        for chunk in self._chunks(urls, epochs):
            begin, length = 0, len(chunk[0])
            while count + length - begin >= size:
                end = begin + size - count
                waiting.append([array[begin:end] for array in chunk])
                yield _joined(waiting)
                waiting, count, begin = [], 0, end
            if begin < length:
                waiting.append([array[begin:] for array in chunk])
                count += length - begin
        if waiting and not drop_remainder:
            yield _joined(waiting)

    def chunks(self, urls, epochs):
        """Yields tuples of NumPy arrays in whatever sizes they come; for readers of rows."""
        for chunk in self._chunks(urls, epochs):
            yield tuple(chunk)


def _joined(parts):
    if len(parts) == 1:
        return tuple(parts[0])
    return tuple(np.concatenate(pieces) for pieces in zip(*parts))


def _static_int(value):
    """The int that `value` is or holds as a constant tensor; None when it is not known yet."""
    if isinstance(value, tensor_lib.Tensor):
        value = tensor_util.constant_value(value)
    return (
        int(value)
        if isinstance(value, (int, np.integer, np.ndarray)) and not isinstance(value, bool)
        else None
    )


class _TableDataset(dataset_ops.DatasetV1Adapter):
    """The dataset of a source's rows, `epochs` times over (-1: for ever)."""

    def __init__(self, source, urls, tensor, epochs):
        self._table_source, self._urls, self._url_tensor, self._epochs = (
            source,
            urls,
            tensor,
            epochs,
        )
        chunks = self._generated(lambda names: source.chunks(names, epochs), None)
        super().__init__(chunks.unbatch())

    def _generated(self, generate, size):
        signature = tuple(
            tensor_lib.TensorSpec([size], dtype) for dtype in self._table_source.dtypes
        )
        from_generator = dataset_ops.DatasetV2.from_generator
        if self._urls is not None:
            urls = self._urls
            made = from_generator(lambda: generate(urls), output_signature=signature)
        else:
            made = from_generator(
                lambda names: generate(_static_urls(names)),
                output_signature=signature,
                args=(self._url_tensor,),
            )
        return made.prefetch(2)  # the next batch is read while this one is computed with

    def batch(
        self,
        batch_size,
        drop_remainder=False,
        num_parallel_calls=None,
        deterministic=None,
        name=None,
    ):
        size, drop = _static_int(batch_size), drop_remainder
        if size is None or size < 1 or not isinstance(drop, bool):
            return super().batch(
                batch_size, drop_remainder, num_parallel_calls, deterministic, name
            )
        source, epochs = self._table_source, self._epochs
        batches = self._generated(
            lambda names: source.batches(names, size, epochs, drop), size if drop else None
        )
        return dataset_ops.DatasetV1Adapter(batches)

    def repeat(self, count=None, name=None):
        times = -1 if count is None else _static_int(count)
        if times is None:
            return super().repeat(count, name)
        endless = self._epochs < 0 or times < 0
        epochs = 0 if 0 in (times, self._epochs) else -1 if endless else self._epochs * times
        return _TableDataset(self._table_source, self._urls, self._url_tensor, epochs)


class TableRecordDataset(_TableDataset):
    """Rows of one or several tables as tuples of scalars, one element a column.

    filenames        table URLs: a list, one text (commas separate), a string tensor, a dataset
    record_defaults  one value a column: gives its dtype, and stands in for NULL
    selected_cols, excluded_cols  comma lists; without them all data columns, no partition keys
    slice_id, slice_count  a contiguous share of each table's rows; sizes differ by at most 1
    num_threads      accepted; reading is parallel by itself
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
            source = _TableSource(
                record_defaults, selected_cols, excluded_cols, slice_id, slice_count, capacity
            )
            tensor = None
            if isinstance(filenames, dataset_ops.DatasetV2):
                urls, tensor = None, _collected(filenames)
            else:
                urls = _static_urls(filenames)
                if urls is None:
                    tensor = filenames
            for url in urls or ():
                source.open(url)
        except ValueError as error:
            raise errors.invalid_argument(str(error)) from None
        super().__init__(source, urls, tensor, 1)


def _collected(filenames):
    """All elements of a finite dataset of strings, as one string tensor."""
    return filenames.batch(1 << 30).get_single_element()
