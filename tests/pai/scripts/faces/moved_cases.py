"""Names and arguments of TensorFlow 1.15 and of NumPy's past that the face finds or takes."""

import gzip
import importlib
import struct
import sys
import tempfile

import numpy as np
import tensorflow as tf
from cases import case, main

# Imports of libraries of that time: (module, names)
IMPORTS = """
tensorflow.contrib.distribute.python.cross_tower_ops AllReduceCrossTowerOps
tensorflow.contrib.rnn.python.ops.core_rnn static_bidirectional_rnn static_rnn
tensorflow.contrib.rnn.python.ops.core_rnn_cell BasicLSTMCell LSTMStateTuple
tensorflow.python.eager.context in_eager_mode in_graph_mode
tensorflow.python.framework.ops set_shapes_for_outputs
tensorflow.python.ops.summary_op_util skip_summary
tensorflow.python.pywrap_tensorflow EventsWriter NewCheckpointReader
tensorflow.python pywrap_tensorflow
tensorflow.python.client device_lib timeline
tensorflow.python.data.ops.dataset_ops DatasetV1 Options
tensorflow.python.distribute distribution_strategy_context
tensorflow.python.eager.function defun
tensorflow.python.estimator.canned dnn head metric_keys optimizers prediction_keys
tensorflow.python.estimator estimator model_fn run_config training
tensorflow.python.estimator.export export
tensorflow.python.feature_column.feature_column_v2 DenseFeatures FeatureColumn LinearModel
tensorflow.python.feature_column.dense_features DenseFeatures
tensorflow.python.feature_column.sequence_feature_column SequenceFeatures
tensorflow.python.framework.graph_util convert_variables_to_constants
tensorflow.python.framework.ops IndexedSlices Tensor convert_to_tensor_or_indexed_slices RegisterShape
tensorflow.python.framework.tensor_spec TensorSpec
tensorflow.python.keras backend initializers layers models regularizers
tensorflow.python.keras.engine.base_layer Layer
tensorflow.python.keras.engine network training
tensorflow.python.keras.layers Dense LSTM Input
tensorflow.python.keras.layers.core Dropout Flatten Lambda
tensorflow.python.keras.layers.normalization BatchNormalization
tensorflow.python.keras.layers.recurrent GRUCell
tensorflow.python.keras.optimizers Adam
tensorflow.python.keras.optimizer_v2.adam Adam
tensorflow.python.keras.utils.generic_utils custom_object_scope
tensorflow.python.keras.utils conv_utils tf_utils
tensorflow.python.layers base core normalization utils
tensorflow.python.ops.array_ops stack unstack
tensorflow.python.ops.control_flow_ops Assert case cond while_loop
tensorflow.python.ops.losses.loss_reduction ReductionV2
tensorflow.python.ops.math_ops bincount
tensorflow.python.ops.random_ops random_crop
tensorflow.python.ops.rnn_cell DropoutWrapper LSTMCell
tensorflow.python.ops.rnn_cell_impl LSTMStateTuple _Linear _concat assert_like_rnncell
tensorflow.python.ops.variables RefVariable VariableV1
tensorflow.python.saved_model.utils_impl get_variables_path
tensorflow.python.training checkpoint_management gen_training_ops training_ops
tensorflow.python.training.checkpoint_management latest_checkpoint
tensorflow.python.training.tracking base data_structures util
tensorflow.python.training.tracking.tracking AutoTrackable
tensorflow.python.util.nest is_sequence
tensorflow.python.util.tf_export estimator_export keras_export tf_export
"""


@case
def parts_of_the_estimator_are_those_of_tf_estimator():
    import tensorflow.python.estimator.canned.dnn as dnn
    from tensorflow.python.estimator import estimator, exporter, keras, run_config

    assert estimator.Estimator is tf.estimator.Estimator
    assert exporter.Exporter is tf.estimator.Exporter
    assert run_config.RunConfig is tf.estimator.RunConfig
    assert dnn.DNNClassifier is tf.estimator.DNNClassifier
    assert keras.model_to_estimator


@case
def a_whole_name_is_imported_under_another():
    import tensorflow.core.framework.summary_pb2 as summary_pb2
    import tensorflow.python.ops.array_ops as array_ops

    assert summary_pb2.Summary is tf.Summary and tf.python.ops.array_ops is array_ops


@case
def graphs_and_summaries_of_before_eager():
    from tensorflow.python.eager import context
    from tensorflow.python.ops import summary_op_util

    assert context.in_graph_mode() and not context.in_eager_mode() and not summary_op_util.skip_summary()


@case
def the_version_of_both_is_this_one():
    assert tf.compat.v1 is tf and tf.compat.v1.contrib is tf.contrib
    assert tf.compat.v1.__version__ == tf.__version__ and tf.compat.v1.TableRecordReader
    assert tf.compat.v2.__version__.startswith("2.")


@case
def the_platforms_accumulators_are_taken():
    def made(kind):
        plain = tf.train.GradientDescentOptimizer(0.1)
        return tf.train.SyncReplicasOptimizer(plain, 1, sparse_accumulator_type=kind)

    assert made("hash") and made("multi_map")
    try:
        made("heap")
    except ValueError as error:
        assert "'heap', but one of raw, hash" in str(error)
    else:
        raise AssertionError("an accumulator that is none was taken")


@case
def old_imports_work():
    for line in IMPORTS.strip().splitlines():
        module, *names = line.split()
        found = __import__(module, fromlist=names)
        for name in names:
            assert getattr(found, name) is not None, (module, name)


@case
def old_places_have_the_same_things():
    from tensorflow.python.keras.layers import Dense
    from tensorflow.python.layers import core
    from tensorflow.python.ops import control_flow_ops, rnn_cell_impl
    from tensorflow.python.util import nest

    assert Dense is tf.keras.layers.Dense and core.Dense is tf.layers.Dense
    assert rnn_cell_impl.RNNCell is tf.nn.rnn_cell.RNNCell
    assert control_flow_ops.while_loop is importlib.import_module(
        "tensorflow.python.ops.while_loop"
    ).while_loop
    assert nest.is_sequence([1]) and not nest.is_sequence(1)
    try:
        nest.never_was_there  # noqa: B018
    except AttributeError as error:
        assert "never_was_there" in str(error)
    else:
        raise AssertionError("a name came out of nowhere")


@case
def star_imports_bring_no_other_tensorflow():
    names = {}
    exec("import tensorflow as tf\nfrom tensorflow.python.keras.layers import *", names)  # noqa: S102
    assert names["tf"] is tf and names["Dense"] is tf.keras.layers.Dense


@case
def numpy_has_its_aliases():
    assert np.float is float and np.int is int and np.bool is bool and np.object is object
    assert np.zeros(2, np.float).dtype == np.float64 and np.asscalar(np.array([3])) == 3


@case
def the_version_chooses_the_old_branch():
    assert tf.__version__.startswith("1.15") and "PAI" in tf.__version__
    assert tf.VERSION == tf.__version__ and tuple(map(int, tf.__version__.split(".")[:2])) == (1, 15)


@case
def servers_speak_grpc_under_any_name():
    server = tf.train.Server({"local": ["127.0.0.1:0"]}, protocol="grpc++")
    with tf.Graph().as_default(), tf.Session(server.target) as session:
        assert session.run(tf.constant(3)) == 3
    assert tf.estimator.RunConfig(protocol="grpc++").protocol == "grpc"


@case
def run_configs_take_distribute():
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    assert tf.estimator.RunConfig(distribute=strategy).train_distribute is strategy


@case
def flags_are_parsed_as_before():
    tf.app.flags.DEFINE_float("rate", 0.1, "")
    sys.argv[1:] = ["--rate=0.5", "--of_the_platform=1"]
    tf.app.flags.FLAGS._parse_flags()
    assert tf.app.flags.FLAGS.rate == 0.5


@case
def trees_are_a_named_error():
    try:
        tf.estimator.BoostedTreesClassifier([], 1)
    except NotImplementedError as error:
        assert "tf.estimator.BoostedTreesClassifier" in str(error) and "XGBoost" in str(error)
    else:
        raise AssertionError("trees were made")


def _idx(path, magic, shape, data):
    with gzip.open(path, "wb") as stream:
        stream.write(struct.pack(">I%dI" % len(shape), magic, *shape) + data)


@case
def the_tutorials_digits():
    from tensorflow.examples.tutorials.mnist import input_data, mnist

    folder = tempfile.mkdtemp()
    for name, count in (("train", 20), ("t10k", 5)):
        pixels = bytes(range(count)) * 784
        _idx("%s/%s-images-idx3-ubyte.gz" % (folder, name), 2051, [count, 28, 28], pixels)
        _idx("%s/%s-labels-idx1-ubyte.gz" % (folder, name), 2049, [count], bytes([7] * count))
    digits = input_data.read_data_sets(folder, one_hot=True, validation_size=4)
    images, labels = digits.train.next_batch(3)
    assert images.shape == (3, 784) and labels.argmax(1).tolist() == [7, 7, 7]
    assert (digits.train.num_examples, digits.validation.num_examples) == (16, 4)
    assert (mnist.NUM_CLASSES, mnist.IMAGE_SIZE, mnist.IMAGE_PIXELS) == (10, 28, 784)
    with tf.Graph().as_default(), tf.Session() as session:
        labels = tf.constant([7] * 3, tf.int32)
        logits = mnist.inference(tf.constant(images), 16, 8)
        loss = mnist.loss(logits, labels)
        train, right = mnist.training(loss, 0.5), mnist.evaluation(logits, labels)
        session.run(tf.global_variables_initializer())
        before = session.run(loss)
        for _ in range(20):
            session.run(train)
        assert session.run(loss) < before and session.run(right) == 3


def _network(units, activation, loss, optimizer):
    network = tf.keras.Sequential(
        [tf.keras.layers.Dense(units, activation=activation, input_shape=(3,))]
    )
    network.compile(optimizer, loss)
    return network


@case
def keras_models_become_estimators():
    for optimizer in (tf.train.AdamOptimizer(0.1), "adam"):
        model = _network(1, None, "mse", optimizer)
        estimator = tf.keras.estimator.model_to_estimator(model, model_dir=tempfile.mkdtemp())

        def data(name=model.input_names[0]):
            pairs = ({name: np.ones((8, 3), "float32")}, np.ones((8, 1), "float32"))
            return tf.data.Dataset.from_tensor_slices(pairs).batch(4).repeat()

        estimator.train(data, steps=40)
        found = estimator.evaluate(data, steps=1)
        assert found["global_step"] == 40 and np.isfinite(found["loss"]), found


@case
def keras_wrappers():
    from keras.wrappers.scikit_learn import KerasRegressor
    from tensorflow.keras.wrappers.scikit_learn import KerasClassifier

    assert tf.keras.wrappers.scikit_learn.KerasRegressor is KerasRegressor
    values = np.random.RandomState(1).randn(40, 3)
    labels = (values[:, 0] > 0).astype(int)
    classifier = KerasClassifier(
        lambda: _network(2, "softmax", "categorical_crossentropy", tf.train.AdamOptimizer(0.1)),
        epochs=20,
        verbose=0,
    )
    classifier.fit(values, labels)
    assert (classifier.predict(values) == labels).mean() > 0.9
    network = _network(1, "sigmoid", "binary_crossentropy", "sgd")
    assert set(network.predict_classes(values).ravel()) <= {0, 1}
    assert network.predict_proba(values).shape == (40, 1)


main()
