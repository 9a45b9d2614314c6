"""A SavedModel as rows of a table, as Alink has it: model_id long, model_info string.

Row 0 has the name of a zip file; rows 1, 2, ... the base64 of its slices of 1 MiB each. The zip holds
the content of the model's folder, saved_model.pb at its top.
"""

import base64
import io
import json
import os
import time
import zipfile

from paisql.alink_task import TaskError

SLICE_BYTES = 1 << 20


def find_model(folder):
    """The folder that holds saved_model.pb: `folder` itself, or the newest one within it.

    tf.estimator exports into a folder with the time as its name, tf.saved_model.save into the given one.
    """
    if _is_model(folder):
        return folder
    within = []
    if os.path.isdir(folder):
        within = [os.path.join(folder, name) for name in os.listdir(folder)]
    models = [path for path in within if _is_model(path)]
    if not models:
        raise TaskError(
            "the script has exported no SavedModel to task_config.saved_model_dir: there is no "
            "saved_model.pb, in it or in a folder of it"
        )
    return max(models, key=lambda path: (os.path.getmtime(path), path))


def _is_model(folder):
    return os.path.isfile(os.path.join(folder, "saved_model.pb"))


def zipped(folder):
    """The content of a folder as the bytes of a zip file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for base, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(folders) + sorted(names):
                path = os.path.join(base, name)
                archive.write(path, os.path.relpath(path, folder))
    return stream.getvalue()


def slices(content, name=None):
    """[(model_id, model_info)] of the bytes of a zip file."""
    rows = [(0, name or "%d.zip" % time.time())]
    for number, start in enumerate(range(0, len(content), SLICE_BYTES), 1):
        part = content[start : start + SLICE_BYTES]
        rows.append((number, base64.b64encode(part).decode("ascii")))
    return rows


def content_of(rows):
    """(name, bytes of the zip file) of a model table's rows, in any order.

    TaskError for a table that is no model, and for one of which rows are missing or stand twice.
    """
    ordered = sorted(rows)
    numbers = [number for number, _ in ordered]
    if numbers != list(range(len(ordered))) or len(ordered) < 2:
        missing = sorted(set(range(max(numbers, default=0) + 1)) - set(numbers))
        raise TaskError(
            "this is no whole model: its rows are not model_id 0, 1, 2, ... once each"
            + (" (missing: %s)" % ", ".join(map(str, missing[:10])) if missing else "")
        )
    try:
        content = b"".join(base64.b64decode(text, validate=True) for _, text in ordered[1:])
    except ValueError as error:
        raise TaskError("this is no model: its rows are no base64 (%s)" % error) from None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            damaged = archive.testzip()
    except zipfile.BadZipFile as error:
        raise TaskError(
            "this is no whole model: its zip file ends too early (%s)" % error
        ) from None
    if damaged is not None:
        raise TaskError("the model is damaged: %s in its zip file" % damaged)
    return ordered[0][1], content


def emit(folder, writer):
    """Writes the model in `folder` as rows through an output_writer."""
    _write(slices(zipped(folder)), writer)


def slices_of_files(files):
    """[(model_id, model_info)] of several files, [(name, bytes)], one behind the other.

    Row 0 is JSON that tells of each file its name, size, chunk_size and chunks, how many rows it has.
    """
    told, rows = [], []
    for name, content in files:
        parts = slices(content, name)[1:]
        told.append(
            {"name": name, "size": len(content), "chunk_size": SLICE_BYTES, "chunks": len(parts)}
        )
        rows += [text for _, text in parts]
    return [(0, json.dumps(told)), *enumerate(rows, 1)]


def emit_with_checkpoint(folder, checkpoint, writer):
    """Writes the model in `folder` and the content of the folder `checkpoint` as rows."""
    if not os.path.isdir(checkpoint) or not os.listdir(checkpoint):
        raise TaskError(
            "ALINK:save_latest_checkpoint: the script has kept no checkpoint in "
            "task_config.latest_ckpt_dir"
        )
    now = "%d" % time.time()
    names = [now + ".zip", os.path.basename(checkpoint.rstrip("/")) + ".zip"]
    _write(slices_of_files(zip(names, map(zipped, (folder, checkpoint)))), writer)


def _write(rows, writer):
    import tensorflow as tf

    for number, text in rows:
        feature = {
            "model_id": tf.train.Feature(int64_list=tf.train.Int64List(value=[number])),
            "model_info": tf.train.Feature(bytes_list=tf.train.BytesList(value=[text.encode()])),
        }
        writer.write(tf.train.Example(features=tf.train.Features(feature=feature)))
