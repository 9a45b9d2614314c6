"""What computes: the signature of a SavedModel, as Predictor needs it."""

from paisql.alink_models import library


class SavedModelBackend:
    """One signature of a SavedModel.

    inputs, outputs  [library.Spec]
    batches          whether rows may be computed together
    positional       whether inputs and outputs are known by their places, not by names
    """

    batches, positional = True, False

    def __init__(self, folder, key="serving_default", tag="serve", threads=1):
        self._model = library.SavedModel(folder, tag, threads)
        self._signature = self._model.signature(key)
        self.inputs, self.outputs = self._signature.inputs, self._signature.outputs

    def run(self, arrays, outputs):
        """Arrays of the outputs that are named."""
        return self._model.run(self._signature, arrays, outputs)

    def close(self):
        self._model.close()
