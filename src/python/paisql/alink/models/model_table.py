"""Model tables: a SavedModel as rows, plain or with labels, as Alink writes both.

Plain: model_id long, model_info string. Row 0 has the name of a zip file, the rows behind it the base64
of its slices. Labelled (Keras components): a third column label_value; model_id is a string's number
times 2^20 plus a slice's, string 0 is JSON about the model, each string behind it the JSON
[model_id, model_info] of a plain row; rows of the string 2^31 - 1 have the labels, sorted.
"""

import base64
import binascii
import json
import os
import zipfile

from paisql.alink.models import ModelError, places

SLICE_BYTES = 1 << 20
_SLICES = 1 << 20  # of a string, at most
_LABEL_STRING = (1 << 31) - 1
_SLICE_LETTERS = 32 << 10


class _ZipOfRows:
    """Puts the slices of a zip file together on disk, in whatever order they come."""

    def __init__(self, folder, what):
        self._folder, self._what = folder, what
        self._path = os.path.join(folder, "rows")
        self._stream, self._places, self._name = open(self._path, "xb"), {}, None

    def add(self, number, text):
        if number is None or text is None or number < 0:
            raise ModelError("%s is no model: a row has no model_id or no model_info" % self._what)
        if number in self._places or (number == 0 and self._name is not None):
            raise ModelError("%s is no whole model: the row with model_id %d stands twice" % (self._what, number))
        if number == 0:
            self._name = text
            return
        try:
            content = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise ModelError(
                "%s is no model: the row with model_id %d is no base64" % (self._what, number)
            ) from None
        self._places[number] = (self._stream.tell(), len(content))
        self._stream.write(content)

    def unpack(self):
        """The folder of the SavedModel."""
        self._stream.close()
        if not self._places and self._name is None:
            raise ModelError("%s is empty: there is no model in it" % self._what)
        numbers, own = sorted(self._places), self._own_rows()
        missing = [] if self._name is not None else [0]
        last = max(numbers, default=1) if own is None else own[1]
        missing += sorted(set(range(1, last + 1)) - set(numbers))[:10]
        if missing:
            raise ModelError(
                "%s is no whole model: the rows with model_id %s are missing"
                % (self._what, ", ".join(map(str, missing)))
            )
        if own is not None:
            numbers = numbers[: own[0]]
        path = self._path + ".zip"
        written = [self._places[number][0] for number in numbers]
        if len(written) == len(self._places) and written == sorted(written):
            os.rename(self._path, path)
        else:
            self._reorder(numbers, path)
        if not zipfile.is_zipfile(path):
            raise ModelError(
                "%s is no whole model: its zip file has no end, so that its last rows are missing or "
                "damaged" % self._what
            )
        folder = os.path.join(self._folder, "model")
        places.unpack(path, folder, "the model of " + self._what)
        os.remove(path)
        return places.find_model(folder, self._what)

    def _own_rows(self):
        """(how many rows the model has, how many it and its checkpoint have) of one with a checkpoint.

        Its row 0 is JSON (ALINK:save_latest_checkpoint); None for other models.
        """
        if self._name is None or not self._name.lstrip().startswith("["):
            return None
        try:
            chunks = [int(file["chunks"]) for file in json.loads(self._name)]
            return chunks[0], sum(chunks)
        except (IndexError, KeyError, TypeError, ValueError):
            raise ModelError(
                "%s is no model: the row with model_id 0 names neither a file nor files" % self._what
            ) from None

    def _reorder(self, numbers, path):
        with open(self._path, "rb") as mixed, open(path, "xb") as ordered:
            for number in numbers:
                position, length = self._places[number]
                mixed.seek(position)
                ordered.write(mixed.read(length))
        os.remove(self._path)


def unpack(rows, folder, what):
    """Unpacks the model of (model_id, model_info) rows, in any order, into an empty folder.

    Gives the folder with saved_model.pb. ModelError for rows that are no whole model: one missing, one
    twice, a damaged zip file, an entry that leads out of the folder. Rows are held one at a time.
    """
    zipped = _ZipOfRows(folder, what)
    for number, text in rows:
        zipped.add(number, text)
    return zipped.unpack()


class Labelled:
    """meta: {name: value} of the training; labels: sorted, [] of a regression; folder: of the model.

    pipeline  the rows of a pipeline that rows go through before the network (pipeline_rows), or []
    """

    def __init__(self, meta, labels, folder, pipeline):
        self.meta, self.labels, self.folder, self.pipeline = meta, labels, folder, pipeline


def unpack_labelled(rows, folder, what):
    """The Labelled model of (model_id, model_info, label_value) rows, in any order."""
    strings, labels, seen = {}, [], set()
    for number, text, label in rows:
        if number is None or number in seen:
            raise ModelError("%s is no whole model: model_id %s stands twice" % (what, number))
        seen.add(number)
        string, part = divmod(number, _SLICES)
        if string == _LABEL_STRING:
            labels.append((part, label))
        elif text is None:
            raise ModelError("%s is no model: model_id %d has no model_info" % (what, number))
        else:
            strings.setdefault(string, {})[part] = text
    if not strings:
        raise ModelError("%s is empty: there is no model in it" % what)
    joined = {}
    for string, parts in strings.items():
        if sorted(parts) != list(range(len(parts))):
            raise ModelError("%s is no whole model: rows of its string %d are missing" % (what, string))
        joined[string] = "".join(parts[part] for part in range(len(parts)))
    if sorted(part for part, _ in labels) != list(range(len(labels))):
        raise ModelError("%s is no whole model: rows of its labels are missing" % what)
    if sorted(joined) != list(range(len(joined))):
        raise ModelError("%s is no whole model: some of its strings are missing" % what)
    meta, inner, pipeline = _read_strings(joined, what)
    found = unpack(inner, folder, what)
    return Labelled(meta, [label for _, label in sorted(labels)], found, pipeline)


def _read_strings(joined, what):
    wrong = ModelError(
        "%s is no model of Keras components: its rows are not what keras_sequential_classifier_train "
        "and keras_sequential_regressor_train write (tf_table_model_predict reads plain ones)" % what
    )
    try:
        meta = json.loads(joined[0])
        strings = [joined[number] for number in range(1, len(joined))]
        # The strings of the network: from a place on, or in an older form so many of the first.
        start = int(meta.get("tfModelPartitionStart", 0))
        size = meta.get("tfModelPartitionSize")
        own = strings[start:] if size is None else strings[: int(size)]
        inner = [json.loads(string) for string in own]
        # Alink tells of a pipeline's strings also where there are none.
        size = int(meta.get("preprocessPipelineModelPartitionSize") or 0)
        start = int(meta.get("preprocessPipelineModelPartitionStart") or 0)
        pipeline = [json.loads(string) for string in strings[start : start + size]]
    except (AttributeError, TypeError, ValueError):
        raise wrong from None
    fits = "tfModelPartitionStart" in meta or "tfModelPartitionSize" in meta
    pairs = all(
        isinstance(one, list) and len(one) == 2 and isinstance(one[0], int) and isinstance(one[1], str)
        for one in inner
    )
    if not fits or not pairs or not inner:
        raise wrong
    return meta, [(number, text) for number, text in inner], pipeline


def labelled_rows(meta, plain, labels):
    """[(model_id, model_info, label)] of a model: `plain` are its (model_id, model_info) rows."""
    strings = [json.dumps(meta)]
    strings += [json.dumps([number, text]) for number, text in plain]
    rows = []
    for number, string in enumerate(strings):
        for part, begin in enumerate(range(0, len(string), _SLICE_LETTERS)):
            text = string[begin : begin + _SLICE_LETTERS]
            rows.append((number * _SLICES + part, text, None))
    rows += [(_LABEL_STRING * _SLICES + part, None, label) for part, label in enumerate(labels)]
    return rows
