"""Datasets of parsed Examples."""

from akdl.engine._tensorflow import tf

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


def parse_feature_specs(feature_specs):
    """{name: parsing specification} of [{"name", "dtype", "shape"}]; a dtype is a name or a tf.DType."""
    parsed = {}
    for spec in feature_specs:
        dtype = spec["dtype"]
        if isinstance(dtype, str):
            dtype = dtype_str_map[dtype]
        parsed[spec["name"]] = tf.io.FixedLenFeature(list(spec.get("shape") or []), dtype)
    return parsed


def get_example_parser(feature_specs, label_col=None):
    """A function of a serialised Example that gives {name: tensor}, or with a label (dict, label)."""
    parsed = parse_feature_specs(feature_specs)

    def parse(serialised):
        features = tf.io.parse_single_example(serialised, parsed)
        return (features, features.pop(label_col)) if label_col else features

    return parse


def get_feature_placeholders(placeholders_config, export_batch_dim=False):
    """{name: placeholder}; with export_batch_dim a dimension of one is put before the others."""
    placeholders = {}
    for config in placeholders_config:
        shape = list(config.get("shape") or [])
        dtype = config["dtype"]
        dtype = dtype_str_map[dtype] if isinstance(dtype, str) else dtype
        shape = [1] + shape if export_batch_dim else shape
        placeholders[config["name"]] = tf.placeholder(dtype, shape, name=config["name"])
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
):
    """Batches of parsed Examples of raw_dataset_fn(): parsed, shuffled, repeated, batched."""
    dataset = raw_dataset_fn().map(get_example_parser(feature_specs, label_col), num_parallel_calls)
    if shuffle_factor:
        dataset = dataset.shuffle(int(batch_size) * shuffle_factor)
    if num_epochs is None or num_epochs != 1:
        dataset = dataset.repeat(num_epochs)
    dataset = dataset.batch(int(batch_size))
    if post_process_dataset is not None:
        dataset = post_process_dataset(dataset)
    return dataset.prefetch(prefetch_buffer_size or tf.data.experimental.AUTOTUNE)


def get_dataset_fn(**kwargs):
    """get_dataset with these arguments, as a function without any."""
    return lambda: get_dataset(**kwargs)
