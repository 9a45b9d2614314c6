"""Libraries that TensorFlow would import: none before the script asks for one, then the real one."""

import sys

import numpy as np
import tensorflow as tf

LIBRARIES = ("pandas", "scipy", "PIL")


def loaded():
    return [name for name in LIBRARIES if name in sys.modules]


tf.keras.Model, tf.estimator.Estimator, tf.layers  # noqa: B018  these import more
assert not loaded(), loaded()

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
model.compile("sgd", "mse")
model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0)
assert not loaded(), loaded()

import pandas as pd  # noqa: E402

# As a library of its own, and as what Keras and estimators take.
assert pd.__name__ == "pandas" and pd.io.__name__ == "pandas.io"
frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
model.fit(frame, pd.Series([1.0, 2.0]), verbose=0)
tf.estimator.inputs.pandas_input_fn(frame, pd.Series([1.0, 2.0]), shuffle=False)

from PIL import Image  # noqa: E402

Image.new("RGB", (8, 8)).save("image.png")
image = tf.keras.preprocessing.image.load_img(
    "image.png", target_size=(4, 4), interpolation="bilinear"
)
pixels = tf.keras.preprocessing.image.img_to_array(image)
assert pixels.shape == (4, 4, 3)

import scipy.sparse  # noqa: E402
from keras.preprocessing import image as images  # noqa: E402

assert images.apply_affine_transform(pixels, theta=10).shape == (4, 4, 3)
assert scipy.sparse.issparse(scipy.sparse.eye(3))
print("all libraries work")
