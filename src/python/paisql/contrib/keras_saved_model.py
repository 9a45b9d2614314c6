"""tf.contrib.saved_model's save_keras_model and load_keras_model, by Keras's own functions."""


def save_keras_model(
    model, saved_model_path, custom_objects=None, as_text=False, input_signature=None,
    serving_only=False,
):  # fmt: skip
    """Writes a Keras model as a SavedModel. as_text and input_signature can only be the defaults."""
    from keras.src.saving import object_registration

    del serving_only  # what is written can be served, and loaded as well
    if as_text or input_signature is not None:
        raise NotImplementedError("save_keras_model() takes neither as_text nor input_signature")
    with object_registration.custom_object_scope(custom_objects or {}):
        model.save(saved_model_path, save_format="tf")


def load_keras_model(saved_model_path, custom_objects=None):
    """The Keras model of a SavedModel that save_keras_model() has written."""
    from keras.src.saving import saving_api

    return saving_api.load_model(saved_model_path, custom_objects=custom_objects)
