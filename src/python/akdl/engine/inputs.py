"""Datasets of parsed Examples, and the placeholders of an export.

An `example_config` is [{"name", "dtype", "shape"[, "feature_type"]}]: a dtype is a name of dtype_str_map,
a feature_type one of TensorFlow's classes of features, tf.io.FixedLenFeature without it.
"""

from akdl._tensorflow import tf

dtype_str_map = {
    "byte": tf.int8,
    "ubyte": tf.uint8,
    "int": tf.int64,
    "long": tf.int64,
    "float": tf.float32,
    "double": tf.float32,
    "boolean": tf.bool,
    "string": tf.string,
}


def _dtype_of(config):
    name = config["dtype"]
    if name not in dtype_str_map:
        raise ValueError(
            "'%s' of '%s' is not a dtype: write one of %s" % (name, config.get("name"), ", ".join(dtype_str_map))
        )
    return dtype_str_map[name]


def parse_feature_specs(example_config):
    """{name: argument of tf.parse_single_example} of an example_config."""
    specs = {}
    for config in example_config:
        kind = config.get("feature_type", tf.FixedLenFeature)
        arguments = {}
        if kind == tf.FixedLenSequenceFeature:
            arguments["allow_missing"] = True  # it takes no other value
        specs[config["name"]] = kind(config["shape"], _dtype_of(config), **arguments)
    return specs


def get_example_parser(feature_specs, label_col):
    """A function of a serialised Example that gives ({name: tensor}, the label).

    feature_specs  as parse_feature_specs() gives them
    """

    def parse(serialised):
        features = tf.parse_single_example(serialised, feature_specs)
        label = features.pop(label_col)
        return features, label

    return parse


def get_feature_placeholders(placeholders_config, export_batch_dim=False, **_):
    """{name: placeholder} of an example_config; further arguments have no effect.

    export_batch_dim  puts a dimension of one before the others, which an estimator's export makes the
                      batch; without it the export takes the first dimension of the shape for that
    """
    placeholders = {}
    for config in placeholders_config:
        shape = list(config["shape"])
        if export_batch_dim:
            shape.insert(0, 1)
        placeholders[config["name"]] = tf.placeholder(_dtype_of(config), shape, config["name"])
    return placeholders


def get_dataset(
    feature_specs,
    raw_dataset_fn,
    label_col,
    batch_size,
    num_epochs,
    num_parallel_calls=8,
    shuffle_factor=10,
    prefetch_buffer_size=None,
    post_process_dataset=None,
    **_,
):
    """Batches of the Examples of raw_dataset_fn(): parsed, shuffled, repeated, batched.

    feature_specs         as parse_feature_specs() gives them
    shuffle_factor        how many batches the rows are mixed over; 0: not at all
    post_process_dataset  a function of the dataset of parsed rows
    Further arguments have no effect, so that one dict may configure everything.
    """
    dataset = raw_dataset_fn().map(get_example_parser(feature_specs, label_col), num_parallel_calls=num_parallel_calls)
    if post_process_dataset is not None:
        dataset = post_process_dataset(dataset)
    if shuffle_factor and shuffle_factor > 0:
        dataset = dataset.shuffle(batch_size * shuffle_factor)
    dataset = dataset.repeat(num_epochs).batch(batch_size)
    if prefetch_buffer_size and prefetch_buffer_size > 0:
        dataset = dataset.prefetch(prefetch_buffer_size)
    return dataset


def get_dataset_fn(**kwargs):
    """get_dataset with these arguments, as a function without any."""
    return lambda: get_dataset(**kwargs)
