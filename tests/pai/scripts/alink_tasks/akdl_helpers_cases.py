"""akdl's helpers of models, files and writers as scripts written for Alink call them."""

import base64
import contextlib
import importlib
import inspect
import io
import json
import os
import tempfile
import zipfile

import tensorflow.compat.v1 as tf
from akdl_made import Kept, rows_file
from cases import case, fails

from akdl.models.tf.keras_sequential import metrics_from_logits
from akdl.runner import io_helper, output_writer, tf_helper

@case
def a_model_and_its_checkpoint_are_rows():
    with tempfile.TemporaryDirectory() as folder:
        kept = Kept()
        for name in ("saved/17/saved_model.pb", "saved/17/variables/a", "ckpt/model.ckpt-1.index"):
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as stream:
                stream.write(os.urandom(1500000) if name.endswith("a") else name.encode())
        saved, checkpoint = (os.path.join(folder, name) for name in ("saved", "ckpt"))
        io_helper.output_model_ckpt_to_flink(saved, checkpoint, kept)
        told = json.loads(kept.rows[0][1])
        assert [one["chunks"] for one in told] == [2, 1]
        assert all(one["chunk_size"] == 1 << 20 for one in told)
        assert [number for number, _ in kept.rows] == list(range(4))
        parts = [base64.b64decode(text) for _, text in kept.rows[1:]]
        for content, names in (
            (b"".join(parts[:2]), {"saved_model.pb", "variables/", "variables/a"}),
            (parts[2], {"model.ckpt-1.index"}),
        ):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                assert set(archive.namelist()) == names
        assert [len(b"".join(parts[:2])), len(parts[2])] == [one["size"] for one in told]
        empty = os.path.join(folder, "nothing")
        fails(Exception, "has kept no checkpoint", lambda: io_helper.output_model_ckpt_to_flink(saved, empty, kept))
        packed = io_helper.pack_dir_to_file(os.path.join(saved, "17"), 1 << 20)
        assert packed["name"] == os.path.join(saved, "17.zip") and packed["chunks"] == 2
        assert packed["size"] == os.path.getsize(packed["name"])


SIGNATURES = {
    "akdl.engine.inputs.parse_feature_specs": "example_config",
    "akdl.engine.inputs.get_example_parser": "feature_specs label_col",
    "akdl.engine.inputs.get_feature_placeholders": "placeholders_config export_batch_dim=False **",
    "akdl.engine.inputs.get_dataset": "feature_specs raw_dataset_fn label_col batch_size num_epochs "
    "num_parallel_calls=8 shuffle_factor=10 prefetch_buffer_size=None post_process_dataset=None **",
    "akdl.engine.inputs.get_dataset_fn": "**",
    "akdl.engine.run_config.generate_run_config": "intra_op_parallelism_threads=None "
    "inter_op_parallelism_threads=1 log_device_placement=False save_checkpoints_steps=50 "
    "log_step_count_steps=10 keep_checkpoint_max=1 device_count=None gpu_devices=None **",
    "akdl.engine.train.train_estimator": "estimator input_config train_config export_config task_config",
    "akdl.engine.train.train_estimator_one_worker": "estimator input_config train_config export_config task_config",
    "akdl.engine.train.train_keras_model": "model input_config train_config task_config",
    "akdl.runner.config.BatchTaskConfig": "dataset_file dataset_length output_writer **",
    "akdl.runner.config.StreamTaskConfig": "dataset_fn output_writer **",
    "akdl.runner.config.TrainTaskConfig": "dataset_file dataset_length saved_model_dir latest_ckpt_dir=None **",
    "akdl.runner.io_helper.file_io_copy_fix": "src dst overwrite=False",
    "akdl.runner.io_helper.find_timestamp_dir": "saved_model_dir",
    "akdl.runner.io_helper.gfile_copy_dir_content": "remote_dir local_dir",
    "akdl.runner.io_helper.output_model_ckpt_to_flink": "saved_model_dir latest_ckpt_dir output_writer",
    "akdl.runner.io_helper.output_model_to_flink": "model_dir output_writer",
    "akdl.runner.io_helper.pack_dir_to_file": "directory chunk_size",
    "akdl.runner.io_helper.remove_checkpoint_files": "model_dir",
    "akdl.runner.io_helper.unpack_model_from_flink": "model_path work_dir",
    "akdl.runner.output_writer.OutputWriter": "output_writer_op",
    "akdl.runner.output_writer.get_fake_output_writer": "",
    "akdl.runner.tf_helper.preview_tfrecords_file": "filepath count=None",
    "akdl.runner.tf_helper.set_intra_op_parallelism": "intra_op_parallelism_threads=1",
}


@case
def functions_have_the_arguments_of_the_original():
    for path, wanted in SIGNATURES.items():
        module, _, name = path.rpartition(".")
        function = getattr(importlib.import_module(module), name)
        found = []
        for one in inspect.signature(function).parameters.values():
            default = "" if one.default is one.empty else "=%r" % (one.default,)
            found.append("**" if one.kind is one.VAR_KEYWORD else one.name + default)
        assert " ".join(found) == wanted, path


@case
def a_file_is_copied_once():
    with tempfile.TemporaryDirectory() as folder:
        source, target = (os.path.join(folder, name) for name in "ab")
        with open(source, "w") as stream:
            stream.write("x")
        io_helper.file_io_copy_fix(source, target)
        fails(ValueError, "exists", lambda: io_helper.file_io_copy_fix(source, target))
        io_helper.file_io_copy_fix(source, target, overwrite=True)
        assert open(target).read() == "x"


@case
def metrics_take_logits():
    with tf.Graph().as_default(), tf.Session() as session:
        for from_logits, wanted in ((True, 0.75), (False, 0.5)):
            metric = metrics_from_logits.BinaryAccuracy(from_logits=from_logits, threshold=0.3)
            update = metric.update_state([[1.0], [1.0], [0.0], [0.0]], [[0.2], [0.1], [-5.0], [0.0]])
            session.run([variable.initializer for variable in metric.variables])
            session.run(update)
            assert session.run(metric.result()) == wanted, from_logits
            assert metric.get_config()["from_logits"] is from_logits


@case
def a_writer_works_by_an_operation():
    kept = []

    def operations(tensors):
        return tf.py_func(lambda text: kept.append(text), tensors, []), tf.no_op()

    writer = output_writer.OutputWriter(operations)
    example = tf.train.Example()
    example.features.feature["a"].int64_list.value.append(5)
    writer.write(example)
    writer.close()
    assert kept == [example.SerializeToString()]


@case
def rows_are_shown():
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        tf_helper.preview_tfrecords_file(rows_file(folder), 2)
        assert out.getvalue().startswith("0 features") and "\n1 features" in out.getvalue()
        assert "\n2 features" not in out.getvalue()
        writer = output_writer.get_fake_output_writer()
        writer.write(tf.train.Example())
        writer.close()
