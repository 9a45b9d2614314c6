"""Predictors and Keras components as operators: each is a PAI statement of the environment's paisql."""

from paisql.alink import environment, pai_statement
from paisql.alink.operator import BatchOperator

__all__ = [
    "KerasSequentialClassifierPredictBatchOp",
    "KerasSequentialClassifierTrainBatchOp",
    "KerasSequentialRegressorPredictBatchOp",
    "KerasSequentialRegressorTrainBatchOp",
    "OnnxModelPredictBatchOp",
    "TFSavedModelPredictBatchOp",
    "TFTableModelPredictBatchOp",
    "TorchModelPredictBatchOp",
]

_SCHEMA = {"schemaStr": "outputSchemaStr", "schema": "outputSchemaStr", "tableSchema": "outputSchemaStr"}
# Old versions of Alink call them so.
_NAMES_OF_OLD = {**_SCHEMA, "inputNames": "inputSignatureDefs", "outputNames": "outputSignatureDefs"}
_COMMON = {"reservedCols": None, "inferBatchSize": None, "intraOpParallelism": None, "nullValues": None}
_ANSWERS = dict(
    _COMMON,
    outputSchemaStr=None,
    selectedCols=None,
    inputSignatureDefs=None,
    outputSignatureDefs=None,
    signatureDefKey="serving_default",
    graphDefTag="serve",
)


class _StatementOp(BatchOperator):
    """An operator whose table a PAI statement makes."""

    keeps_rows = True
    algorithm = ""
    required = ()

    def given(self):
        """The statement's parameters that are not those of self.parameters."""
        raise NotImplementedError

    def inputs_named(self, *names):
        """{name: table} of the inputs; ValueError for another number of them."""
        if len(self.inputs) != len(names):
            raise ValueError(
                "%s has %d inputs, and %d are linked" % (type(self).__name__, len(names), len(self.inputs))
            )
        return {name: one.table() for name, one in zip(names, self.inputs)}

    def fill(self, table):
        for name in self.required:
            self.needed(name)
        given = dict(self.given(), outputTableName=table)
        given.update(pai_statement.parameter_values(self))
        environment.current().run(pai_statement.text(self.algorithm, given))


class _ModelAndData(_StatementOp):
    """Linked from a model and from rows, in this order."""

    def given(self):
        return self.inputs_named("modelTableName", "inputTableName")


class _Data(_StatementOp):
    def given(self):
        return self.inputs_named("inputTableName")


class TFTableModelPredictBatchOp(_ModelAndData):
    """Rows through a SavedModel of a table: linkFrom(model, data)."""

    parameters = dict(_ANSWERS, outputBatchAxes=None)
    aliases = _NAMES_OF_OLD
    algorithm, required = "tf_table_model_predict", ("outputSchemaStr",)


class TFSavedModelPredictBatchOp(_Data):
    """Rows through a SavedModel of a folder or an archive."""

    parameters = dict(_ANSWERS, modelPath=None)
    aliases = _NAMES_OF_OLD
    algorithm, required = "tf_savedmodel_predict", ("modelPath", "outputSchemaStr")


class TorchModelPredictBatchOp(_Data):
    """Rows through a TorchScript file; selectedCols are the arguments of forward()."""

    parameters = dict(_COMMON, outputSchemaStr=None, selectedCols=None, modelPath=None)
    aliases = _SCHEMA
    algorithm = "torch_model_predict"
    required = ("modelPath", "outputSchemaStr", "selectedCols")


class OnnxModelPredictBatchOp(_Data):
    """Rows through an ONNX file."""

    parameters = dict(
        _COMMON, outputSchemaStr=None, selectedCols=None, modelPath=None, inputNames=None, outputNames=None
    )
    aliases = _SCHEMA
    algorithm, required = "onnx_model_predict", ("modelPath", "outputSchemaStr")


class _KerasTrainBatchOp(_Data):
    parameters = {
        "tensorCol": None,
        "labelCol": None,
        "layers": None,
        "optimizer": "Adam()",
        "learningRate": None,
        "numEpochs": 10,
        "batchSize": 128,
        "checkpointFilePath": None,
        "removeCheckpointBeforeTraining": None,
        "validationSplit": None,
        "saveBestOnly": None,
        "bestMetric": "loss",
        "earlyStoppingEpochs": None,
        "saveCheckpointsEpochs": None,
        "saveCheckpointsSecs": None,
        "numWorkers": None,
        "numPSs": None,
        "intraOpParallelism": None,
        "pythonEnv": None,
    }
    aliases = {"numIter": "numEpochs", "estimatorModelDir": "checkpointFilePath"}
    required = ("tensorCol", "labelCol", "layers")

    def given(self):
        from akdl.models.tf.keras_sequential import layer_texts

        # A text that is not a layer is an error here already, before a job begins.
        for text in self.needed("layers"):
            layer_texts.read_layer(text)
        layer_texts.read_optimizer(self.value("optimizer"))
        return dict(super().given(), parallelism=environment.current().parallelism)


class KerasSequentialClassifierTrainBatchOp(_KerasTrainBatchOp):
    algorithm = "keras_sequential_classifier_train"


class KerasSequentialRegressorTrainBatchOp(_KerasTrainBatchOp):
    algorithm = "keras_sequential_regressor_train"


class KerasSequentialClassifierPredictBatchOp(_ModelAndData):
    """Labels of rows: linkFrom(model, data)."""

    parameters = dict(_COMMON, predictionCol=None, predictionDetailCol=None)
    algorithm, required = "keras_sequential_classifier_predict", ("predictionCol",)


class KerasSequentialRegressorPredictBatchOp(_ModelAndData):
    """Numbers of rows: linkFrom(model, data)."""

    parameters = dict(_COMMON, predictionCol=None)
    algorithm, required = "keras_sequential_regressor_predict", ("predictionCol",)
