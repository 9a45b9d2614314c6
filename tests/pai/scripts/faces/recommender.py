"""A recommender as libraries of the PAI-TF time are written (EasyRec above all): train, export, predict.

--cmd=train    1 ps, and workers of which the second evaluates: this script makes TF_CONFIG of that itself.
               --tables are those of training and evaluation, --model_dir an oss:// folder, whose `export`
               gets SavedModels with an asset.
--cmd=predict  each worker loads the SavedModel, reads its slice of --tables, writes its slice of --outputs.
"""

from __future__ import absolute_import, division, print_function

import atexit
import collections
import json
import logging
import os

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.summary_pb2 import Summary
from tensorflow.core.protobuf import meta_graph_pb2
from tensorflow.python.estimator import run_config as run_config_lib
from tensorflow.python.estimator.canned import metric_keys
from tensorflow.python.estimator.exporter import Exporter, _SavedModelExporter
from tensorflow.python.estimator.training import (
    _assert_eval_spec,
    _ContinuousEvalListener,
    _TrainingExecutor,
)
from tensorflow.python.feature_column import feature_column as fc_v1
from tensorflow.python.feature_column import feature_column_v2 as fc_v2
from tensorflow.python.framework import ops
from tensorflow.python.ops import array_ops, control_flow_ops, math_ops, state_ops
from tensorflow.python.platform import gfile
from tensorflow.python.saved_model import constants, signature_constants
from tensorflow.python.training import adam, basic_session_run_hooks, optimizer, session_run_hook
from tensorflow.python.training.summary_io import SummaryWriterCache
from tensorflow.python.util import nest
from tensorflow.python.util.tf_export import estimator_export, tf_export

try:
    from tensorflow.python.ops import kv_variable_ops  # only PAI-TF itself has it
except ImportError:
    kv_variable_ops = None

if tf.__version__ >= "2.0":
    raise AssertionError("the branch of TensorFlow 2")
if not tf.__version__.startswith("1.12"):
    tf = tf.compat.v1
    tf.disable_eager_execution()

logging.basicConfig(level=logging.INFO)
for name in "worker_hosts ps_hosts job_name tables outputs model_dir".split():
    tf.app.flags.DEFINE_string(name, "", "")
tf.app.flags.DEFINE_integer("task_index", 0, "")
tf.app.flags.DEFINE_enum("cmd", "train", ["train", "predict"], "")
FLAGS = tf.app.flags.FLAGS

STEPS = 60
COLUMNS = collections.OrderedDict([("label", 0), ("item", ""), ("price", 0.0), ("tags", "")])
ModeKeys = tf.estimator.ModeKeys


def set_tf_config():
    """The first worker is the chief, the second evaluates, the others train."""
    hosts = FLAGS.worker_hosts.split(",")
    cluster = {"chief": hosts[:1], "worker": hosts[2:], "ps": FLAGS.ps_hosts.split(",")}
    kind, index = FLAGS.job_name, FLAGS.task_index
    if kind == "worker":
        kind, index = [("chief", 0), ("evaluator", 0)][index] if index < 2 else (kind, index - 2)
    os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": {"type": kind, "index": index}})
    return kind, len(hosts) - 1


class ScaledColumn(
    fc_v2.DenseColumn,
    fc_v1._DenseColumn,
    collections.namedtuple("ScaledColumn", ("key", "scale")),
):
    """A feature column of the user's own, of both generations of columns."""

    @property
    def _is_v2_column(self):
        return True

    @property
    def name(self):
        return self.key + "_scaled"

    @property
    def parse_example_spec(self):
        return {self.key: tf.FixedLenFeature([1], tf.float32)}

    _parse_example_spec = parse_example_spec

    @property
    def variable_shape(self):
        return tf.TensorShape([1])

    _variable_shape = variable_shape

    def transform_feature(self, transformation_cache, state_manager):
        return self._transform_feature(transformation_cache)

    def _transform_feature(self, inputs):
        return tf.expand_dims(tf.to_float(inputs.get(self.key)), 1) * self.scale

    def get_dense_tensor(self, transformation_cache, state_manager):
        return transformation_cache.get(self, state_manager)

    def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        return inputs.get(self)

    @property
    def parents(self):
        return [self.key]


class OwnEmbedding(fc_v2.EmbeddingColumn):
    """An embedding column that keeps a name for its output."""

    @property
    def raw_name(self):
        return self.categorical_column.name


class WeightDecay(object):
    """Decoupled weight decay in front of any optimizer."""

    def __init__(self, weight_decay, **kwargs):
        self._weight_decay = weight_decay
        super(WeightDecay, self).__init__(**kwargs)

    def _apply_dense(self, grad, var):
        with ops.control_dependencies([var.assign_sub(self._weight_decay * var, self._use_locking)]):
            return super(WeightDecay, self)._apply_dense(grad, var)

    def _apply_sparse(self, grad, var):
        update = -self._weight_decay * array_ops.gather(var, grad.indices)
        with ops.control_dependencies([state_ops.scatter_add(var, grad.indices, update, self._use_locking)]):
            return super(WeightDecay, self)._apply_sparse(grad, var)


@tf_export("contrib.opt.OwnAdamW")
class OwnAdam(WeightDecay, adam.AdamOptimizer):
    def __init__(self, weight_decay, **kwargs):
        super(OwnAdam, self).__init__(weight_decay, name="AdamW", **kwargs)


class OptimizerOfGroups(optimizer.Optimizer):
    """One optimizer for the embeddings, another for the rest."""

    def __init__(self, first, rest):
        super(OptimizerOfGroups, self).__init__(use_locking=False, name="groups")
        self._parts = first, rest

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        groups = [], []
        for grad, var in grads_and_vars:
            groups["embedding_weights" not in var.name].append((grad, var))
        first = self._parts[0].apply_gradients(groups[0])
        return control_flow_ops.group(first, self._parts[1].apply_gradients(groups[1], global_step))


class ExitBarrier(session_run_hook.SessionRunHook):
    """Those who train end together: a queue on the ps counts them, a file tells that the chief exits."""

    def __init__(self, workers, is_chief):
        self._workers, self._is_chief = workers, is_chief

    def begin(self):
        place = tf.DeviceSpec(job="ps", task=0, device_type="CPU", device_index=0)
        with tf.device(place):
            queue = tf.FIFOQueue(self._workers, [tf.float32], [()], name="exits", shared_name="exits")
        self._enter, self._size, self._leave = queue.enqueue(1.0), queue.size(), queue.dequeue()

    def after_create_session(self, session, coord):
        if self._is_chief:
            for _ in range(session.run(self._size)):
                session.run(self._leave)

    def end(self, session):
        session.run(self._enter)
        flag = os.path.join(FLAGS.model_dir, "chief_exits")
        if self._is_chief:
            while session.run(self._size) < self._workers:
                pass
            atexit.register(lambda: gfile.GFile(flag, "w").write("now"))


class SaverHook(basic_session_run_hooks.CheckpointSaverHook):
    """Saves without the graph, and notes what it has saved."""

    def _save(self, session, step):
        self._get_saver().save(session, self._save_path, global_step=step, write_meta_graph=False)
        log = tf.SessionLog(status=tf.SessionLog.CHECKPOINT, checkpoint_path=self._save_path)
        self._summary_writer.add_session_log(log, step)
        return False


class NoteLoss(session_run_hook.SessionRunHook):
    def __init__(self, loss, folder):
        self._loss, self._writer = loss, SummaryWriterCache.get(folder)

    def before_run(self, run_context):
        return tf.train.SessionRunArgs([self._loss, tf.train.get_global_step()])

    def after_run(self, run_context, run_values):
        loss, step = run_values.results
        summary = Summary()
        summary.value.add(tag="own/loss", simple_value=float(loss))
        self._writer.add_summary(summary, global_step=int(step))


def columns():
    vocabulary = os.path.join(FLAGS.model_dir, "items.txt")
    with gfile.GFile(vocabulary) as lines:
        size = sum(1 for _ in lines)
    item = tf.feature_column.categorical_column_with_vocabulary_file("item", vocabulary, size, default_value=0)
    tag = tf.feature_column.categorical_column_with_hash_bucket("tags", 20)
    weighted = tf.feature_column.weighted_categorical_column(tag, "tags_weight")
    bounds = tf.feature_column.bucketized_column(tf.feature_column.numeric_column("price"), [2.0, 4.0])
    made = tf.feature_column.embedding_column(
        weighted, 4, combiner="sum", initializer=tf.truncated_normal_initializer(stddev=0.1)
    )
    return [
        ScaledColumn("price", 0.1),
        OwnEmbedding(**dict(made._asdict(), categorical_column=item, combiner="mean")),
        made,
        tf.feature_column.embedding_column(bounds, 2),
        tf.feature_column.indicator_column(tf.feature_column.crossed_column(["item", bounds], 10)),
    ]


def preprocess(fields):
    """Tags are `name:weight|name:weight`, and become two sparse tensors."""
    fields = dict(fields)
    pairs = tf.string_split(fields["tags"], "|")
    parts = tf.reshape(tf.string_split(pairs.values, ":", skip_empty=False).values, [-1, 2])
    weights = tf.string_to_number(parts[:, 1], tf.float32)
    fields["tags"] = tf.sparse.SparseTensor(pairs.indices, parts[:, 0], pairs.dense_shape)
    fields["tags_weight"] = tf.sparse.SparseTensor(pairs.indices, weights, pairs.dense_shape)
    return fields


def input_fn(table, training):
    def build():
        sources, batch = table.split(","), 16
        if training:
            import pai

            queue = pai.data.WorkQueue(sources, num_epochs=None, shuffle=True, num_slices=4)
            sources = queue.input_dataset()
        dataset = tf.data.TableRecordDataset(
            sources, record_defaults=list(COLUMNS.values()), selected_cols=",".join(COLUMNS)
        )
        if training:
            dataset = dataset.shuffle(50, seed=2020, reshuffle_each_iteration=True).repeat(None)
        dataset = dataset.batch(batch_size=batch)
        dataset = dataset.map(lambda *fields: dict(zip(COLUMNS, fields)), num_parallel_calls=8)
        dataset = dataset.map(map_func=preprocess, num_parallel_calls=8).prefetch(buffer_size=2)
        return dataset.map(lambda x: ({key: x[key] for key in x if key != "label"}, {"label": x["label"]}))

    return build


def serving_input_fn():
    inputs = collections.OrderedDict(
        (name, tf.placeholder(tf.string if value == "" else tf.float32, [None], name="input_%d" % index))
        for index, (name, value) in enumerate(COLUMNS.items())
        if name != "label"
    )
    config = os.path.join(FLAGS.model_dir, "pipeline.config")
    tf.add_to_collection(
        tf.GraphKeys.ASSET_FILEPATHS, tf.constant(config, dtype=tf.string, name="pipeline.config")
    )
    return tf.estimator.export.ServingInputReceiver(preprocess(inputs), inputs)


def model_fn(features, labels, mode, config, params):
    net = tf.feature_column.input_layer(features, columns())
    net = tf.layers.batch_normalization(net, training=mode == ModeKeys.TRAIN)
    with tf.contrib.framework.arg_scope(
        [tf.contrib.layers.fully_connected], weights_regularizer=tf.contrib.layers.l2_regularizer(1e-5)
    ):
        net = tf.contrib.layers.fully_connected(net, 8)
    logits = tf.squeeze(tf.layers.dense(net, 1, use_bias=True), 1)
    probabilities = tf.nn.sigmoid(logits)
    if mode == ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions={"probs": probabilities, "logits": logits})
    label = tf.to_float(labels["label"])
    loss = tf.losses.sigmoid_cross_entropy(label, logits) + tf.losses.get_regularization_loss()
    if mode == ModeKeys.EVAL:
        metrics = {"auc": tf.metrics.auc(label, probabilities), "loss/all": tf.metrics.mean(loss)}
        return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops=metrics)

    workers = config.num_worker_replicas
    chosen = OptimizerOfGroups(OwnAdam(1e-4, learning_rate=0.05), tf.train.AdagradOptimizer(0.1))
    chosen = tf.train.SyncReplicasOptimizer(
        chosen,
        replicas_to_aggregate=workers,
        total_num_replicas=workers,
        sparse_accumulator_type="multi_map",
    )
    hooks = [
        chosen.make_session_run_hook(config.is_chief, num_tokens=0),
        ExitBarrier(workers, config.is_chief),
        tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=20),
        params["early_stop"],
    ]
    train = tf.contrib.layers.optimize_loss(
        loss,
        tf.train.get_global_step(),
        learning_rate=None,
        clip_gradients=5.0,
        optimizer=chosen,
        summaries=["global_gradient_norm"],
        colocate_gradients_with_ops=True,
        name="",
    )
    variables = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES) + tf.get_collection(
        tf.GraphKeys.SAVEABLE_OBJECTS
    )
    uninitialized = [one for one in variables if "WorkQueue" not in str(type(one))]
    scaffold = tf.train.Scaffold(
        saver=tf.train.Saver(variables, sharded=True, max_to_keep=10),
        ready_for_local_init_op=tf.report_uninitialized_variables(var_list=uninitialized),
    )
    if config.is_chief:
        hooks.append(SaverHook(FLAGS.model_dir, save_steps=config.save_checkpoints_steps, scaffold=scaffold))
        hooks.append(NoteLoss(loss, FLAGS.model_dir))
    return tf.estimator.EstimatorSpec(
        mode, loss=loss, train_op=train, scaffold=scaffold, training_hooks=hooks
    )


class KeptExporter(Exporter):
    """Exports whatever is better than all before."""

    def __init__(self, name, serving):
        self._inside, self._best = _SavedModelExporter(name, serving, None, False), None

    @property
    def name(self):
        return self._inside.name

    def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
        loss = eval_result[metric_keys.MetricKeys.LOSS]
        if self._best is None or loss < self._best:
            self._best = loss
            return self._inside.export(estimator, export_path, checkpoint_path, eval_result, is_the_final_export)


class UntilTrained(_ContinuousEvalListener):
    """The evaluator ends when the chief has said that nothing comes any more."""

    done = property(lambda self: os.path.join(FLAGS.model_dir, "ESTIMATOR_TRAIN_DONE"))

    def after_eval(self, eval_result):
        latest = tf.train.latest_checkpoint(FLAGS.model_dir)
        return latest != eval_result.checkpoint_path or not gfile.Exists(self.done)


@estimator_export("estimator.experimental.own_hook")
def early_stop(estimator):
    if not gfile.IsDirectory(os.path.join(FLAGS.model_dir, "eval_val")):
        gfile.MakeDirs(os.path.join(FLAGS.model_dir, "eval_val"))
    return tf.contrib.estimator.stop_if_no_decrease_hook(
        estimator, "loss", 10000, eval_dir=os.path.join(FLAGS.model_dir, "eval_val"), run_every_secs=None, run_every_steps=10
    )


def train():
    kind, workers = set_tf_config()
    tables = FLAGS.tables.split(",")
    if kind == "chief":
        with gfile.GFile(os.path.join(FLAGS.model_dir, "pipeline.config"), "w") as stream:
            stream.write(json.dumps(list(COLUMNS)))
    session_config = tf.ConfigProto(gpu_options=tf.GPUOptions(allow_growth=False), allow_soft_placement=True)
    session_config.device_filters.append("/job:ps")
    config = tf.estimator.RunConfig(
        model_dir=FLAGS.model_dir,
        save_checkpoints_steps=20,
        keep_checkpoint_max=10,
        train_distribute=None,
        eval_distribute=None,
        session_config=session_config,
        experimental_max_worker_delay_secs=0,
    )
    assert kind == "evaluator" or config.num_worker_replicas == workers, config.num_worker_replicas
    params = {}
    estimator = tf.estimator.Estimator(model_fn, config=config, params=params)
    params["early_stop"] = early_stop(estimator)
    estimator._params["early_stop"] = params["early_stop"]

    def better(best_eval_result, current_eval_result):
        return best_eval_result["auc"] <= current_eval_result["auc"]

    spec = tf.estimator.EvalSpec(
        input_fn(tables[1], False),
        name="val",
        steps=None,
        start_delay_secs=0,
        throttle_secs=1,
        exporters=[
            KeptExporter("kept", serving_input_fn),
            tf.estimator.BestExporter("best", serving_input_fn, "eval_val/*.tfevents.*", better, exports_to_keep=1),
            tf.estimator.LatestExporter("latest", serving_input_fn, exports_to_keep=2),
            tf.estimator.FinalExporter("final", serving_input_fn),
        ],
    )
    _assert_eval_spec(spec)
    listener = UntilTrained()
    executor = _TrainingExecutor(
        estimator, tf.estimator.TrainSpec(input_fn(tables[0], True), max_steps=STEPS), spec, continuous_eval_listener=listener
    )
    assert config.task_type != run_config_lib.TaskType.EVALUATOR or config.task_id == 0
    executor.run()
    if kind == "chief":
        with gfile.GFile(listener.done, "w") as stream:
            stream.write("Train Done.")
        reader = tf.train.NewCheckpointReader(tf.train.latest_checkpoint(FLAGS.model_dir))
        print("TRAINED", reader.get_tensor("global_step"), flush=True)


class Predictor(object):
    """A SavedModel in a session of its own, found wherever it stands below a folder."""

    def __init__(self, folder):
        found = [root for root, _, files in tf.gfile.Walk(folder) if "saved_model.pb" in files]
        assert len(found) == 1 and tf.saved_model.loader.maybe_saved_model_directory(found[0]), found
        self._session = tf.Session(graph=tf.Graph(), config=tf.ConfigProto(allow_soft_placement=True))
        with self._session.graph.as_default():
            loaded = tf.saved_model.loader.load(self._session, [tf.saved_model.tag_constants.SERVING], found[0])
            signature = loaded.signature_def[signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY]
            named = self._session.graph.get_tensor_by_name
            self.inputs = {key: named(one.name) for key, one in signature.inputs.items()}
            self.outputs = {key: named(one.name) for key, one in signature.outputs.items()}
            self.assets = []
            for packed in tf.get_collection(constants.ASSETS_KEY):
                asset = meta_graph_pb2.AssetFileDef()
                packed.Unpack(asset)
                path = os.path.join(found[0], constants.ASSETS_DIRECTORY, asset.filename)
                assert tf.gfile.Exists(path), path
                self.assets.append(asset.filename)

    def predict(self, values):
        feed = {tensor: values[key] for key, tensor in self.inputs.items()}
        return self._session.run(self.outputs, feed)


def predict():
    import common_io

    predictor = Predictor(os.path.join(FLAGS.model_dir, "export", "final/"))
    assert sorted(predictor.assets) == ["items.txt", "pipeline.config"], predictor.assets
    names = ["id"] + list(COLUMNS)
    with tf.Graph().as_default(), tf.Session() as session:
        dataset = tf.data.TableRecordDataset(
            [FLAGS.tables.split(",")],
            record_defaults=[np.int64(0)] + list(COLUMNS.values()),
            slice_id=FLAGS.task_index,
            slice_count=len(FLAGS.worker_hosts.split(",")),
            selected_cols=",".join(names),
        )
        dataset = dataset.batch(64).prefetch(buffer_size=64)
        dataset = dataset.map(lambda *fields: dict(zip(names, fields)), num_parallel_calls=8)
        batch = dataset.make_one_shot_iterator().get_next()
        writer = common_io.table.TableWriter(FLAGS.outputs, slice_id=FLAGS.task_index)
        while True:
            try:
                values = session.run(batch)
            except (tf.python_io.OutOfRangeException, tf.errors.OutOfRangeError):
                break
            made = predictor.predict(values)
            text = np.array(["%d" % FLAGS.task_index] * len(made["probs"]), dtype=object)
            rows = [tuple(row) for row in zip(values["id"], made["probs"], text)]
            writer.write(rows, list(range(3)), allow_type_cast=False)
        writer.close()


def main(_):
    assert nest.is_sequence([1]) and math_ops.to_int64 and kv_variable_ops is None
    {"train": train, "predict": predict}[FLAGS.cmd]()


if __name__ == "__main__":
    tf.app.run()
