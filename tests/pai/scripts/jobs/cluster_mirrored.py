"""TensorFlow 2: MultiWorkerMirroredStrategy with Keras, one worker or several."""

import json
import os

import numpy as np
import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
tf.keras.utils.set_random_seed(1)
x = np.arange(64, dtype=np.float32).reshape(-1, 1) / 64
data = tf.data.Dataset.from_tensor_slices((x, 3 * x + 1)).batch(16)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse")
history = model.fit(data, epochs=2, steps_per_epoch=4, verbose=0)
task = json.loads(os.environ["TF_CONFIG"])["task"]
print(
    "REPLICAS", strategy.num_replicas_in_sync, task["type"], task["index"],
    "LOSS %.6f" % history.history["loss"][-1],
    flush=True,
)
