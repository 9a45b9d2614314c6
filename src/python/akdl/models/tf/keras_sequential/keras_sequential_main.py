"""Trains a network of layers that are texts, and exports it as a SavedModel. Imports TensorFlow.

user_params, as texts or values:

    tensor_cols         a JSON list of one column of numbers, label_col: the column of the label
    label_type          "float" for a regression, else the labels are 0, 1, ... num_classes - 1
    num_classes         of a classification
    shape               JSON, that of a row's tensor; else the rows' tensor_shapes.txt, else their length
    model_config        JSON {"layers": [texts]}; optimizer: a text, learning_rate
    num_epochs, batch_size
    validation_split    the share of the last rows that only judge; of one worker
    save_best_only, best_metric, patience (epochs without a better best_metric)
    checkpoint_dir, save_checkpoints_epochs, save_checkpoints_secs
    ALINK:remove_checkpoint_before_training, ALINK:ONLY_ONE_WORKER

The signature serving_default has one input, named as the column, and the output logits: one for a
regression and for two classes, else one each class. Unlike Alink's, TensorFlow 2's behaviour stays on.
"""

import json
import os
import shutil
import tempfile

from akdl.models.tf.keras_sequential import layer_texts

_OF_REGRESSION = ("loss", "mse", "mae")
_OF_LABELS = ("loss", "accuracy", "auc", "precision", "recall")


def _truth(value):
    return str(value).lower() == "true"


class _Params:
    def __init__(self, params):
        def given(name, otherwise):
            value = params.get(name)
            return otherwise if value in (None, "") else value

        def read(value):
            return json.loads(value) if isinstance(value, str) else value

        self.column = read(params["tensor_cols"])[0]
        self.label = params["label_col"]
        self.regression = given("label_type", "int") == "float"
        self.classes = int(given("num_classes", 2))
        self.shape = read(given("shape", "null"))
        self.layers = [layer_texts.read_layer(one) for one in read(params["model_config"])["layers"]]
        self.optimizer = layer_texts.read_optimizer(given("optimizer", "Adam()"))
        rate = given("learning_rate", None)
        if rate is not None and not self.optimizer.arguments:
            self.optimizer.keywords.setdefault("learning_rate", float(rate))
        self.epochs = int(given("num_epochs", 10))
        self.batch_size = int(given("batch_size", 128))
        self.validation_split = float(given("validation_split", 0))
        self.best_only = _truth(given("save_best_only", False))
        self.best_metric = str(given("best_metric", "loss")).lower()
        self.patience = int(given("patience", 0))
        self.checkpoints = given("checkpoint_dir", None)
        self.checkpoint_epochs = float(given("save_checkpoints_epochs", 1))
        self.checkpoint_seconds = float(given("save_checkpoints_secs", 0))
        self.remove = _truth(given("ALINK:remove_checkpoint_before_training", True))
        self.alone = _truth(given("ALINK:ONLY_ONE_WORKER", False))
        known = _OF_REGRESSION if self.regression else _OF_LABELS
        if self.best_metric not in known:
            raise layer_texts.TextError("bestMetric '%s' is not one of %s" % (self.best_metric, ", ".join(known)))
        if self.best_metric in ("auc", "precision", "recall") and self.classes != 2:
            raise layer_texts.TextError("bestMetric '%s' is for two labels" % self.best_metric)


def main(task_config):
    params = _Params(task_config.user_params)
    if params.alone:
        os.environ.pop("TF_CONFIG", None)
    import tensorflow as tf

    from akdl.models.tf.keras_sequential import watch

    workers = 1 if params.alone else task_config.num_workers
    if workers > 1:
        strategy = tf.distribute.MultiWorkerMirroredStrategy()
    else:
        os.environ.pop("TF_CONFIG", None)  # a worker alone starts no server
        strategy = tf.distribute.get_strategy()
    shape = params.shape or _shape_of(tf, task_config, params.column)
    training, validation = _datasets(tf, task_config, params, shape, workers)
    with strategy.scope():
        model = _model(tf, params, shape)
        optimizer = layer_texts.make(params.optimizer)
        if not isinstance(optimizer, tf.keras.optimizers.Optimizer):
            raise layer_texts.TextError("'%s' is not an optimizer" % params.optimizer.name)
        model.compile(optimizer, _loss(tf, params), metrics=_metrics(tf, params))
    watcher = watch.Watch(params, task_config)
    model.fit(
        training,
        epochs=params.epochs,
        initial_epoch=watcher.restore(model),
        validation_data=validation,
        callbacks=[watcher],
        verbose=2 if task_config.task_type == "chief" else 0,
    )
    _export(tf, model, params, shape, task_config)


def _shape_of(tf, task_config, column):
    """The shape that the rows' own file tells, else the number of the first row's elements."""
    told = os.path.join(task_config.work_dir, "tensor_shapes.txt")
    if os.path.exists(told):
        with open(told, encoding="utf-8") as stream:
            shapes = json.load(stream)
        if shapes.get(column):
            return shapes[column]
    for record in tf.data.TFRecordDataset(task_config.dataset_file).take(1):
        feature = tf.train.Example.FromString(record.numpy()).features.feature[column]
        return [len(feature.float_list.value or feature.int64_list.value)]
    raise layer_texts.TextError("there are no rows to train on")


def _datasets(tf, task_config, params, shape, workers):
    kind = _kind_of(tf, task_config.dataset_file, params.column)
    label_kind = _kind_of(tf, task_config.dataset_file, params.label)
    features = {params.column: tf.io.FixedLenFeature(shape, kind), params.label: tf.io.FixedLenFeature([], label_kind)}
    wanted = tf.float32 if params.regression else tf.int64

    def parsed(records):
        rows = tf.io.parse_example(records, features)
        return tf.cast(rows[params.column], tf.float32), tf.cast(rows[params.label], wanted)

    def batches(dataset, size, count):
        options = tf.data.Options()
        sharding = options.experimental_distribute
        sharding.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF
        made = dataset.batch(size).map(parsed).prefetch(2).with_options(options)
        if workers > 1:
            return made  # each worker takes such a batch in several steps
        # Keras looks for an end that it does not know by a step without rows, which the optimizer counts.
        return made.apply(tf.data.experimental.assert_cardinality(-(-count // size)))

    whole = tf.data.TFRecordDataset(task_config.dataset_file)
    rows = task_config.dataset_length
    judging = int(rows * params.validation_split)
    if judging == rows and rows:
        judging = rows - 1
    training = whole.take(rows - judging).shuffle(min(max(rows, 1), params.batch_size * 10))
    validation = None
    if judging:
        validation = batches(whole.skip(rows - judging), params.batch_size, judging)
    # A batch of a dataset is that of all workers together.
    return batches(training, params.batch_size * workers, rows - judging), validation


def _kind_of(tf, path, column):
    for record in tf.data.TFRecordDataset(path).take(1):
        feature = tf.train.Example.FromString(record.numpy()).features.feature[column]
        return tf.float32 if feature.WhichOneof("kind") == "float_list" else tf.int64
    raise layer_texts.TextError("there are no rows to train on")


def _model(tf, params, shape):
    units = 1 if params.regression or params.classes == 2 else params.classes
    model = tf.keras.Sequential([tf.keras.Input(shape, name="input")])
    for number, call in enumerate(params.layers, 1):
        layer = layer_texts.make(call)
        try:
            model.add(layer)
        except (TypeError, ValueError) as error:
            raise layer_texts.TextError("layer %d, %s: %s" % (number, call.name, str(error).split("\n")[0])) from None
    if len(model.output_shape) != 2:
        raise layer_texts.TextError(
            'the last layer gives %s a row, and the answer needs one dimension: add "Flatten()"'
            % (model.output_shape[1:],)
        )
    model.add(tf.keras.layers.Dense(units, name="logits"))
    return model


def _loss(tf, params):
    if params.regression:
        return tf.keras.losses.MeanSquaredError()
    if params.classes == 2:
        return tf.keras.losses.BinaryCrossentropy(from_logits=True)
    return tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def _metrics(tf, params):
    metrics = tf.keras.metrics
    if params.regression:
        return [metrics.MeanSquaredError(name="mse"), metrics.MeanAbsoluteError(name="mae")]
    if params.classes != 2:
        return [metrics.SparseCategoricalAccuracy(name="accuracy")]
    more = {
        "auc": lambda: metrics.AUC(from_logits=True, name="auc"),
        "precision": lambda: metrics.Precision(thresholds=0, name="precision"),
        "recall": lambda: metrics.Recall(thresholds=0, name="recall"),
    }
    found = [metrics.BinaryAccuracy(threshold=0, name="accuracy")]
    return found + ([more[params.best_metric]()] if params.best_metric in more else [])


def _export(tf, model, params, shape, task_config):
    """Of the chief into saved_model_dir; the others have to save as well, for a strategy."""
    folder = task_config.saved_model_dir
    passing = None
    if task_config.task_type != "chief":
        passing = tempfile.mkdtemp(dir=task_config.work_dir)
        folder = os.path.join(passing, "model")
    spec = tf.TensorSpec([None] + list(shape), tf.float32, name="input")

    @tf.function(input_signature=[spec])
    def serve(rows):
        return {"logits": model(rows, training=False)}

    module = tf.Module()
    module.model, module.serve = model, serve
    # Not its concrete function, which holds the variables of a strategy, as those of BatchNormalization.
    tf.saved_model.save(module, folder, signatures={"serving_default": serve})
    if passing is not None:
        shutil.rmtree(passing, ignore_errors=True)
