"""Operators of tf.contrib.image and tf.contrib.resampler, made of TensorFlow's own."""

from tensorflow.python.framework import ops
from tensorflow.python.ops import array_ops, gen_image_ops, math_ops


def image_projective_transform(images, transforms, interpolation, name=None):
    """Images [batch, height, width, channels] under projective transforms [batch or 1, 8]."""
    return gen_image_ops.image_projective_transform_v2(
        images=images,
        transforms=transforms,
        output_shape=array_ops.shape(images)[1:3],
        interpolation=interpolation,
        name=name,
    )


def _corner(data, x, y):
    """data[b, y, x] for whole numbers as floats, zero where there is none; with gradients."""
    shape = array_ops.shape(data)
    column, row = math_ops.cast(x, "int32"), math_ops.cast(y, "int32")
    inside = (column >= 0) & (column < shape[2]) & (row >= 0) & (row < shape[1])
    column = math_ops.minimum(math_ops.maximum(column, 0), shape[2] - 1)
    row = math_ops.minimum(math_ops.maximum(row, 0), shape[1] - 1)
    batch = math_ops.range(shape[0])
    batch = array_ops.reshape(batch, array_ops.concat(
        [shape[:1], array_ops.ones([array_ops.rank(row) - 1], "int32")], 0
    ))  # fmt: skip
    places = array_ops.stack([array_ops.zeros_like(row) + batch, row, column], axis=-1)
    found = array_ops.gather_nd(data, places)
    return array_ops.where_v2(inside[..., None], found, array_ops.zeros_like(found))


def resampler(data, warp, name=None):
    """Bilinear samples of data [batch, height, width, channels] at the points warp [batch, ..., 2].

    A point is (x, y) in pixels. What lies outside of an image counts as zero.
    """
    with ops.name_scope(name, "resampler", [data, warp]):
        x, y = warp[..., 0], warp[..., 1]
        left, top = math_ops.floor(x), math_ops.floor(y)
        samples = []
        for across in (0, 1):
            for down in (0, 1):
                weight_x = (x - left) if across else (1 - (x - left))
                weight_y = (y - top) if down else (1 - (y - top))
                weight = (weight_x * weight_y)[..., None]
                samples.append(weight * _corner(data, left + across, top + down))
        return math_ops.add_n(samples)
