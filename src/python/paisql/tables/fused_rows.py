"""Datasets of rows that know the columns which they come from.

What stands right after a source of rows and says only which rows come in which order is collected
as stages, functions of a row that have a batch form as functions; `.batch(n)` after them reads
whole columns and evaluates the functions on them. All else is tf.data's own, on single rows.
The overridden methods have the meaning, and the arguments, of tf.data.Dataset.
"""

import functools

import numpy as np
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.data.util import nest
from tensorflow.python.framework import random_seed, tensor_shape, tensor_util
from tensorflow.python.framework import tensor as tensor_lib

from paisql.tables import batch_form

_CHUNK_ROWS = 1024  # of which single rows are made

# As src/libraries/tensors/batches/row_sequence.h numbers them.
_TAKE, _SKIP, _REPEAT, _SHARD, _SHUFFLE, _SEEDS = range(6)


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


def _pads_nothing(shapes, element_spec):
    """Whether these padded_shapes leave elements, which have known shapes, as they are."""
    if shapes is None:
        return True
    try:
        nest.assert_same_structure(element_spec, shapes)
        return all(
            tensor_shape.TensorShape(shape).as_list() == spec.shape.as_list()
            for shape, spec in zip(nest.flatten_up_to(element_spec, shapes), nest.flatten(element_spec))
        )
    except (TypeError, ValueError):
        return False


class _FusedRows(dataset_ops.DatasetV1Adapter):
    """Rows of a source, as stages and functions and as the `plain` dataset, which is used as it is
    where nothing is fused.
    """

    def __init__(self, plain, source, stages):
        self._table_source, self._stages = source, stages
        super().__init__(plain)

    def _staged(self, plain, *stages):
        """The rows with stages after them; plain() is the same of tf.data."""
        raise NotImplementedError

    def _fused_batches(self, size, drop_remainder, plain):
        """Batches of known size; plain() is the same of tf.data."""
        raise NotImplementedError

    def _batches(self, size, drop_remainder, plain):
        size = _static_int(size)
        if size is None or size < 1 or not isinstance(drop_remainder, bool):
            return plain()
        return self._fused_batches(size, drop_remainder, plain)

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        plain = functools.partial(super().batch, batch_size, drop_remainder, num_parallel_calls, deterministic, name)
        return self._batches(batch_size, drop_remainder, plain)

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        plain = functools.partial(super().padded_batch, batch_size, padded_shapes, padding_values, drop_remainder, name)
        if padding_values is not None or not _pads_nothing(padded_shapes, self.element_spec):
            return plain()
        return self._batches(batch_size, drop_remainder, plain)

    def prefetch(self, buffer_size, name=None):
        # The source reads ahead by itself.
        return self if _static_int(buffer_size) is not None else super().prefetch(buffer_size, name)

    def take(self, count, name=None):
        plain = functools.partial(super().take, count, name)
        rows = _static_int(count)
        return plain() if rows is None else self._staged(plain, (_TAKE, rows, 0))

    def skip(self, count, name=None):
        plain = functools.partial(super().skip, count, name)
        rows = _static_int(count)
        return plain() if rows is None else self._staged(plain, (_SKIP, rows, 0))

    def shard(self, num_shards, index, name=None):
        plain = functools.partial(super().shard, num_shards, index, name)
        shards, mine = _static_int(num_shards), _static_int(index)
        if shards is None or mine is None or not 0 <= mine < shards:
            return plain()
        return self._staged(plain, (_SHARD, shards, mine))

    def repeat(self, count=None, name=None):
        plain = functools.partial(super().repeat, count, name)
        times = -1 if count is None else _static_int(count)
        return plain() if times is None else self._staged(plain, (_REPEAT, times, 0))

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=None, name=None):
        if buffer_size is True:  # old scripts have it; TensorFlow 1 took it for 1
            buffer_size = 1
        plain = functools.partial(super().shuffle, buffer_size, seed, reshuffle_each_iteration, name)
        size = _static_int(buffer_size)
        again = reshuffle_each_iteration in (None, True)
        shuffled = any(stage[0] == _SHUFFLE for stage in self._stages)
        seeds = None if size is None or size < 1 or shuffled else _seeds(seed)
        if seeds is None:
            return plain()
        return self._staged(plain, (_SHUFFLE, size, int(again)), (_SEEDS, *seeds))

    def map(self, map_func, num_parallel_calls=None, deterministic=None, name=None):
        made = super().map(map_func, num_parallel_calls, deterministic, name)
        (traced,) = made._functions()
        if not batch_form.exists(traced.function):
            return made
        return self._mapped(made, traced.function, num_parallel_calls, deterministic)

    def _mapped(self, plain, function, calls, deterministic):
        return _MappedRows(plain, self._table_source, self._stages, (function,), (calls, deterministic))


class TableRows(_FusedRows):
    """The rows of a source with some stages after it, as tuples of scalars."""

    def __init__(self, source, stages=()):
        super().__init__(source.batches(stages, _CHUNK_ROWS, False).unbatch(), source, stages)

    def _staged(self, plain, *stages):
        return TableRows(self._table_source, self._stages + stages)

    def _fused_batches(self, size, drop_remainder, plain):
        return dataset_ops.DatasetV1Adapter(self._table_source.batches(self._stages, size, drop_remainder))


class _MappedRows(_FusedRows):
    """What functions give for the rows of a source.

    functions  traced functions of a row that have batch forms
    calls      of the last map that had them: num_parallel_calls, None for one, and deterministic
    """

    def __init__(self, plain, source, stages, functions, calls):
        self._row_functions, self._calls = functions, calls
        super().__init__(plain, source, stages)

    def _staged(self, plain, *stages):
        return _MappedRows(plain(), self._table_source, self._stages + stages, self._row_functions, self._calls)

    def _mapped(self, plain, function, calls, deterministic):
        calls = self._calls if calls is None else (calls, deterministic)
        return _MappedRows(plain, self._table_source, self._stages, self._row_functions + (function,), calls)

    def _fused_batches(self, size, drop_remainder, plain):
        rows = plain()
        columns = self._table_source.batches(self._stages, size, drop_remainder)
        form = batch_form.of(self._row_functions, rows.element_spec)
        calls, deterministic = self._calls
        made = dataset_ops.DatasetV1Adapter(columns).map(form, calls, deterministic)
        return _Batches(made, rows)


class _Batches(dataset_ops.DatasetV1Adapter):
    """Batches made at once. Where errors are ignored, those made of rows are: they lose less."""

    def __init__(self, batches, of_rows):
        self._of_rows = of_rows
        super().__init__(batches)

    def ignore_errors(self, log_warning=False, name=None):
        return self._of_rows.ignore_errors(log_warning, name)
