"""TorchScript files, where PyTorch is installed. Imports torch."""

import sys

import numpy as np

from paisql.alink_models import ModelError


def _torch():
    try:
        import torch
    except ModuleNotFoundError:
        raise ModelError(
            "torch_model_predict needs PyTorch: %s -m pip install torch brings it" % sys.executable
        ) from None
    return torch


class TorchBackend:
    """As backend.SavedModelBackend: inputs are the arguments of forward() in their order.

    Rows are computed one by one, since a model does not say whether it has a batch's dimension, unless
    inferBatchSize is given.
    """

    batches, positional = False, True

    def __init__(self, path, inputs, outputs, threads=1):
        self._torch = _torch()
        self._torch.set_num_threads(threads)
        try:
            self._model = self._torch.jit.load(path, map_location="cpu")
        except (RuntimeError, ValueError, OSError) as error:
            raise ModelError("%s is not a TorchScript file: %s" % (path, str(error).strip().split("\n")[0])) from None
        self._model.eval()
        self.inputs = [_Argument(number) for number in range(inputs)]
        self.outputs = None
        self._count = outputs

    def run(self, arrays, outputs):
        torch = self._torch
        given = [torch.from_numpy(np.array(array)) for array in arrays]
        try:
            with torch.no_grad():
                answer = self._model(*given)
        except (RuntimeError, TypeError) as error:
            lines = [line for line in str(error).strip().split("\n") if line.strip()]
            raise ModelError("the model refuses its input: %s" % lines[-1]) from None
        if isinstance(answer, dict):
            answer = list(answer.values())
        answers = list(answer) if isinstance(answer, (list, tuple)) else [answer]
        if len(answers) != self._count:
            raise ModelError(
                "the model gives %d tensors, and outputSchemaStr has %d columns" % (len(answers), self._count)
            )
        return [one.cpu().numpy() for one in answers]


class _Argument:
    """As library.Spec, of an argument of which nothing is known."""

    dtype, type_name, shape = None, "any", None

    def __init__(self, number):
        self.name = str(number)

    def __str__(self):
        return "argument %d" % (int(self.name) + 1)
