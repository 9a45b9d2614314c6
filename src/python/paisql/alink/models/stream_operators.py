"""Predictors on streams: each is a PAI statement, as the script components of streams are."""

from paisql.alink.models import operators
from paisql.alink.streams import StatementStreamOp

__all__ = [
    "KerasSequentialClassifierPredictStreamOp",
    "KerasSequentialRegressorPredictStreamOp",
    "OnnxModelPredictStreamOp",
    "TFSavedModelPredictStreamOp",
    "TFTableModelPredictStreamOp",
    "TorchModelPredictStreamOp",
]

# Not Alink's: docs/alink.md.
_OF_STREAMS = {"numWorkers": None, "startMode": None, "commitIntervalMs": None, "maxRestarts": None}


class _TableModelStreamOp(StatementStreamOp):
    """A predictor with a model's table; `model` is the operator that has it."""

    def __init__(self, model=None):
        super().__init__()
        if model is None:
            raise ValueError(
                "%s(model) needs the operator of the model" % type(self).__name__
            )
        self._model = model

    def own(self):
        return {"modelTableName": self._model.table()}


class TFTableModelPredictStreamOp(_TableModelStreamOp):
    """Rows as they come through a SavedModel of a table."""

    parameters = dict(operators.TFTableModelPredictBatchOp.parameters, **_OF_STREAMS)
    aliases = operators.TFTableModelPredictBatchOp.aliases
    algorithm, required = "tf_table_model_predict_stream", ("outputSchemaStr",)


class KerasSequentialClassifierPredictStreamOp(_TableModelStreamOp):
    """Labels of rows as they come."""

    parameters = dict(operators.KerasSequentialClassifierPredictBatchOp.parameters, **_OF_STREAMS)
    algorithm = "keras_sequential_classifier_predict_stream"
    required = operators.KerasSequentialClassifierPredictBatchOp.required


class KerasSequentialRegressorPredictStreamOp(_TableModelStreamOp):
    """Numbers of rows as they come."""

    parameters = dict(operators.KerasSequentialRegressorPredictBatchOp.parameters, **_OF_STREAMS)
    algorithm = "keras_sequential_regressor_predict_stream"
    required = operators.KerasSequentialRegressorPredictBatchOp.required


class TFSavedModelPredictStreamOp(StatementStreamOp):
    """Rows as they come through a SavedModel of a folder or an archive."""

    parameters = dict(operators.TFSavedModelPredictBatchOp.parameters, **_OF_STREAMS)
    aliases = operators.TFSavedModelPredictBatchOp.aliases
    algorithm = "tf_savedmodel_predict_stream"
    required = operators.TFSavedModelPredictBatchOp.required


class TorchModelPredictStreamOp(StatementStreamOp):
    """Rows as they come through a TorchScript file; selectedCols are the arguments of forward()."""

    parameters = dict(operators.TorchModelPredictBatchOp.parameters, **_OF_STREAMS)
    aliases = operators.TorchModelPredictBatchOp.aliases
    algorithm = "torch_model_predict_stream"
    required = operators.TorchModelPredictBatchOp.required


class OnnxModelPredictStreamOp(StatementStreamOp):
    """Rows as they come through an ONNX file."""

    parameters = dict(operators.OnnxModelPredictBatchOp.parameters, **_OF_STREAMS)
    aliases = operators.OnnxModelPredictBatchOp.aliases
    algorithm = "onnx_model_predict_stream"
    required = operators.OnnxModelPredictBatchOp.required


# Of each predictor over tables that on streams.
OF_BATCH = {
    operators.KerasSequentialClassifierPredictBatchOp: KerasSequentialClassifierPredictStreamOp,
    operators.KerasSequentialRegressorPredictBatchOp: KerasSequentialRegressorPredictStreamOp,
    operators.OnnxModelPredictBatchOp: OnnxModelPredictStreamOp,
    operators.TFSavedModelPredictBatchOp: TFSavedModelPredictStreamOp,
    operators.TFTableModelPredictBatchOp: TFTableModelPredictStreamOp,
    operators.TorchModelPredictBatchOp: TorchModelPredictStreamOp,
}
