"""tf.estimator in a cluster: train_and_evaluate with an evaluator, then predict by the chief."""

import json
import os
import sys

import numpy as np
import tensorflow as tf

FOLDER = [text for text in sys.argv if text.startswith("--checkpointDir=")][0].split("=", 1)[1]


def inputs():
    features = {"x": np.arange(32, dtype=np.float32).reshape(-1, 1) / 32}
    return tf.data.Dataset.from_tensor_slices((features, 3 * features["x"] + 1)).repeat().batch(8)


def some_inputs():
    return inputs().take(4)


def model(features, labels, mode):
    guess = tf.layers.dense(features["x"], 1)
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions={"guess": guess})
    loss = tf.losses.mean_squared_error(labels, guess)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


config = tf.estimator.RunConfig(
    model_dir=FOLDER,
    save_checkpoints_steps=50,
    experimental_max_worker_delay_secs=0,
)
print("TASK", config.task_type, config.task_id, "chief" if config.is_chief else "", flush=True)
estimator = tf.estimator.Estimator(model, config=config)
if "--predict" in sys.argv:
    # No server runs in this process: the session must be a local one.
    rows = list(estimator.predict(some_inputs, checkpoint_path=tf.train.latest_checkpoint(FOLDER)))
    print("PREDICTED", len(rows), flush=True)
else:
    tf.estimator.train_and_evaluate(
        estimator,
        tf.estimator.TrainSpec(inputs, max_steps=100),
        tf.estimator.EvalSpec(some_inputs, steps=4, start_delay_secs=0, throttle_secs=0),
    )
    if config.task_type == "evaluator":
        metrics = os.path.join(os.environ["PAISQL_OSS_ROOT"], FOLDER[len("oss://") :], "eval")
        print("EVALUATED", bool(os.listdir(metrics)), flush=True)
print("TF_CONFIG", json.dumps(json.loads(os.environ["TF_CONFIG"])["task"]), flush=True)
