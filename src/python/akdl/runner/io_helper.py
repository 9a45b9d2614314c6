"""Models between folders and rows."""

import fnmatch
import os
import tempfile

from paisql.alink_models import number_text
from paisql.alink_task import TaskError, exported_model


def find_timestamp_dir(saved_model_dir):
    """The folder of a SavedModel: this one, or the newest one in it."""
    return exported_model.find_model(saved_model_dir)


def pack_dir_to_file(directory, chunk_size):
    """Packs the content of a folder as the zip file beside it, <directory>.zip.

    Gives {"name": its path, "size": in bytes, "chunk_size", "chunks": how many of these it has}.
    """
    path = directory.rstrip("/") + ".zip"
    with open(path, "wb") as stream:
        size = exported_model.zip_into(stream, directory)
    return {"name": path, "size": size, "chunk_size": chunk_size, "chunks": -(-size // chunk_size)}


def output_model_to_flink(model_dir, output_writer):
    """Writes the SavedModel in `model_dir`, or in a folder of it, as rows (model_id, model_info)."""
    exported_model.emit(exported_model.find_model(model_dir), output_writer)


def output_model_ckpt_to_flink(saved_model_dir, latest_ckpt_dir, output_writer):
    """As output_model_to_flink, with the folder of a checkpoint after the model."""
    found = exported_model.find_model(saved_model_dir)
    exported_model.emit_with_checkpoint(found, latest_ckpt_dir, output_writer)


# What tf.estimator, a script with tf.train.CheckpointManager, and Keras write into a folder of checkpoints.
_ESTIMATORS = ("graph.pbtxt", "pipeline.config", "version", "model.ckpt-*", "atexit_sync_*", "events.out.tfevents.*")
KERAS_CHECKPOINTS = ("checkpoint", "ckpt-[0-9]*.index", "ckpt-[0-9]*.data-[0-9]*-of-[0-9]*")
_CHECKPOINT_FOLDERS = ("keras", "eval_val", "export", "best_ckpt", "pretrained_ckpt")


def remove_files(folder, patterns):
    """Removes the files of a folder, if it is there, whose names match one of the patterns of fnmatch."""
    import tensorflow as tf

    gfile = tf.io.gfile
    for name in gfile.listdir(folder) if gfile.isdir(folder) else ():
        path = os.path.join(folder, name)
        if any(fnmatch.fnmatchcase(name, one) for one in patterns) and not gfile.isdir(path):
            gfile.remove(path)


def remove_checkpoint_files(model_dir):
    """Takes checkpoints, events and exports out of a folder, if it is there; other files stay."""
    import tensorflow as tf

    gfile = tf.io.gfile
    remove_files(model_dir, KERAS_CHECKPOINTS + _ESTIMATORS)
    for name in _CHECKPOINT_FOLDERS:
        if gfile.isdir(os.path.join(model_dir, name)):
            gfile.rmtree(os.path.join(model_dir, name))


def unpack_model_from_flink(model_path, work_dir):
    """Unpacks a model into a folder of work_dir, which is given back; a SavedModel that is there is replaced.

    Its name is that of the zip file without its end.
    model_path  a file with a line "model_id model_info" a row, as a broadcast table is written
    TaskError for rows that are not a whole model, a name that is not a plain file name, an entry that leads
    out of the folder, and another folder of that name.
    """
    from paisql.alink_models import ModelError, model_rows, places

    os.makedirs(work_dir, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(dir=work_dir, prefix="model-") as unfinished:
            path, name = model_rows.zip_of(_rows_of(model_path), unfinished, "the model")
            folder = os.path.join(work_dir, _folder_name(name))
            if os.path.lexists(folder) and not _holds_model(folder):
                raise TaskError("%s exists and holds no SavedModel; only a SavedModel is replaced" % folder)
            unpacked = os.path.join(unfinished, "unpacked")
            places.unpack(path, unpacked, "the model")
            if os.path.lexists(folder):
                os.rename(folder, os.path.join(unfinished, "before"))
            os.rename(unpacked, folder)
    except ModelError as error:
        raise TaskError(str(error)) from None
    return folder


def _holds_model(folder):
    return not os.path.islink(folder) and os.path.isfile(os.path.join(folder, "saved_model.pb"))


def _rows_of(model_path):
    with open(model_path, encoding="utf-8") as stream:
        for line in stream:
            number, _, text = line.rstrip("\n").partition(" ")
            try:
                yield number_text.integer(number), text
            except ValueError as error:
                raise TaskError("%s is not a model's: its model_id %s" % (model_path, error)) from None


def _folder_name(name):
    """The name of a zip file without its end; TaskError where that could be another folder."""
    stem = os.path.splitext(name)[0]
    if stem in ("", ".", "..") or any(letter in name for letter in "/\\\0"):
        raise TaskError(
            "the model is refused: the row with model_id 0 has '%s', which is not a name of a zip file" % name[:80]
        )
    return stem


def gfile_copy_dir_content(remote_dir, local_dir):
    """Copies what is in a folder into another one, which is made; either may be at oss://."""
    import tensorflow as tf

    tf.io.gfile.makedirs(local_dir)
    for name in tf.io.gfile.listdir(remote_dir):
        begin, end = (os.path.join(folder, name.rstrip("/")) for folder in (remote_dir, local_dir))
        if tf.io.gfile.isdir(begin):
            gfile_copy_dir_content(begin, end)
        else:
            tf.io.gfile.copy(begin, end, overwrite=True)


def file_io_copy_fix(src, dst, overwrite=False):
    """Copies a file, either end of which may be at oss://; ValueError for one that is there already."""
    import tensorflow as tf

    if not overwrite and tf.io.gfile.exists(dst):
        raise ValueError("dst file %s exists." % dst)
    tf.io.gfile.copy(src, dst, overwrite=True)
