"""TensorFlow's 1.x API, whichever face `import tensorflow` has here."""

import tensorflow.compat.v1 as tf  # noqa: F401
