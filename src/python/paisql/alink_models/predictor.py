"""Rows through a model: columns become tensors, the model computes batches, answers become columns."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paisql.alink_models import ModelError, answer_columns, tensor_cells

_MOST_ROWS = 8192
_BATCH_BYTES = 4 << 20  # of one input; larger batches are not faster, and take memory


class Options:
    """What the parameters of a predictor say.

    selected  the columns that are inputs; inputs: names of the signature's inputs, one each
    outputs   names of the signature's outputs, one for each of columns
    columns   [schema.Column]
    whole     a cell is a whole tensor, the batch's dimension included, as Alink's predictors of
              SavedModels, PyTorch and ONNX have it; else it is one row of the batch
    batch     rows that are computed at once at most; None: as many as are fast
    nulls     "error", or "null": a row with a NULL among its inputs has NULL for an answer
    axes      the dimension of each output that is the batch's; None: the first one of all
    """

    def __init__(self, selected, inputs, outputs, columns, whole, batch=None, nulls="error", axes=None):
        self.selected, self.inputs, self.outputs = selected, inputs, outputs
        self.columns, self.whole, self.batch, self.nulls = columns, whole, batch, nulls
        self.axes = axes


class Predictor:
    """Computes with one signature of a model. Any number of threads at once.

    backend  has inputs and outputs ([library.Spec], outputs None where they are unknown) and
             run(arrays in the order of inputs, names of outputs)
    ModelError for options that do not fit the model.
    """

    def __init__(self, backend, options):
        self.options, self._backend = options, backend
        if len(options.selected) != len(options.inputs):
            raise ModelError(
                "Incorrect number of inputs: selectedCols names %d columns, inputSignatureDefs %d inputs"
                % (len(options.selected), len(options.inputs))
            )
        if len(options.columns) != len(options.outputs):
            raise ModelError(
                "Incorrect number of outputs: outputSchemaStr has %d columns, outputSignatureDefs %d names"
                % (len(options.columns), len(options.outputs))
            )
        names = [spec.name for spec in backend.inputs]
        for name in options.inputs:
            if name not in names:
                raise ModelError(
                    "Input name not exist: %s (the inputs are %s)" % (name, ", ".join(map(str, backend.inputs)))
                )
        missing = [spec for spec in backend.inputs if spec.name not in options.inputs]
        if missing or len(set(options.inputs)) != len(options.inputs):
            raise ModelError(
                "Incorrect number of inputs: the model takes %s; selectedCols and "
                "inputSignatureDefs give %s"
                % (", ".join(map(str, backend.inputs)), ", ".join(options.inputs) or "none")
            )
        known = None if backend.outputs is None else [spec.name for spec in backend.outputs]
        for name in options.outputs if known is not None else ():
            if name not in known:
                raise ModelError(
                    "Output name not exist: %s (the outputs are %s)" % (name, ", ".join(map(str, backend.outputs)))
                )
        self.batches = backend.batches
        order = [options.inputs.index(spec.name) for spec in backend.inputs]
        self._columns = [options.selected[place] for place in order]

    def check(self, types):
        """ModelError unless columns of these types, {name: Arrow type}, fit the inputs."""
        for name, spec in zip(self._columns, self._backend.inputs):
            tensor_cells.check(name, types[name], spec)

    def predict(self, arrays, rows, first_row=1):
        """The columns of the schema, as Arrow arrays, for the rows of `arrays` ({name: Arrow array}).

        first_row  the number of the first one, for messages. ModelError for rows that do not fit.
        """
        given = [_one(arrays[name]) for name in self._columns]
        whole = self._rows_without_null(given, rows, first_row)
        if whole is not None:
            given = [array.filter(whole) for array in given]
        read = [
            tensor_cells.read(name, array, spec, first_row)
            for name, array, spec in zip(self._columns, given, self._backend.inputs)
        ]
        count = len(given[0]) if given else rows
        parts = [[] for _ in self.options.columns]
        for begin, end in self._runs(read, count):
            given_back = self._run(read, begin, end, first_row)
            for part, column, answer in zip(parts, self.options.columns, given_back):
                part.append(answer_columns.column_of(answer, end - begin, column, self.options.whole))
        found = [
            pa.concat_arrays(part) if part else pa.array([], answer_columns.arrow_of(column))
            for part, column in zip(parts, self.options.columns)
        ]
        return found if whole is None else [_scattered(array, whole) for array in found]

    def _rows_without_null(self, given, rows, first_row):
        """Which rows have no NULL, as an Arrow array of booleans; None when that is all of them."""
        if not any(array.null_count for array in given):
            return None
        if self.options.nulls == "error":
            for name, array in zip(self._columns, given):
                if array.null_count:
                    row = pc.index(array.is_null(), True).as_py()
                    raise ModelError(
                        "column '%s' is NULL in row %d, and a model has no NULL: COALESCE(%s, ...) "
                        "in a query, or nullValues=null for an answer of NULL" % (name, first_row + row, name)
                    )
        whole = pa.array(np.ones(rows, bool))
        for array in given:
            whole = pc.and_(whole, array.is_valid())
        return whole

    def _runs(self, read, count):
        """(begin, end) of the rows that are computed at once."""
        if count == 0:
            return
        most = self._most_rows(read, count)
        starts = {0}
        if most > 1:
            for one in read:
                starts.update((np.flatnonzero(one.changes()) + 1).tolist())
            bounds = sorted(starts) + [count]
        else:
            bounds = range(count + 1)
        for begin, end in zip(bounds, bounds[1:]):
            for start in range(begin, end, most):
                yield start, min(start + most, end)

    def _most_rows(self, read, count):
        if any(spec.shape is not None and (not spec.shape or spec.shape[0] >= 0) for spec in self._backend.inputs):
            return 1  # a first dimension that is fixed, or none, is not a batch
        if self.options.batch is not None:
            return max(self.options.batch, 1)
        if not self._backend.batches:
            return 1
        # Texts of NumPy are pointers; the longest row decides.
        sizes = [one.values.itemsize * len(one.values) // count + 1 for one in read]
        return max(min(_MOST_ROWS, _BATCH_BYTES // max(sizes, default=1)), 1)

    def _run(self, read, begin, end, first_row):
        fed, singles = [], 1
        for name, one, spec in zip(self._columns, read, self._backend.inputs):
            elements = one.values[one.offsets[begin] : one.offsets[end]]
            shape, batch = self._shape(name, one, spec, begin, first_row)
            if end - begin > 1 and batch != 1:
                # Rows that hold several of the batch each come one after the other.
                return self._one_by_one(read, begin, end, first_row)
            if shape is None:  # the model takes a tensor without a batch
                fed.append(elements.reshape([]))
                continue
            rows = (end - begin) * batch
            singles = max(singles, rows)
            fed.append(elements.reshape([rows] + shape))
        found = self._backend.run(fed, self.options.outputs)
        if self.options.axes:
            found = [self._batch_first(*one) for one in zip(self.options.outputs, found, self.options.axes)]
        if end - begin > 1:
            for name, answer in zip(self.options.outputs, found):
                if answer.ndim == 0 or len(answer) != end - begin:
                    raise ModelError(
                        "the output %s came with the shape %s for %d rows: its first dimension is not a "
                        "batch (inferBatchSize=1 computes row by row)" % (name, list(answer.shape), end - begin)
                    )
        return found

    @staticmethod
    def _batch_first(name, answer, axis):
        if axis >= max(answer.ndim, 1):
            raise ModelError(
                "the output %s has the shape %s and no dimension %d (outputBatchAxes)"
                % (name, list(answer.shape), axis)
            )
        return np.moveaxis(answer, axis, 0) if answer.ndim else answer

    def _one_by_one(self, read, begin, end, first_row):
        found = [self._run(read, row, row + 1, first_row) for row in range(begin, end)]
        return [answer_columns.Ragged([one[i] for one in found]) for i in range(len(self.options.outputs))]

    def _shape(self, name, one, spec, row, first_row):
        """(shape of a row without the batch's dimension, rows of the batch that the cell holds).

        (None, 1) for an input that has no dimension.
        """
        length, own = one.length(row), one.shape(row)

        def refused(wanted):
            return ModelError(
                "column '%s', row %d: the input %s takes %s, given %d%s"
                % (name, first_row + row, spec, wanted, length, "" if not own else " of the shape %s" % list(own))
            )

        if spec.shape is None:
            if not self.options.whole:
                return list(own if own is not None else [length]), 1
            if own is None or len(own) == 0:
                return [], length
            return list(own[1:]), own[0]
        if not spec.shape:
            if length != 1:
                raise refused("one element")
            return None, 1
        rest = spec.shape[1:]
        if own and len(own) == len(spec.shape) and (self.options.whole or own[0] == 1):
            if all(size in (-1, given) for size, given in zip(spec.shape, own)):
                return list(own[1:]), own[0]
            raise refused("a tensor of its shape")
        if own and len(own) == len(rest) and rest.count(-1) > 1:
            if all(size in (-1, given) for size, given in zip(rest, own)):
                return list(own), 1
            raise refused("a tensor of its shape")
        known = int(np.prod([size for size in rest if size >= 0], dtype=np.int64))
        if rest.count(-1) > 1:
            raise refused("tensors that say their shape, such as FLOAT#2,3#...")
        if -1 in rest:
            if known == 0 or length % known:
                raise refused("a multiple of %d elements a row" % known)
            return [length // known if size < 0 else size for size in rest], 1
        fixed = spec.shape[0] if spec.shape[0] >= 0 else None
        if fixed is not None and length == known * fixed:
            return rest, fixed
        if self.options.whole and fixed is None and known and length and length % known == 0:
            return rest, length // known
        if length != known or fixed not in (None, 1):
            raise refused("%d elements a row" % (known * (fixed or 1)))
        return rest, 1


def _one(array):
    """An Arrow array in one piece."""
    if isinstance(array, pa.ChunkedArray):
        return array.chunk(0) if array.num_chunks == 1 else pa.concat_arrays(array.chunks)
    return array


def _scattered(array, whole):
    """The array's values at the rows that are true, NULL at the others."""
    places = np.cumsum(whole.to_numpy(zero_copy_only=False)) - 1
    indices = pc.if_else(whole, pa.array(places, pa.int64()), pa.scalar(None, pa.int64()))
    return array.take(indices)
