"""What is different in the kept sources of tf.contrib: (text, text instead of it)."""

EVERYWHERE = (
    (
        "from tensorflow.python.util.all_util import remove_undocumented",
        "from paisql.contrib.kept import keep_all as remove_undocumented",
    ),
    ("from collections import Container", "from collections.abc import Container"),
)

# By the name of the module below tensorflow.contrib.
EDITS = {
    # TensorFlow has the gradient by now.
    "image.python.ops.image_ops": (('@ops.RegisterGradient("ImageProjectiveTransformV2")\n', ""),),
    "keras.wrappers": (
        ("from tensorflow.python.keras.wrappers import scikit_learn", "from keras.wrappers import scikit_learn"),
    ),
    # Keras has no such function any more.
    "keras.wrappers.scikit_learn": (
        (
            "losses.is_categorical_crossentropy(self.model.loss)",
            "getattr(self.model.loss, '__name__', self.model.loss) == 'categorical_crossentropy'",
        ),
    ),
    # Scripts of TensorFlow 1.0 find the cells here.
    "rnn.python.ops.core_rnn_cell": (
        (
            "RNNCell = rnn_cell_impl.RNNCell\n",
            "RNNCell = rnn_cell_impl.RNNCell\n"
            "from tensorflow.nn.rnn_cell import BasicLSTMCell, BasicRNNCell, DropoutWrapper, GRUCell, LSTMCell\n"
            "from tensorflow.nn.rnn_cell import LSTMStateTuple, MultiRNNCell\n",
        ),
    ),
    # TensorFlow 2.15 has no kernels for boosted trees.
    "tensorflow_estimator.contrib.estimator": (
        ("from tensorflow_estimator.contrib.estimator.python.estimator.boosted_trees import *\n", ""),
    ),
}
