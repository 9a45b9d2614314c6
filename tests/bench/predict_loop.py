"""Predictions for a table's Parquet files as one writes them in Python: batches of pyarrow, one after the other.

usage: predict_loop.py FOLDER BATCH FILE...

Prints the seconds of CPU, of all threads, and those from the first row to the last answer, TensorFlow being imported
and the model warm, and the mean.
"""

import os
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np  # noqa: E402
import pyarrow.parquet  # noqa: E402
import tensorflow as tf  # noqa: E402

model = tf.saved_model.load(sys.argv[1])
serve = model.signatures["serving_default"]
size = int(sys.argv[2])
serve(x=tf.zeros([size, 32]))
begin, cpu = time.perf_counter(), time.process_time()
total, rows = 0.0, 0
for path in sys.argv[3:]:
    for batch in pyarrow.parquet.ParquetFile(path).iter_batches(size):
        x = np.stack([column.to_numpy() for column in batch.columns], 1)
        total += float(serve(x=tf.constant(x, tf.float32))["y"].numpy().sum())
        rows += len(x)
print(time.process_time() - cpu, time.perf_counter() - begin, total / rows)
