"""A process of Alink's Keras components: the table's rows as Examples, the training, the model's rows.

The statement's part is the JSON in the variable PAISQL_ALINK: kind ("classifier" or "regressor"),
input, output: URLs; tensor, label: columns; layers, optimizer, learning_rate, epochs, batch_size,
validation_split, best_only, best_metric, patience, checkpoints, checkpoint_epochs, checkpoint_seconds,
remove_checkpoints, threads (docs/alink.md).
"""

import itertools
import json
import os
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from akdl.models.tf.keras_sequential import layer_texts
from paisql.alink_models import ModelError, labelled_table, table_job, tensor_cells
from paisql.alink_task import exported_model as plain_table
from paisql.alink_task import task_cluster, threads
from paisql.job.manifest import TableUrl, current_job
from paisql.tables import columns as column_rules
from paisql.tables import staged_file
from paisql.tables.rows import RowRange

_ROWS_TOGETHER = 256  # of a model, 8 MiB of text


class _Numbers:
    """An input of the network, of which the column alone says the shape."""

    name, dtype, type_name, shape = "tensor", np.dtype(np.float32), "DT_FLOAT", None

    def __str__(self):
        return "tensor of numbers"


def run():
    """Runs the job of a Keras component."""
    table_job.run_task(_run, layer_texts.TextError)


def _run(settings):
    # What is wrong with the texts is said before TensorFlow is imported.
    for text in settings["layers"]:
        layer_texts.read_layer(text)
    layer_texts.read_optimizer(settings["optimizer"])
    place = task_cluster.export()
    work_dir = os.path.join(os.getcwd(), os.environ.get("PAISQL_PROCESS", "worker-0"))
    shutil.rmtree(work_dir, ignore_errors=True)
    os.makedirs(work_dir)
    threads.use(settings["threads"])
    labels = None if settings["kind"] == "regressor" else _labels(settings)
    path = os.path.join(work_dir, "dataset.tfrecords")
    length, shape = _write_rows(settings, place, labels, path)

    from akdl.models.tf.keras_sequential import keras_sequential_main
    from akdl.runner import config

    folder = os.path.join(work_dir, "savedmodel")
    task = config.TrainTaskConfig(
        tf_context=None,
        num_workers=place.workers,
        cluster=place.cluster,
        task_type=place.task_type,
        task_index=place.task_index,
        work_dir=work_dir,
        user_params=_params(settings, labels, shape),
        dataset_file=path,
        dataset_length=length,
        saved_model_dir=folder,
    )
    keras_sequential_main.main(task)
    os.remove(path)
    if place.is_chief:
        _write_model(settings, labels, plain_table.find_model(folder))


def _params(settings, labels, shape):
    return {
        "tensor_cols": json.dumps([settings["tensor"]]),
        "label_col": settings["label"],
        "label_type": "float" if labels is None else "int",
        "num_classes": 0 if labels is None else len(labels),
        "shape": json.dumps(list(shape)),
        "model_config": json.dumps({"layers": settings["layers"]}),
        "optimizer": settings["optimizer"],
        "learning_rate": settings.get("learning_rate"),
        "num_epochs": settings["epochs"],
        "batch_size": settings["batch_size"],
        "validation_split": settings.get("validation_split"),
        "save_best_only": settings["best_only"],
        "best_metric": settings["best_metric"],
        "patience": settings["patience"],
        "checkpoint_dir": settings.get("checkpoints"),
        "save_checkpoints_epochs": settings.get("checkpoint_epochs"),
        "save_checkpoints_secs": settings.get("checkpoint_seconds"),
        "ALINK:remove_checkpoint_before_training": settings["remove_checkpoints"],
    }


def _labels(settings):
    """The distinct labels, sorted; ModelError for a NULL and for fewer than two."""
    found, position = set(), 0
    for (array,) in RowRange(settings["input"], [settings["label"]]).chunks():
        _refuse_null(settings["label"], array, position)
        found.update(pc.unique(array).to_pylist())
        position += len(array)
    if len(found) < 2:
        raise ModelError(
            "column '%s' has %d label%s, and a classifier tells two or more apart"
            % (settings["label"], len(found), "" if len(found) == 1 else "s")
        )
    if any(isinstance(label, float) and label != label for label in found):
        raise ModelError("column '%s' has a NaN, which is not a label" % settings["label"])
    return sorted(found)


def _refuse_null(name, array, position):
    """ModelError for a NULL in a column's values after so many rows."""
    if array.null_count:
        row = pc.index(array.is_null(), True).as_py()
        raise ModelError(
            "column '%s' is NULL in row %d: a query with WHERE %s IS NOT NULL leaves it out"
            % (name, position + row + 1, name)
        )


def _write_rows(settings, place, labels, path):
    """Writes this worker's rows; gives how many, and the shape of a tensor.

    Row i goes to worker i modulo their number; workers with a row less get the table's last one again.
    """
    import tensorflow as tf

    tensor, label, spec = settings["tensor"], settings["label"], _Numbers()
    rows = RowRange(settings["input"], [tensor, label])
    tensor_cells.check(tensor, column_rules.file_type(rows.columns[0].type), spec)
    index = None if labels is None else {one: number for number, one in enumerate(labels)}
    position, shape, length, last = 0, None, 0, None
    with tf.io.TFRecordWriter(path) as writer:
        for tensors, told in rows.chunks():
            for name, array in ((tensor, tensors), (label, told)):
                _refuse_null(name, array, position)
            read = tensor_cells.read(tensor, tensors, spec, position + 1)
            shape = _common_shape(read, shape, tensor, position)
            values = read.values.astype(np.float32).reshape(len(told), -1)
            numbers = _label_numbers(told, index)
            encode = _encoder(tensor, label, values.shape[1])
            for row in range((place.index - position) % place.workers, len(told), place.workers):
                writer.write(encode(values[row], numbers[row]))
                length += 1
            position, last = position + len(told), encode(values[-1], numbers[-1])
        if position == 0:
            raise ModelError("the input has no rows to train on")
        extra = position % place.workers
        if extra and place.index >= extra:
            writer.write(last)
            length += 1
    return length, shape


def _common_shape(read, shape, name, position):
    """The one shape of all tensors; ModelError names the first row that has another."""
    for row in range(len(read.offsets) - 1):
        own = read.shape(row)
        own = tuple(own) if own else (read.length(row),)
        if shape is None:
            shape = own
        elif own != shape:
            raise ModelError(
                "column '%s', row %d: its shape is %s, and that of the first row %s"
                % (name, position + row + 1, list(own), list(shape))
            )
        if read.shapes is None and row == 0 and _even(read):
            break
    return shape


def _even(read):
    lengths = np.diff(read.offsets)
    return bool((lengths == lengths[0]).all())


def _label_numbers(told, index):
    if index is None:
        return told.cast(pa.float32(), safe=False).to_numpy(zero_copy_only=False)
    return np.array([index[one] for one in told.to_pylist()], np.float32)


def _encoder(tensor, label, elements):
    """A function (values, number) that gives the bytes of a tf.train.Example of two float_lists.

    All records of one length have the same bytes around their numbers, so these are made once.
    """
    import tensorflow as tf

    feature = tf.train.Feature
    marks = np.full(elements, np.float32(1.5)), np.array([2.5], np.float32)
    example = tf.train.Example(
        features=tf.train.Features(
            feature={
                tensor: feature(float_list=tf.train.FloatList(value=marks[0])),
                label: feature(float_list=tf.train.FloatList(value=marks[1])),
            }
        )
    )
    frame = example.SerializeToString(deterministic=True)
    first, second = (frame.find(mark.tobytes()) for mark in marks)
    size = 4 * elements

    def encode(values, number):
        record = bytearray(frame)
        record[first : first + size] = values.tobytes()
        record[second : second + 4] = np.float32(number).tobytes()
        return bytes(record)

    return encode


def _write_model(settings, labels, folder):
    meta = {
        "tfInputCols": json.dumps([settings["tensor"]]),
        "tfOutputSignatureDef": json.dumps("logits"),
        "isOutputLogits": json.dumps(True),
        "tfModelPartitionStart": json.dumps(0),
    }
    output = current_job().find_output(TableUrl(settings["output"]))
    fields = [(column.name, column_rules.file_type(column.type)) for column in output.columns]
    made = staged_file.StagedFile(output.staging, 0, fields)
    rows = labelled_table.rows_of(meta, plain_table.rows_of(folder), labels or [])
    while together := list(itertools.islice(rows, _ROWS_TOGETHER)):
        made.append([pa.array(values, kind) for values, (_, kind) in zip(zip(*together), fields)])
    made.close()
