"""A SavedModel as rows of a table, as Alink has it: model_id long, model_info string.

Row 0 has the name of a zip file; rows 1, 2, ... the base64 of its slices of 1 MiB each. The zip holds
the content of the model's folder, saved_model.pb at its top. Zip files lie on disk, and one slice at a
time is in memory. paisql.alink_models.model_rows reads the rows.
"""

import base64
import contextlib
import json
import os
import tempfile
import time
import zipfile

from paisql.alink_task import TaskError

SLICE_BYTES = 1 << 20
_MODEL_FILES = ("saved_model.pb", "saved_model.pbtxt")
_NO_MODELS = (".keras", ".h5", ".hdf5", ".ckpt", ".index", ".pt", ".onnx")  # that frameworks write elsewhere
_MOST_TOLD = 10  # names of files in an error


def newest_model(folder):
    """The folder that holds a SavedModel, or None: `folder` itself, or the newest one of those in it, or in these.

    tf.estimator exports into a folder with the time as its name, tf.saved_model.save into the given one.
    """
    if _is_model(folder):
        return folder
    within = _folders_in(folder)
    for places in (within, [path for one in within for path in _folders_in(one)]):
        models = [path for path in places if _is_model(path)]
        if models:
            return max(models, key=lambda path: (os.path.getmtime(path), path))
    return None


def _folders_in(folder):
    if not os.path.isdir(folder):
        return []
    return [one.path for one in os.scandir(folder) if one.is_dir()]


def _is_model(folder):
    return any(os.path.isfile(os.path.join(folder, name)) for name in _MODEL_FILES)


def find_model(folder):
    """As newest_model; TaskError where a script has exported none."""
    found = newest_model(folder)
    if found is None:
        raise TaskError(
            "the script has exported no SavedModel to task_config.saved_model_dir: there is no "
            "saved_model.pb, in it or in a folder of it; " + _in_words(folder)
        )
    return found


def _in_words(folder):
    """What lies in a folder without a model, two levels of it."""
    found = []
    for base, folders, names in os.walk(folder):
        folders.sort()
        below = os.path.relpath(base, folder)
        found += [os.path.normpath(os.path.join(below, name)) for name in sorted(names)]
        if below != ".":
            found += [] if names or folders else [below + "/"]
            folders.clear()
    if not found:
        return "it is empty" if os.path.isdir(folder) else "it does not exist"
    told = "it has " + ", ".join(found[:_MOST_TOLD]) + (", ..." if len(found) > _MOST_TOLD else "")
    other = next((name for name in found if name.endswith(_NO_MODELS)), None)
    if other is None:
        return told
    return "%s, and %s is not a SavedModel: tf.saved_model.save(model, task_config.saved_model_dir) writes one" % (
        told,
        other,
    )


def zip_into(stream, folder):
    """Writes the content of a folder as a zip file into a binary stream; gives how many bytes it has."""
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for base, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(folders) + sorted(names):
                path = os.path.join(base, name)
                archive.write(path, os.path.relpath(path, folder))
    return stream.tell()


@contextlib.contextmanager
def _zipped(folder):
    """(a stream of the folder's zip file, its size in bytes) as long as the context lives."""
    # A job's working folder lies on a disk, which the system's folder of temporary files need not.
    with tempfile.TemporaryFile(dir=os.getcwd()) as stream:
        size = zip_into(stream, folder)
        stream.seek(0)
        yield stream, size


def texts_of(stream):
    """The base64 of each slice of a binary stream, from its place on."""
    while part := stream.read(SLICE_BYTES):
        yield base64.b64encode(part).decode("ascii")


def rows_of(folder, name=None):
    """Yields (model_id, model_info) of the model in a folder; name: of its zip file."""
    with _zipped(folder) as (stream, _):
        yield 0, name or "%d.zip" % time.time()
        yield from enumerate(texts_of(stream), 1)


def _rows_of_several(named):
    """As rows_of, of several folders, [(name of the zip file, folder)], one after the other.

    Row 0 is JSON with each file's name, size, chunk_size and chunks, how many rows it has.
    """
    with contextlib.ExitStack() as opened:
        made = [(name, *opened.enter_context(_zipped(folder))) for name, folder in named]
        told = [
            {"name": name, "size": size, "chunk_size": SLICE_BYTES, "chunks": -(-size // SLICE_BYTES)}
            for name, _, size in made
        ]
        yield 0, json.dumps(told)
        yield from enumerate((text for _, stream, _ in made for text in texts_of(stream)), 1)


def emit(folder, writer):
    """Writes the model in `folder` as rows through an output_writer."""
    _write(rows_of(folder), writer)


def emit_with_checkpoint(folder, checkpoint, writer):
    """Writes the model in `folder` and the content of the folder `checkpoint` as rows."""
    if not os.path.isdir(checkpoint) or not os.listdir(checkpoint):
        raise TaskError(
            "ALINK:save_latest_checkpoint: the script has kept no checkpoint in task_config.latest_ckpt_dir"
        )
    names = ["%d.zip" % time.time(), os.path.basename(checkpoint.rstrip("/")) + ".zip"]
    _write(_rows_of_several(zip(names, (folder, checkpoint))), writer)


def _write(rows, writer):
    import tensorflow as tf

    for number, text in rows:
        feature = {
            "model_id": tf.train.Feature(int64_list=tf.train.Int64List(value=[number])),
            "model_info": tf.train.Feature(bytes_list=tf.train.BytesList(value=[text.encode()])),
        }
        writer.write(tf.train.Example(features=tf.train.Features(feature=feature)))
