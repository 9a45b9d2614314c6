"""Keras' metrics of two classes for models that give logits: with from_logits=True their sigmoid is judged."""

import tensorflow as tf

_NAMES = (
    "AUC",
    "BinaryAccuracy",
    "FalseNegatives",
    "FalsePositives",
    "Precision",
    "Recall",
    "SparseCategoricalAccuracy",
    "TrueNegatives",
    "TruePositives",
)


class FromLogitsMixin:
    """Stands before a metric of Keras among the bases of a class."""

    def __init__(self, from_logits=False, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.from_logits = from_logits

    def update_state(self, y_true, y_pred, sample_weight=None):
        judged = tf.nn.sigmoid(y_pred) if self.from_logits else y_pred
        return super().update_state(y_true, judged, sample_weight)

    def get_config(self):
        return dict(super().get_config(), from_logits=self.from_logits)


for _name in _NAMES:
    globals()[_name] = type(_name, (FromLogitsMixin, getattr(tf.keras.metrics, _name)), {"__module__": __name__})
