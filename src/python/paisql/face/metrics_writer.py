"""tf.summary.MetricsWriter: a FileWriter that takes scalars by name."""

from tensorflow.core.framework import summary_pb2
from tensorflow.python.summary.writer import writer


class MetricsWriter(writer.FileWriter):
    """Writes summaries for TensorBoard below `logdir`. Arguments as for tf.summary.FileWriter."""

    def add_scalar(self, tag, value, step=None):
        """One value of a metric; value: a number, or an array of one."""
        value = value.item() if hasattr(value, "item") else float(value)
        entry = summary_pb2.Summary.Value(tag=tag, simple_value=value)
        self.add_summary(summary_pb2.Summary(value=[entry]), step)
