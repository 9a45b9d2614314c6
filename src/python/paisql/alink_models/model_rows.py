"""Model tables: a SavedModel as rows, as Alink writes it: model_id long, model_info string.

Row 0 has the name of a zip file, the rows after it the base64 of its slices. What rows hold is put on
disk as they come, so that one of them is in memory at a time. paisql.alink_task.exported_model writes them;
labelled_table has those of Keras components.
"""

import base64
import binascii
import json
import os
import zipfile

from paisql.alink_models import ModelError, places

_SHOWN_GAPS = 3


def _gaps(numbers, first, last):
    """The first numbers that are missing in a sorted list of first, ..., last, as a text; "" for none.

    Takes time and memory by the length of the list, whatever the numbers are.
    """
    found, expected = [], first
    for number in [*numbers, last + 1]:
        if number > expected:
            gap = (expected, number - 1)
            found.append("%d" % gap[0] if gap[0] == gap[1] else "%d to %d" % gap)
            if len(found) > _SHOWN_GAPS:
                return ", ".join(found[:-1]) + ", ..."
        expected = number + 1
    return ", ".join(found)


class Pieces:
    """Bytes by their numbers, in a new file: in whatever order they come, and go."""

    def __init__(self, path):
        self.path, self._stream, self._places = path, open(path, "x+b"), {}

    def __contains__(self, number):
        return number in self._places

    def __len__(self):
        return len(self._places)

    def numbers(self):
        return sorted(self._places)

    def add(self, number, content):
        self._places[number] = (self._stream.seek(0, os.SEEK_END), len(content))
        self._stream.write(content)

    def get(self, number):
        position, length = self._places[number]
        self._stream.seek(position)
        return self._stream.read(length)

    def close_in_order(self, numbers, path):
        """Makes `path` the file of the pieces of these numbers, one after the other; this one goes."""
        written = [self._places[number][0] for number in numbers]
        if len(written) == len(self._places) and written == sorted(written):
            self._stream.close()
            os.rename(self.path, path)
            return
        with open(path, "xb") as ordered:
            for number in numbers:
                ordered.write(self.get(number))
        self.remove()

    def remove(self):
        self._stream.close()
        os.remove(self.path)


class _ZipOfRows:
    """The zip file of a model's rows, and its name, which row 0 gives."""

    def __init__(self, folder, what):
        self._what, self._name = what, None
        self._path = os.path.join(folder, "rows.zip")
        self._pieces = Pieces(os.path.join(folder, "rows"))

    def add(self, number, text):
        if number is None or text is None or number < 0:
            raise ModelError("%s is not a model: a row has no model_id or no model_info" % self._what)
        if number in self._pieces or (number == 0 and self._name is not None):
            raise ModelError("%s is not a whole model: the row with model_id %d appears twice" % (self._what, number))
        if number == 0:
            self._name = text
            return
        try:
            content = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise ModelError(
                "%s is not a model: the row with model_id %d is not base64" % (self._what, number)
            ) from None
        self._pieces.add(number, content)

    def close(self):
        """(path of the zip file of the model, its name); ModelError for rows that are not a whole model."""
        if not self._pieces and self._name is None:
            raise ModelError("%s is empty: there is no model in it" % self._what)
        numbers, name, own = self._pieces.numbers(), self._name, None
        if name is not None and name.lstrip().startswith("["):
            name, own, told = self._files_of(name)
        last = max([*numbers, 1]) if own is None else told
        missing = _gaps([0] * (name is not None) + numbers, 0, last)
        if missing:
            raise ModelError(
                "%s is not a whole model: the rows with model_id %s are missing%s" % (self._what, missing, self._hint())
            )
        if own is not None and len(numbers) != told:
            raise ModelError(
                "%s is not a whole model: it has %d rows after that with model_id 0, which announces %d"
                % (self._what, len(numbers), told)
            )
        self._pieces.close_in_order(numbers if own is None else numbers[:own], self._path)
        if not zipfile.is_zipfile(self._path):
            raise ModelError(
                "%s is not a whole model: its zip file has no end, so that its last rows are missing or "
                "damaged" % self._what
            )
        return self._path, name

    def _hint(self):
        if self._name is None or not self._name.lstrip().startswith("{"):
            return ""
        return (
            "; it looks like the model of a Keras component, which keras_sequential_classifier_predict or "
            "keras_sequential_regressor_predict computes"
        )

    def _files_of(self, text):
        """(name of the model's file, how many rows it has, how many all have) of a model with a checkpoint.

        Its row 0 is JSON (ALINK:save_latest_checkpoint).
        """
        try:
            files = json.loads(text)
            name, chunks = files[0]["name"], [file["chunks"] for file in files]
        except (IndexError, KeyError, TypeError, ValueError, RecursionError):
            name, chunks = None, []
        if type(name) is not str or not chunks or any(type(one) is not int or one < 1 for one in chunks):
            raise ModelError("%s is not a model: the row with model_id 0 names neither a file nor files" % self._what)
        return name, chunks[0], sum(chunks)


def zip_of(rows, folder, what):
    """(path in the folder, name) of the zip file of a model's rows; ModelError as unpack()."""
    zipped = _ZipOfRows(folder, what)
    for number, text in rows:
        zipped.add(number, text)
    return zipped.close()


def unpack(rows, folder, what):
    """Unpacks the model of (model_id, model_info) rows, in any order, into an empty folder.

    Gives the folder with saved_model.pb. ModelError for rows that are not a whole model: one missing, one
    twice, a damaged zip file, an entry that leads out of the folder.
    """
    path, _ = zip_of(rows, folder, what)
    unpacked = os.path.join(folder, "model")
    places.unpack(path, unpacked, "the model of " + what)
    os.remove(path)
    return places.find_model(unpacked, what)
