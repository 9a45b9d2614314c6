"""Errors that scripts catch by name. Imports TensorFlow; load it where TensorFlow is loaded."""

from tensorflow.python.framework import errors_impl

InvalidArgumentError = errors_impl.InvalidArgumentError


class OutOfRangeException(errors_impl.OutOfRangeError):
    """The end of a table. Scripts for 1.12 catch this name, older ones its base class."""

    def __init__(self, message="the end of the table has been reached"):
        super().__init__(None, None, message)


def invalid_argument(message):
    """An InvalidArgumentError that no graph operation raised."""
    return InvalidArgumentError(None, None, message)


def data_loss(message):
    """A DataLossError that no graph operation raised."""
    return errors_impl.DataLossError(None, None, message)
