"""Models between folders and rows."""

import io
import os
import shutil
import zipfile

from paisql.alink_task import model_table


def find_timestamp_dir(path):
    """The folder of a SavedModel: `path`, or the newest one in it."""
    return model_table.find_model(path)


def pack_dir_to_file(path, file_path):
    """Packs the content of a folder as a zip file."""
    with open(file_path, "wb") as stream:
        stream.write(model_table.zipped(path))
    return file_path


def output_model_to_flink(model_dir, writer):
    """Writes the SavedModel in `model_dir`, or in a folder of it, as rows (model_id, model_info)."""
    model_table.emit(model_table.find_model(model_dir), writer)


def remove_checkpoint_files(path):
    """Empties a folder of checkpoints, if there is one."""
    if os.path.isdir(path):
        shutil.rmtree(path)


def unpack_model_from_flink(model_path, work_dir):
    """Unpacks a model below work_dir; gives the folder, whose name is that of the zip file without its end.

    model_path  a file with a line "model_id model_info" a row, as a broadcast table is written
    """
    rows = []
    with open(model_path, encoding="utf-8") as stream:
        for line in stream:
            number, _, text = line.rstrip("\n").partition(" ")
            rows.append((int(number), text))
    name, content = model_table.content_of(rows)
    folder = os.path.join(work_dir, os.path.splitext(os.path.basename(name))[0])
    # extractall() leaves roots and .. out of names, and makes no links.
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return folder


def gfile_copy_dir_content(source, target):
    """Copies what is in a folder into another one, which is made; either may be at oss://."""
    import tensorflow as tf

    tf.io.gfile.makedirs(target)
    for name in tf.io.gfile.listdir(source):
        begin, end = (os.path.join(folder, name.rstrip("/")) for folder in (source, target))
        if tf.io.gfile.isdir(begin):
            gfile_copy_dir_content(begin, end)
        else:
            tf.io.gfile.copy(begin, end, overwrite=True)
