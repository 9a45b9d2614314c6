"""Writes what it gets of a message of Kafka as a text, without TensorFlow's datasets."""

import json

import tensorflow as tf


def main(config):
    for record in config.dataset_fn():
        features = tf.train.Example.FromString(record.numpy()).features.feature
        found = {}
        for name, feature in features.items():
            (value,) = getattr(feature, feature.WhichOneof("kind")).value
            found[name] = value.decode() if isinstance(value, bytes) else value
        text = json.dumps(found, ensure_ascii=False, sort_keys=True).encode()
        told = tf.train.Feature(bytes_list=tf.train.BytesList(value=[text]))
        config.output_writer.write(tf.train.Example(features=tf.train.Features(feature={"told": told})))
