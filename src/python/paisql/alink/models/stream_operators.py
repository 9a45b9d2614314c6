"""Predictors on streams: each is a PAI statement, as the script components of streams are."""

from paisql.alink.models import operators
from paisql.alink.on_streams.script_operators import StatementStreamOp
from paisql.alink.operator import refuse_class
from paisql.alink_models.alink_columns import columns_of, selected

__all__ = [
    "KerasSequentialClassifierPredictStreamOp",
    "KerasSequentialRegressorPredictStreamOp",
    "OnnxModelPredictStreamOp",
    "TFSavedModelPredictStreamOp",
    "TFTableModelPredictStreamOp",
    "TorchModelPredictStreamOp",
]

# Not Alink's: docs/alink-streams.md.
_OF_STREAMS = {"numWorkers": None, "startMode": None, "commitIntervalMs": None, "maxRestarts": None}


class _AnswersStreamOp(StatementStreamOp):
    """A predictor whose answers are the columns of outputSchemaStr."""

    def coming_schema(self):
        columns, kept = self.inputs[0].schema(), self.value("reservedCols")
        if kept is not None:
            columns = selected(kept, columns, type(self).__name__)
        answers = columns_of(self.needed("outputSchemaStr"))
        by_name = {name.lower(): (name, kind) for name, kind in answers}
        # An answer takes the place of the input's column of its name.
        found = [by_name.pop(name.lower(), (name, kind)) for name, kind in columns]
        return found + list(by_name.values())


class _TableModelStreamOp(StatementStreamOp):
    """A predictor with a model's table; `model` is the operator that has it."""

    def __init__(self, model=None, **values):
        super().__init__(**values)
        if model is None:
            raise ValueError("%s(model) needs the operator of the model" % type(self).__name__)
        refuse_class(model)
        self._model = model
        self.reads(model)

    def own(self):
        return {"modelTableName": self._model.table()}


class TFTableModelPredictStreamOp(_TableModelStreamOp, _AnswersStreamOp):
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


class TFSavedModelPredictStreamOp(_AnswersStreamOp):
    """Rows as they come through a SavedModel of a folder or an archive."""

    parameters = dict(operators.TFSavedModelPredictBatchOp.parameters, **_OF_STREAMS)
    aliases = operators.TFSavedModelPredictBatchOp.aliases
    algorithm = "tf_savedmodel_predict_stream"
    required = operators.TFSavedModelPredictBatchOp.required


class TorchModelPredictStreamOp(_AnswersStreamOp):
    """Rows as they come through a TorchScript file; selectedCols are the arguments of forward()."""

    parameters = dict(operators.TorchModelPredictBatchOp.parameters, **_OF_STREAMS)
    aliases = operators.TorchModelPredictBatchOp.aliases
    algorithm = "torch_model_predict_stream"
    required = operators.TorchModelPredictBatchOp.required


class OnnxModelPredictStreamOp(_AnswersStreamOp):
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
