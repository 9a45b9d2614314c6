"""Model tables with labels, as Alink's Keras components write them: model_id, model_info, label_value.

model_id is a string's number times 2^20 plus that of a slice of it. String 0 is JSON about the model, each
string after it the JSON [model_id, model_info] of a plain row (model_rows); the rows of the string
2^31 - 1 have the labels, sorted. One string is in memory at a time.
"""

import json
import os

from paisql.alink_models import ModelError, model_rows

_SLICES = 1 << 20  # of a string, at most
_LABELS = ((1 << 31) - 1) * _SLICES  # the model_id of the first label
_SLICE_LETTERS = 32 << 10


class Labelled:
    """meta: {name: value} of the training; labels: sorted, [] of a regression; folder: of the model.

    pipeline  the rows of a pipeline that rows go through before the network (pipeline_rows), or []
    """

    def __init__(self, meta, labels, folder, pipeline):
        self.meta, self.labels, self.folder, self.pipeline = meta, labels, folder, pipeline


class _Strings:
    """The strings of a labelled table, each of which is read when it is asked for."""

    def __init__(self, pieces, what):
        self._pieces = pieces
        numbers = pieces.numbers()
        counts = {}
        for number in numbers:
            string, part = divmod(number, _SLICES)
            if part != counts.get(string, 0):
                raise ModelError("%s is not a whole model: rows of its string %d are missing" % (what, string))
            counts[string] = part + 1
        if list(counts) != list(range(len(counts))):
            raise ModelError("%s is not a whole model: some of its strings are missing" % what)
        self._counts = counts

    def __len__(self):
        return len(self._counts)

    def json(self, string):
        """The value that a string is JSON of; ValueError for any other value."""
        first = string * _SLICES
        parts = [self._pieces.get(first + part) for part in range(self._counts[string])]
        try:
            return json.loads(b"".join(parts).decode("utf-8", "surrogatepass"))
        except RecursionError:
            raise ValueError("lists within lists") from None


def unpack(rows, folder, what):
    """The Labelled model of (model_id, model_info, label_value) rows, in any order; as model_table.unpack()."""
    pieces, labels = model_rows.Pieces(os.path.join(folder, "strings")), {}
    for number, text, label in rows:
        if number is None or number < 0:
            raise ModelError("%s is not a model: a row has no model_id" % what)
        if number in pieces or number in labels:
            raise ModelError("%s is not a whole model: model_id %d appears twice" % (what, number))
        if number >= _LABELS:
            labels[number] = label
        elif text is None:
            raise ModelError("%s is not a model: model_id %d has no model_info" % (what, number))
        else:
            pieces.add(number, text.encode("utf-8", "surrogatepass"))
    if not pieces:
        raise ModelError("%s is empty: there is no model in it" % what)
    strings = _Strings(pieces, what)
    told = sorted(labels)
    if told != list(range(_LABELS, _LABELS + len(told))):
        raise ModelError("%s is not a whole model: rows of its labels are missing" % what)
    meta, own, pipeline = _read_strings(strings, what)
    found = model_rows.unpack(own, folder, what)
    pieces.remove()
    return Labelled(meta, [labels[number] for number in told], found, pipeline)


def _no_labelled(what):
    return ModelError(
        "%s is not a model of Keras components: its rows are not what keras_sequential_classifier_train "
        "and keras_sequential_regressor_train write (tf_table_model_predict reads plain ones)" % what
    )


def _read_strings(strings, what):
    """(meta, the plain rows of the network one after the other, the rows of a pipeline before it)."""
    last = len(strings)
    try:
        meta = strings.json(0)
        if "tfModelPartitionStart" not in meta and "tfModelPartitionSize" not in meta:
            raise _no_labelled(what)
        # The strings of the network: from a place on, or in an older form so many of the first.
        start, size = int(meta.get("tfModelPartitionStart", 0)), meta.get("tfModelPartitionSize")
        own = range(1, last)[start:] if size is None else range(1, last)[: int(size)]
        # Alink names a pipeline's strings also where it has no strings.
        size = int(meta.get("preprocessPipelineModelPartitionSize") or 0)
        start = int(meta.get("preprocessPipelineModelPartitionStart") or 0)
        pipeline = [strings.json(number) for number in range(1, last)[start : start + size]]
    except (AttributeError, TypeError, ValueError):
        raise _no_labelled(what) from None
    if not own:
        raise _no_labelled(what)
    return meta, _plain_rows(strings, own, what), pipeline


def _plain_rows(strings, numbers, what):
    for string in numbers:
        try:
            number, text = strings.json(string)
        except (TypeError, ValueError):
            raise _no_labelled(what) from None
        if type(number) is not int or type(text) is not str:
            raise _no_labelled(what)
        yield number, text


def rows_of(meta, plain, labels):
    """Yields (model_id, model_info, label) of a model: `plain` gives its (model_id, model_info) rows."""
    yield from _sliced(0, json.dumps(meta))
    for string, row in enumerate(plain, 1):
        yield from _sliced(string, json.dumps(list(row)))
    for part, label in enumerate(labels):
        yield _LABELS + part, None, label


def _sliced(string, text):
    for part, begin in enumerate(range(0, len(text), _SLICE_LETTERS)):
        yield string * _SLICES + part, text[begin : begin + _SLICE_LETTERS], None
