"""A user's own script of TensorFlow 2: Keras in a MultiWorkerMirroredStrategy, without akdl."""

import json
import os

import tensorflow as tf


def batches(config, names):
    features = {name: tf.io.FixedLenFeature([], tf.float32) for name in names}
    features[config.user_params["labelCol"]] = tf.io.FixedLenFeature([], tf.int64)

    def parsed(records):
        row = tf.io.parse_example(records, features)
        label = row.pop(config.user_params["labelCol"])
        return tf.stack([row[name] for name in names], axis=1), label

    # Each worker has its own rows: they are not to be shared out again.
    options = tf.data.Options()
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF
    size = int(config.user_params["batch_size"]) * config.num_workers
    return tf.data.TFRecordDataset(config.dataset_file).batch(size).map(parsed).with_options(options)


def main(config):
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    assert strategy.num_replicas_in_sync == config.num_workers == 2
    names = json.loads(config.user_params["featureCols"])
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.Input([len(names)]), tf.keras.layers.Dense(1)])
        loss = tf.keras.losses.BinaryCrossentropy(from_logits=True)
        model.compile(tf.keras.optimizers.Adam(0.5), loss)
    model.fit(batches(config, names), epochs=20, verbose=0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name) for name in names])
    def serve(*columns):
        logits = model(tf.stack(columns, axis=1))[:, 0]
        return {"logits": logits, "logistic": tf.sigmoid(logits)}

    # All workers save, as the strategy wants it, and the chief's model counts.
    chief = config.task_type == "chief"
    folder = config.saved_model_dir if chief else os.path.join(config.work_dir, "unused")
    tf.saved_model.save(model, folder, {"predict": serve})
