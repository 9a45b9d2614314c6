"""A process of Alink's Keras components: layers by their names, trained on a table."""

from paisql.alink.models import keras_job

keras_job.run()
