"""A process of Alink's Keras components: layers by their names, trained on a table."""

from paisql.alink_run import keras

keras.run()
