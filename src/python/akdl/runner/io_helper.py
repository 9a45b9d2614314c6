"""Models between folders and rows."""

import os
import shutil

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
