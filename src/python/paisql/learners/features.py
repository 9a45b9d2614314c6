"""The columns that a model learns from, as a matrix.

Dense features are columns of numbers. Sparse features are one STRING column of items key:value. Items are separated
by the item delimiter, keys and values by the kv delimiter. The delimiters of the platform's components differ (`,` or a
blank), so a delimiter that is one of these two stands for both. Keys that are small whole numbers are the numbers of
the matrix's columns; other keys are numbered in their order, and the model keeps that list. A key that the model has
not seen is left out. Values of a key that stands twice in a row add up.

NULL and NaN become NaN in a dense matrix; what a learner does with them is its own decision (check_complete). A sparse
text that is NULL has no items. Infinity is refused.
"""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paisql.learners.learner_task import LearnerError

# With keys up to this number, the number is the matrix's column.
_MOST_DIRECT_KEYS = 1 << 20
_EITHER = (",", " ", "")


def of_task(settings, source, leave_out=()):
    """The features that a training statement names: featureColNames, enableSparse and the delimiters.

    leave_out  columns to leave out where featureColNames is absent: the label, a weight
    """
    left_out = {name.lower() for name in leave_out if name}
    named = settings.columns("featureColNames", source.columns)
    if settings.boolean("enableSparse"):
        if named is None:
            named = [c for c in source.columns if source.types[c] in _TEXTS and c.lower() not in left_out]
        if len(named) != 1:
            raise LearnerError(
                "with enableSparse=true, featureColNames names the one column of key:value texts, not %d columns"
                % len(named)
            )
        if source.types[named[0]] not in _TEXTS:
            raise LearnerError(
                "column %s is %s, and enableSparse=true reads key:value texts from a STRING column"
                % (named[0], source.types[named[0]])
            )
        return SparseFeatures(named[0], settings.text("itemDelimiter", ","), settings.text("kvDelimiter", ":"))
    if named is None:
        named = [c for c in source.columns if is_number(source.types[c]) and c.lower() not in left_out]
    if not named:
        raise LearnerError("the input has no columns of numbers to learn from: name some in featureColNames")
    for name in named:
        _check_numeric(name, source.types[name])
    return DenseFeatures(named)


_TEXTS = ("STRING", "VARCHAR", "CHAR")
_NUMBERS = ("TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL")


def is_number(type_text):
    """Whether an SQL type is one of numbers."""
    return type_text.split("(")[0] in _NUMBERS


def _check_numeric(name, type_text):
    if not is_number(type_text):
        raise LearnerError(
            "column %s is %s, and a feature has to be a number: leave it out of featureColNames or convert it"
            % (name, type_text)
        )


def load(description):
    """The features of a model, from what description() gave."""
    kind = description["kind"]
    if kind == "dense":
        return DenseFeatures(description["names"])
    return SparseFeatures(
        description["column"], description["items"], description["values"], description["size"], description["keys"]
    )


def columns_like(names, source, named=None):
    """The columns of another input that stand for those of the training: by name, else `named`, in their order."""
    by_name = {name.lower(): name for name in source.columns}
    missing = [name for name in names if name.lower() not in by_name]
    if not missing:
        return [by_name[name.lower()] for name in names]
    if named and len(named) == len(names):
        return list(named)
    raise LearnerError(
        "the model was trained on the column %s, which the input does not have; it has %s"
        % (missing[0], ", ".join(source.columns))
    )


def check_complete(matrix, names):
    """LearnerError where a dense matrix has NaN, for a learner that cannot do without a value."""
    for index in np.flatnonzero(np.isnan(matrix).any(axis=0)):
        raise LearnerError(
            "column %s has NULL or NaN: fill it first, as with PAI -name FillMissingValues" % names[index]
        )


class DenseFeatures:
    """Columns of numbers."""

    sparse = False

    def __init__(self, names):
        self.names = list(names)
        self._read = list(names)

    @property
    def columns(self):
        """The input's columns that matrix() reads."""
        return self._read

    @property
    def size(self):
        """The matrix's columns."""
        return len(self.names)

    def description(self):
        """What load() reads, for model.json."""
        return {"kind": "dense", "names": self.names}

    def bind(self, source, named=None):
        """Finds the features in another input, as columns_like does."""
        self._read = columns_like(self.names, source, named)
        for name in self._read:
            _check_numeric(name, source.types[name])

    def matrix(self, table, dtype=np.float64):
        """The rows of a pyarrow Table as a NumPy matrix; LearnerError for infinity."""
        made = np.empty((table.num_rows, len(self._read)), dtype)
        with np.errstate(over="ignore"):
            for index, name in enumerate(self._read):
                made[:, index] = _numbers(table[name])
        if np.isinf(made).any():
            index = np.flatnonzero(np.isinf(made).any(axis=0))[0]
            raise LearnerError("column %s has infinity, or a number too large to learn from" % self._read[index])
        return made


def _numbers(column):
    """An Arrow column as float64, NULL as NaN."""
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if array.null_count:
        array = array.cast(pa.float64(), safe=False)
    elif pa.types.is_decimal(array.type):
        array = array.cast(pa.float64())
    return array.to_numpy(zero_copy_only=False)


class SparseFeatures:
    """A column of key:value texts.

    While it is trained, matrix parts have their own keys: learn() collects them, and size and names are known
    afterwards. A loaded one has them from the model.
    """

    sparse = True

    def __init__(self, column, items=",", values=":", size=None, keys=None):
        self.column, self._read = column, column
        self._items, self._values = items, values or ":"
        self.size, self.keys = size, keys  # keys: None where a key is the number of its column
        self._positions = None

    @property
    def columns(self):
        """The input's columns that matrix() reads."""
        return [self._read]

    @property
    def names(self):
        """The keys as texts, one for each of the matrix's columns."""
        return [str(key) for key in (range(self.size) if self.keys is None else self.keys)]

    def description(self):
        """What load() reads, for model.json."""
        return {
            "kind": "sparse",
            "column": self.column,
            "items": self._items,
            "values": self._values,
            "size": self.size,
            "keys": self.keys,
        }

    def bind(self, source, named=None):
        """Finds the texts in another input: the column that is named, else that of the training's name."""
        by_name = {name.lower(): name for name in source.columns}
        if named and len(named) == 1:
            self._read = named[0]
        elif self.column.lower() in by_name:
            self._read = by_name[self.column.lower()]
        else:
            raise LearnerError(
                "the model was trained on key:value texts of the column %s, which the input does not have; name the "
                "column in featureColNames" % self.column
            )
        if source.types[self._read] not in _TEXTS:
            raise LearnerError(
                "the model reads key:value texts, but column %s is %s" % (self._read, source.types[self._read])
            )

    def delimit(self, items, values):
        """Takes other delimiters for the texts of a prediction."""
        self._items, self._values = items, values or ":"

    def learn(self, source):
        """Collects the keys of all rows of an Input."""
        found = pa.array([], pa.string())
        for table in source.chunks([self._read]):
            _, keys, _ = self._split(table[self._read])
            found = pa.concat_arrays([found, pc.unique(keys)]).unique()
        self._number(found)

    def _number(self, keys):
        numbers = _whole_numbers(keys)
        if numbers is None:
            self.keys = sorted(keys.to_pylist())
        elif len(numbers) == 0 or (numbers.min() >= 0 and numbers.max() < _MOST_DIRECT_KEYS):
            self.keys, self.size = None, int(numbers.max()) + 1 if len(numbers) else 0
            return
        else:
            self.keys = sorted(set(numbers.tolist()))
        self.size = len(self.keys)

    def matrix(self, table, dtype=np.float64):
        """The rows of a pyarrow Table as a scipy.sparse.csr_matrix."""
        import scipy.sparse

        rows, keys, values = self._split(table[self._read])
        columns = self._columns_of(keys)
        known = (columns >= 0) & (columns < self.size)
        if not known.all():
            rows, columns, values = rows[known], columns[known], values[known]
        # Copies, as SciPy sorts in place what Arrow lets nobody change.
        columns = columns.astype(np.int32)
        with np.errstate(over="ignore"):
            values = values.astype(dtype)
        if np.isinf(values).any():
            raise LearnerError("column %s has infinity, or a number too large to learn from" % self._read)
        starts = np.searchsorted(rows, np.arange(table.num_rows + 1))
        made = scipy.sparse.csr_matrix((values, columns, starts), shape=(table.num_rows, self.size))
        made.sum_duplicates()
        return made

    def _columns_of(self, keys):
        """The matrix's column of each key; -1 for a key that the model does not know."""
        if self.keys is None or (self.keys and isinstance(self.keys[0], int)):
            numbers = _whole_numbers(keys)
            if numbers is None:
                numbers = np.array([_whole_number(key) for key in keys.to_pylist()])
            if self.keys is None:
                return numbers
            if self._positions is None:
                self._positions = np.array(self.keys, np.int64)
            found = np.searchsorted(self._positions, numbers).clip(0, len(self.keys) - 1)
            return np.where(self._positions[found] == numbers, found, -1)
        if self._positions is None:
            self._positions = pa.array(self.keys, pa.string())
        return pc.fill_null(pc.index_in(keys, self._positions), -1).to_numpy(zero_copy_only=False)

    def _split(self, column):
        """(rows, keys, values) of all items: the row of each, its key as an Arrow text, its value as a number."""
        texts = (column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column).cast(pa.string())
        lists = self._item_lists(pc.fill_null(texts, ""))
        rows, items = pc.list_parent_indices(lists), lists.flatten()
        items = pc.utf8_trim_whitespace(items)
        filled = pc.not_equal(items, "")
        if not pc.all(filled).as_py():
            rows, items = rows.filter(filled), items.filter(filled)
        rows = rows.to_numpy(zero_copy_only=False)
        pairs = pc.split_pattern(items, self._values)
        right = pc.equal(pc.list_value_length(pairs), 2)
        if pc.all(right).as_py() is False:
            self._refuse(items, right)
        halves = pairs.flatten()
        keys = pc.utf8_trim_whitespace(halves.take(pa.array(np.arange(0, len(halves), 2))))
        values = pc.utf8_trim_whitespace(halves.take(pa.array(np.arange(1, len(halves), 2))))
        try:
            numbers = values.cast(pa.float64())
        except pa.ArrowInvalid:
            self._refuse(items, pa.array([_is_float(value) for value in values.to_pylist()]))
        return rows, keys, numbers.to_numpy(zero_copy_only=False)

    def _item_lists(self, texts):
        if self._items in _EITHER:
            return pc.utf8_split_whitespace(pc.replace_substring(texts, ",", " "))
        return pc.split_pattern(texts, self._items)

    def _refuse(self, items, right):
        index = right.to_pylist().index(False)
        raise LearnerError(
            'column %s has the item "%s", which is not a key, %s and a number'
            % (self._read, items[index].as_py(), self._values)
        )


def _whole_numbers(keys):
    """Keys as int64 where all of them are whole numbers, else None."""
    try:
        return keys.cast(pa.int64()).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid:
        return None


def _whole_number(text):
    return int(text) if text.lstrip("-").isdigit() and len(text) < 19 else -1


def _is_float(text):
    try:
        float(text)
    except ValueError:
        return False
    return True
