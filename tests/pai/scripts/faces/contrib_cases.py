"""tf.contrib as scripts of the 1.x era use it; sys.argv[1] is the URL of a table with a column v."""

import itertools
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf
from cases import case, main

contrib = tf.contrib


def run(fetches, *before):
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        session.run(tf.tables_initializer())
        for operation in before:
            session.run(operation)
        return session.run(fetches)


def close(left, right):
    np.testing.assert_allclose(left, right, rtol=1e-4, atol=1e-5)


def in_new_graph(function):
    def inside():
        with tf.Graph().as_default():
            tf.set_random_seed(7)
            np.random.seed(7)
            function()

    inside.__name__ = function.__name__
    return case(inside)


@case
def a_part_loads_nothing_else():  # first: nothing else has loaded a part
    assert not [name for name in sys.modules if name.startswith("tensorflow.contrib.")]
    assert contrib.crf.viterbi_decode and "tensorflow.contrib.crf" in sys.modules
    for name in ("layers", "learn", "rnn", "seq2seq", "distributions"):
        assert "tensorflow.contrib." + name not in sys.modules, name


@case
def hyperparameters():
    found = contrib.training.HParams(rate=0.1, units=[1, 2], name="x", flag=True)
    found.parse("rate=0.5,units=[3,4],flag=false")
    found.add_hparam("depth", 3)
    found.override_from_dict({"name": "y"})
    assert found.values() == {
        "rate": 0.5, "units": [3, 4], "name": "y", "flag": False, "depth": 3,
    }  # fmt: skip
    try:
        found.parse("unknown=1")
    except ValueError:
        return
    raise AssertionError("an unknown name was taken")


@in_new_graph
def layers_train():
    layers = contrib.layers
    images = tf.constant(np.random.rand(8, 6, 6, 2), tf.float32)
    net = layers.conv2d(
        images, 4, 3, normalizer_fn=layers.batch_norm, weights_regularizer=layers.l2_regularizer(0.1)
    )
    net = layers.fully_connected(layers.flatten(layers.max_pool2d(net, 2)), 3, activation_fn=None)
    ids = tf.constant([[1, 2], [3, 0]] * 4)
    net += layers.embed_sequence(ids, 5, 3)[:, 0] + layers.bow_encoder(ids, 5, 3)
    table = tf.get_variable("table", [5, 3])
    sparse = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([1, 2], tf.int64), [8, 2])
    mean = layers.safe_embedding_lookup_sparse([table], sparse, combiner="mean")
    loss = tf.losses.mean_squared_error(tf.ones([8, 3]), net) + sum(tf.losses.get_regularization_losses())
    step = tf.train.get_or_create_global_step()
    train = layers.optimize_loss(loss, step, 0.02, "Adam", clip_gradients=5.0)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        losses = [session.run(train) for _ in range(30)]
        assert losses[-1] < losses[0] / 2, losses
        rows, found = session.run([table, mean])
        close(found[0], (rows[1] + rows[2]) / 2)
        close(found[1:], np.zeros([7, 3]))


@case
def one_arg_scope_for_all():
    from tensorflow.contrib.framework.python.ops import add_arg_scope, arg_scope
    from tensorflow.contrib.layers.python.layers import layers as deep

    import tensorflow.contrib.slim as slim

    assert deep.conv2d is slim.conv2d is contrib.layers.conv2d
    assert arg_scope is slim.arg_scope is contrib.framework.arg_scope

    @add_arg_scope
    def double(value, factor=2):
        return value * factor

    with slim.arg_scope([double], factor=5), contrib.framework.arg_scope([deep.conv2d], stride=2):
        assert double(3) == 15
    assert slim.nets.vgg.vgg_16 and slim.learning.train and slim.embed_sequence


@in_new_graph
def columns_of_that_time():
    layers = contrib.layers
    features = {
        "age": tf.constant([[1.0], [2.0]]),
        "city": tf.SparseTensor([[0, 0], [1, 0]], ["a", "b"], [2, 1]),
        "job": tf.SparseTensor([[0, 0], [1, 0]], ["x", "y"], [2, 1]),
    }
    age = layers.real_valued_column("age")
    city = layers.sparse_column_with_hash_bucket("city", 10)
    job = layers.sparse_column_with_keys("job", ["x", "y"])
    crossed = layers.crossed_column([city, job], 50)
    deep = [age, layers.bucketized_column(age, [1.5]), layers.one_hot_column(job)]
    net = layers.input_from_feature_columns(
        features, deep + [layers.embedding_column(city, 3), layers.embedding_column(crossed, 2)]
    )
    assert net.shape.as_list() == [2, 10]
    wide, _, _ = layers.weighted_sum_from_feature_columns(features, [age, city, crossed], 1)
    plain = layers.input_from_feature_columns(features, deep[:1])
    buckets = layers.input_from_feature_columns(features, deep[1:2])
    found = run([net, wide, plain, buckets])
    assert np.isfinite(found[0]).all()
    close(found[1], [[0], [0]])
    close(found[2], [[1], [2]])
    close(found[3], [[1, 0], [0, 1]])
    spec = layers.create_feature_spec_for_parsing([age, city])
    assert spec == {"age": tf.FixedLenFeature([1], tf.float32), "city": tf.VarLenFeature(tf.string)}


@in_new_graph
def cells_are_those_of_tensorflow():
    rnn = contrib.rnn
    from tensorflow.contrib.rnn.python.ops.core_rnn_cell import _Linear  # noqa: F401
    from tensorflow.python.ops import rnn_cell_impl

    assert rnn.LSTMCell is tf.nn.rnn_cell.LSTMCell is rnn_cell_impl.LSTMCell
    assert rnn.DropoutWrapper is tf.nn.rnn_cell.DropoutWrapper
    text = tf.constant(np.random.rand(4, 5, 3), tf.float32)
    cells = [
        rnn.BasicLSTMCell(6), rnn.LayerNormBasicLSTMCell(6), rnn.LSTMBlockCell(6), rnn.NASCell(6),
        rnn.GRUBlockCellV2(6), rnn.UGRNNCell(6), rnn.IndRNNCell(6), rnn.SRUCell(6),
        rnn.CoupledInputForgetGateLSTMCell(6), rnn.AttentionCellWrapper(rnn.LSTMCell(6), 3),
        rnn.MultiRNNCell([rnn.ResidualWrapper(rnn.LSTMCell(3)), rnn.HighwayWrapper(rnn.GRUCell(3))]),
    ]  # fmt: skip
    outputs = []
    for number, cell in enumerate(cells):
        with tf.variable_scope("cell%d" % number):
            outputs.append(tf.nn.dynamic_rnn(cell, text, dtype=tf.float32)[0])
    with tf.variable_scope("stack"):
        both = rnn.stack_bidirectional_dynamic_rnn(
            [rnn.LSTMCell(2)], [rnn.LSTMCell(2)], text, dtype=tf.float32
        )
        outputs.append(both[0])
    gradients = tf.gradients([tf.reduce_sum(each) for each in outputs], tf.trainable_variables())
    assert all(gradient is not None for gradient in gradients)
    for values in run(outputs + gradients):
        assert np.isfinite(values).all()


@in_new_graph
def a_block_cell_computes_as_the_plain_one():
    values = tf.constant(np.random.rand(2, 4, 3), tf.float32)
    found = []
    for name, cell in (("p", contrib.rnn.BasicLSTMCell(5)), ("b", contrib.rnn.LSTMBlockCell(5))):
        with tf.variable_scope(name, initializer=tf.constant_initializer(0.1)):
            found.append(tf.nn.dynamic_rnn(cell, values, dtype=tf.float32)[0])
    biases = [each for each in tf.global_variables() if "bias" in each.name]
    assert len(biases) == 2
    plain, block = run(found, *[bias.assign(tf.fill([20], 0.2)) for bias in biases])
    close(plain, block)


def _attention(beams, memory, lengths, depth):
    wrapped = contrib.seq2seq.LuongAttention(
        depth,
        contrib.seq2seq.tile_batch(memory, beams),
        memory_sequence_length=contrib.seq2seq.tile_batch(lengths, beams),
    )
    return contrib.seq2seq.AttentionWrapper(
        contrib.rnn.LSTMCell(depth), wrapped, attention_layer_size=depth
    )


@in_new_graph
def sequences_to_sequences():
    seq2seq, batch, words, depth = contrib.seq2seq, 4, 6, 12
    targets = np.array([[2, 3, 1], [3, 4, 1], [4, 5, 1], [5, 1, 1]])
    lengths = tf.constant([3, 3, 3, 2])
    embedding = tf.get_variable("embedding", [words, depth])
    memory = tf.nn.embedding_lookup(embedding, targets)
    given = np.concatenate([np.zeros([batch, 1], int), targets[:, :-1]], 1)
    project = tf.layers.Dense(words, name="project")
    with tf.variable_scope("decoder"):
        cell = _attention(1, memory, lengths, depth)
        helper = seq2seq.TrainingHelper(tf.nn.embedding_lookup(embedding, given), [3] * batch)
        decoder = seq2seq.BasicDecoder(cell, helper, cell.zero_state(batch, tf.float32), project)
        outputs, _, _ = seq2seq.dynamic_decode(decoder)
    loss = seq2seq.sequence_loss(outputs.rnn_output, tf.constant(targets), tf.ones([batch, 3]))
    train = tf.train.AdamOptimizer(0.05).minimize(loss)
    with tf.variable_scope("decoder", reuse=True):
        cell = _attention(1, memory, lengths, depth)
        helper = seq2seq.GreedyEmbeddingHelper(embedding, tf.fill([batch], 0), 1)
        decoder = seq2seq.BasicDecoder(cell, helper, cell.zero_state(batch, tf.float32), project)
        greedy, _, _ = seq2seq.dynamic_decode(decoder, maximum_iterations=3)
    with tf.variable_scope("decoder", reuse=True):
        cell = _attention(3, memory, lengths, depth)
        state = cell.zero_state(batch * 3, tf.float32)
        decoder = seq2seq.BeamSearchDecoder(
            cell, embedding, tf.fill([batch], 0), 1, state, 3, output_layer=project
        )
        beams, _, _ = seq2seq.dynamic_decode(decoder, maximum_iterations=3)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        losses = [session.run([loss, train])[0] for _ in range(150)]
        assert losses[-1] < 0.1, losses[::30]
        np.testing.assert_array_equal(session.run(greedy.sample_id), targets)
        np.testing.assert_array_equal(session.run(beams.predicted_ids)[:, :, 0], targets)


@in_new_graph
def beams_are_followed_back():
    steps = [[[1, 2, 3]], [[4, 5, 6]], [[7, 8, 9]], [[-1, -1, -1]]]
    parents = [[[0, 0, 0]], [[0, 1, 1]], [[2, 1, 2]], [[-1, -1, -1]]]
    found = run(contrib.seq2seq.gather_tree(steps, parents, [3], 10))
    assert found.tolist() == [[[2, 2, 2]], [[6, 5, 6]], [[7, 8, 9]], [[10, 10, 10]]], found
    ends = run(contrib.seq2seq.gather_tree([[[1, 10]], [[2, 3]]], [[[0, 0]], [[0, 1]]], [2], 10))
    assert ends.tolist() == [[[1, 10]], [[2, 10]]], ends


@in_new_graph
def conditional_random_fields():
    length, tags = 4, 3
    scores = np.random.randn(1, length, tags).astype("float32")
    transitions = np.random.randn(tags, tags).astype("float32")

    def score(path):
        own = sum(scores[0, place, tag] for place, tag in enumerate(path))
        return own + sum(transitions[a, b] for a, b in zip(path, path[1:]))

    paths = list(itertools.product(range(tags), repeat=length))
    total = np.log(sum(np.exp(score(path)) for path in paths))
    best = max(paths, key=score)
    likelihood, _ = contrib.crf.crf_log_likelihood(
        tf.constant(scores), tf.constant([paths[5]]), tf.constant([length]), tf.constant(transitions)
    )
    decoded, best_score = contrib.crf.crf_decode(
        tf.constant(scores), tf.constant(transitions), tf.constant([length])
    )
    found = run([likelihood, decoded, best_score])
    close(found[0], [score(paths[5]) - total])
    assert tuple(found[1][0]) == best
    close(found[2], [score(best)])
    assert tuple(contrib.crf.viterbi_decode(scores[0], transitions)[0]) == best


def _two_clouds():
    values = np.random.RandomState(3).randn(60, 2).astype("float32")
    labels = (values[:, :1] > 0).astype("int64")
    return {"x": tf.constant(values)}, tf.constant(labels)


@case
def learn_estimators():
    learn = contrib.learn
    columns = [contrib.layers.real_valued_column("x", dimension=2)]
    deep = learn.DNNClassifier([8], columns, optimizer=tf.train.AdamOptimizer(0.1))
    deep.fit(input_fn=_two_clouds, steps=60)
    assert deep.evaluate(input_fn=_two_clouds, steps=1)["accuracy"] > 0.9
    classes = list(itertools.islice(deep.predict_classes(input_fn=lambda: _two_clouds()[0]), 3))
    assert set(classes) <= {0, 1}
    assert learn.datasets.load_iris().data.shape == (150, 4)
    wide = learn.LinearClassifier(columns)
    wide.fit(input_fn=_two_clouds, steps=60)
    assert wide.evaluate(input_fn=_two_clouds, steps=1)["accuracy"] > 0.9

    def model(features, labels, mode, params):
        predictions = contrib.layers.fully_connected(features["x"], 1, activation_fn=None)
        loss = tf.losses.mean_squared_error(tf.cast(labels, tf.float32), predictions)
        step = contrib.framework.get_global_step()
        train = contrib.layers.optimize_loss(loss, step, params["rate"], "SGD")
        return learn.ModelFnOps(mode, {"p": predictions}, loss, train)

    own = learn.Estimator(model, params={"rate": 0.1}, config=learn.RunConfig(save_checkpoints_steps=5))
    experiment = learn.Experiment(own, _two_clouds, _two_clouds, train_steps=10, eval_steps=1)
    found, _ = experiment.train_and_evaluate()
    assert found["global_step"] == 10 and found["loss"] < 1, found


@case
def hooks_and_heads_of_estimators():
    def model(features, labels, mode):
        head = contrib.estimator.binary_classification_head()
        logits = tf.layers.dense(features["x"], 1)
        optimizer = contrib.estimator.clip_gradients_by_norm(tf.train.AdamOptimizer(0.1), 5.0)
        return head.create_estimator_spec(
            features, mode, logits, labels=labels, optimizer=optimizer
        )

    estimator = tf.estimator.Estimator(model, tempfile.mkdtemp())
    os.makedirs(estimator.eval_dir())
    stop = contrib.estimator.stop_if_no_decrease_hook(estimator, "loss", 10)
    evaluate = contrib.estimator.InMemoryEvaluatorHook(estimator, _two_clouds, steps=1, every_n_iter=5)
    estimator.train(_two_clouds, hooks=[stop, evaluate], steps=20)
    assert estimator.evaluate(_two_clouds, steps=1)["accuracy"] > 0.7


@case
def strategies_train_estimators():
    def model(features, labels, mode):
        found = tf.layers.dense(features["x"], 1)
        loss = tf.losses.mean_squared_error(labels, found)
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, tf.train.get_global_step())
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

    def data():
        return tf.data.Dataset.from_tensors(({"x": tf.ones([4, 2])}, tf.ones([4, 1]))).repeat()

    kinds = contrib.distribute
    for strategy in (
        kinds.MirroredStrategy(["/cpu:0"]),
        kinds.OneDeviceStrategy("/cpu:0"),
        kinds.ParameterServerStrategy(num_gpus_per_worker=0),
    ):
        config = tf.estimator.RunConfig(train_distribute=strategy)
        estimator = tf.estimator.Estimator(model, tempfile.mkdtemp(), config)
        estimator.train(data, steps=3)
        assert estimator.get_variable_value("global_step") == 3


@in_new_graph
def checkpoints_and_variables():
    framework = contrib.framework
    with tf.variable_scope("net"):
        weight = framework.model_variable("w", shape=[2], initializer=tf.ones_initializer())
    path = os.path.join(tempfile.mkdtemp(), "model")
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        saved = tf.train.Saver().save(session, path)
    assert framework.list_variables(saved) == [("net/w", [2])]
    close(framework.load_variable(saved, "net/w"), [1, 1])
    assert framework.get_variables_to_restore(include=["net"]) == [weight]
    restore = framework.assign_from_checkpoint_fn(saved, {"net/w": weight})
    with tf.Session() as session:
        restore(session)
        close(session.run(weight), [1, 1])
        close(session.run(framework.zero_initializer(weight)), [0, 0])


@in_new_graph
def small_parts():
    table = contrib.lookup.index_table_from_tensor(["a", "b"], num_oov_buckets=1)
    mapped = tf.data.Dataset.range(4).apply(contrib.data.map_and_batch(lambda v: v * 2, 4))
    weight = tf.get_variable("w", [3])
    train = contrib.opt.LazyAdamOptimizer(0.1).minimize(tf.reduce_sum(tf.gather(weight, [0]) ** 2))
    normal = contrib.distributions.MultivariateNormalDiag([0.0], [2.0]).log_prob([2.0])
    auc, update = contrib.metrics.streaming_auc(tf.constant([0.1, 0.9]), tf.constant([0, 1]))
    image = tf.constant(np.arange(9.0).reshape(1, 3, 3, 1), tf.float32)
    turned = contrib.image.rotate(image, np.pi)
    sampled = contrib.resampler.resampler(image, tf.constant([[[0.5, 1.0], [-0.5, 0.0], [5.0, 5.0]]]))
    projector = contrib.tensorboard.plugins.projector.ProjectorConfig()
    projector.embeddings.add().tensor_name = weight.name
    number = mapped.make_one_shot_iterator().get_next()
    found = run([table.lookup(tf.constant(["b", "z"])), number, train, normal, update, turned, sampled])
    assert found[0].tolist() == [1, 2] and found[1].tolist() == [0, 2, 4, 6]
    close(found[3], -0.5 - np.log(2 * np.sqrt(2 * np.pi)))
    close(found[4], 1.0)
    close(found[5][0, :, :, 0], np.arange(8.0, -1.0, -1.0).reshape(3, 3))
    # Between 3 and 4; half outside of the image beside 0; and outside.
    close(found[6][0, :, 0], [3.5, 0.0, 0.0])
    assert auc is not None


@case
def predictors():
    folder = os.path.join(tempfile.mkdtemp(), "saved")
    with tf.Graph().as_default(), tf.Session() as session:
        given = tf.placeholder(tf.float32, [None])
        tf.saved_model.simple_save(session, folder, {"x": given}, {"y": given * 2})
    predict = contrib.predictor.from_saved_model(folder)
    close(predict({"x": [1.0, 2.0]})["y"], [2, 4])


@in_new_graph
def a_global_queue_gives_each_row_once():
    splits = contrib.global_input.partition_filenames_once(sys.argv[1], partition_size=3)
    queue = contrib.global_input.global_string_input_producer(splits, num_epochs=2, is_chief=True)
    reader = tf.TableRecordReader()
    _, values = reader.read_up_to(queue, 2)
    rows = []
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        assert len(session.run(splits)) == 4  # 10 rows, 3 a part
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        try:
            while True:
                rows.extend(int(value) for value in session.run(values))
        except tf.errors.OutOfRangeError:
            coordinator.request_stop()
        coordinator.join(threads)
    assert sorted(rows) == sorted(list(range(10)) * 2), rows


@case
def what_is_missing_says_what_to_use():
    for name, text in (
        ("gan", "tensorflow-gan"),
        ("boosted_trees", "XGBoost"),
        ("nothing_like_it", "TensorFlow 1.15 had no such name"),
    ):
        try:
            getattr(contrib, name)
        except AttributeError as error:
            assert "tensorflow.contrib." + name in str(error) and text in str(error), error
        else:
            raise AssertionError(name)
        try:
            __import__("tensorflow.contrib." + name)
        except ImportError as error:
            assert text in str(error), error
    try:
        contrib.data.StatsAggregator  # noqa: B018
    except AttributeError as error:
        assert "tf.profiler" in str(error)
    assert not hasattr(contrib.layers, "nothing_like_it")
    try:
        contrib.image.connected_components(tf.zeros([3, 3], tf.bool))
    except NotImplementedError as error:
        assert "TensorFlow 2.15" in str(error)
    else:
        raise AssertionError("an operator that does not exist was made")


main()
