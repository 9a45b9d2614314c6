"""Training by tf.estimator and Keras."""

from akdl.engine._tensorflow import tf


def build_raw_serving_input_receiver_fn(placeholders):
    """A receiver of batches: the first dimension of each placeholder may have any size."""

    def receive():
        features = {}
        for name, placeholder in placeholders.items():
            shape = [None] + placeholder.shape.as_list()[1:]
            features[name] = tf.placeholder(placeholder.dtype, shape, name=name)
        return tf.estimator.export.ServingInputReceiver(features, features)

    return receive


def train_estimator(estimator, train_input_fn, task_config, receiver_fn=None, max_steps=None):
    """Trains in all processes; the chief exports to saved_model_dir when there is a receiver_fn."""
    train = tf.estimator.TrainSpec(train_input_fn, max_steps)
    tf.estimator.train_and_evaluate(estimator, train, tf.estimator.EvalSpec(train_input_fn, steps=1))
    if receiver_fn is not None and task_config.task_type == "chief":
        return estimator.export_saved_model(task_config.saved_model_dir, receiver_fn)
    return None


def train_keras_model(model, train_input_fn, epochs=1, **fit_arguments):
    """model.fit; nothing is exported."""
    return model.fit(train_input_fn(), epochs=epochs, **fit_arguments)
