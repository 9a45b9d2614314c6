"""Alink's pipelines: stages that are fitted to rows, and the model that they become.

A stage with train operators becomes a predictor with the rows of its model; a predictor's stage stays
what it is. PipelineModel.transform makes operators; LocalPredictor computes in this process.
"""

import os

from paisql.alink.models import (
    local_predictor,
    operator_stages,
    operators,
    pipeline_files,
    pipeline_rows,
    stream_operators,
)
from paisql.alink.operator import BatchOperator
from paisql.alink.scripts import TF2TableModelTrainBatchOp, TFTableModelTrainBatchOp
from paisql.alink.streams import StreamOperator

__all__ = [
    "KerasSequentialClassificationModel",
    "KerasSequentialClassifier",
    "KerasSequentialRegressionModel",
    "KerasSequentialRegressor",
    "OnnxModelPredictor",
    "Pipeline",
    "PipelineModel",
    "TF2TableModelTrainer",
    "TFSavedModelPredictor",
    "TFTableModelClassifierModel",
    "TFTableModelPredictModel",
    "TFTableModelPredictor",
    "TFTableModelRegressionModel",
    "TFTableModelTrainer",
    "TorchModelPredictor",
]

class _Parameters(BatchOperator):
    """set<Name>() and get<Name>() as operators have them, for what is no operator."""

    def given(self):
        """{name: value} of what was set."""
        return dict(self._values)


def _configured(kind, values, aliases=()):
    """An operator of the class with those of the values that it knows."""
    made = kind()
    for name, value in values.items():
        if name in made.parameters:
            made._values[name] = value
    return made


def _answers(predict, values, rows, *model):
    """The operator of a predictor's answers: over a table, or on a stream where the rows are one."""
    if not isinstance(rows, StreamOperator):
        return _configured(predict, values).linkFrom(*model, rows)
    made = stream_operators.OF_BATCH[predict](*model)
    made._values.update(values)
    return made.linkFrom(rows)


class _Trainer(_Parameters):
    """A stage with a train operator and the predictor that its model goes to."""

    train, predict, model = None, None, None

    def fit(self, rows):
        """The fitted stage. The training runs when rows or the model are asked for."""
        made = _configured(self.train, self._values).linkFrom(rows)
        return self.model(made, self.predictor_values())

    def predictor_values(self):
        known = set(self.predict.parameters)
        return {name: value for name, value in self._values.items() if name in known}


class _Model(_Parameters):
    """A fitted stage: an operator of model rows, and a predictor's parameters.

    alink  its class in Alink, behind the package of pipelines
    """

    predict, alink = None, None
    labelled, has_model = False, True

    def __init_subclass__(cls):
        cls.parameters, cls.aliases = cls.predict.parameters, cls.predict.aliases

    def __init__(self, model=None, values=None):
        super().__init__()
        self._model = model
        self._values.update(values or {})

    def getModelData(self):
        """The operator of the model's rows."""
        return self._model

    def setModelData(self, model):
        self._model = model
        return self

    def transform(self, rows):
        """The operator of the answers."""
        return _answers(self.predict, self._values, rows, self._model)

    def local_step(self):
        made = _configured(self.predict, self._values)
        for name in made.required:
            made.needed(name)
        rows = self._model.collect()
        if not self.labelled:
            rows = [row[:2] for row in rows]
        return local_predictor.rows_module().Step(settings_of(made), [tuple(row) for row in rows])

    def kept(self):
        """What a file has of it: (values, the operator of its model's rows)."""
        return self._values, self._model

    @classmethod
    def loaded(cls, values, model):
        named = {cls.aliases.get(name, name): value for name, value in values.items()}
        return cls(model, {name: named[name] for name in named if name in cls.parameters})

    def local_steps(self):
        return [self.local_step()]


def settings_of(made):
    """A predictor's operator as the settings of paisql.alink.models.job."""
    value = made.value if hasattr(made, "value") else None

    def get(name, otherwise=None):
        found = value(name) if name in made.parameters else None
        return otherwise if found is None else found

    kinds = {
        "tf_table_model_predict": "table",
        "tf_savedmodel_predict": "saved_model",
        "torch_model_predict": "torch",
        "onnx_model_predict": "onnx",
        "keras_sequential_classifier_predict": "classifier",
        "keras_sequential_regressor_predict": "regressor",
    }
    kind = kinds[made.algorithm]
    path = get("modelPath", "")
    return {
        "kind": kind,
        "model": None,
        "path": path[len("file://") :] if path.startswith("file://") else path,
        "place": path,
        "schema": get("outputSchemaStr"),
        "selected": get("selectedCols"),
        "reserved": get("reservedCols"),
        "inputs": get("inputNames" if kind == "onnx" else "inputSignatureDefs"),
        "outputs": get("outputNames" if kind == "onnx" else "outputSignatureDefs"),
        "signature": get("signatureDefKey", "serving_default"),
        "tag": get("graphDefTag", "serve"),
        "batch": get("inferBatchSize"),
        "axes": get("outputBatchAxes"),
        "nulls": get("nullValues", "error"),
        "threads": get("intraOpParallelism", 4),
        "prediction": get("predictionCol"),
        "detail": get("predictionDetailCol"),
    }


class TFTableModelClassifierModel(_Model):
    """A fitted TensorFlow model of a table, and how its rows are computed."""

    predict = operators.TFTableModelPredictBatchOp
    alink = "tensorflow.TFTableModelPredictor"


class TFTableModelRegressionModel(TFTableModelClassifierModel):
    pass


class TFTableModelPredictModel(TFTableModelClassifierModel):
    pass


class KerasSequentialClassificationModel(_Model):
    alink = "classification.KerasSequentialClassificationModel"
    predict, labelled = operators.KerasSequentialClassifierPredictBatchOp, True


class KerasSequentialRegressionModel(_Model):
    alink = "regression.KerasSequentialRegressionModel"
    predict, labelled = operators.KerasSequentialRegressorPredictBatchOp, True


class TFTableModelTrainer(_Trainer):
    """Trains by a script; inferSelectedCols are the columns that its model gets for answers."""

    train = TFTableModelTrainBatchOp
    predict, model = operators.TFTableModelPredictBatchOp, TFTableModelPredictModel
    parameters = {
        **train.parameters,
        **predict.parameters,
        "inferSelectedCols": None,
    }
    aliases = {**train.aliases, **predict.aliases}

    def predictor_values(self):
        values = super().predictor_values()
        values.pop("selectedCols", None)
        if self._values.get("inferSelectedCols") is not None:
            values["selectedCols"] = self._values["inferSelectedCols"]
        return values


class TF2TableModelTrainer(TFTableModelTrainer):
    train = TF2TableModelTrainBatchOp


class KerasSequentialClassifier(_Trainer):
    train = operators.KerasSequentialClassifierTrainBatchOp
    predict = operators.KerasSequentialClassifierPredictBatchOp
    model = KerasSequentialClassificationModel
    parameters = {**train.parameters, **predict.parameters}
    aliases = train.aliases


class KerasSequentialRegressor(_Trainer):
    train = operators.KerasSequentialRegressorTrainBatchOp
    predict = operators.KerasSequentialRegressorPredictBatchOp
    model = KerasSequentialRegressionModel
    parameters = {**train.parameters, **predict.parameters}
    aliases = train.aliases


class _PredictorStage(_Parameters):
    """A stage that nobody fits: a predictor with a model of its own."""

    predict, alink, has_model = None, None, False

    def fit(self, rows):
        return self

    def transform(self, rows):
        return _answers(self.predict, self._values, rows)

    def local_step(self):
        made = _configured(self.predict, self._values)
        for name in made.required:
            made.needed(name)
        return local_predictor.rows_module().Step(settings_of(made))

    def local_steps(self):
        return [self.local_step()]

    def kept(self):
        """What a file has of it: (values, None); a path of this machine as a URL, as Alink wants it."""
        values = dict(self._values)
        if "://" not in str(values.get("modelPath", "://")):
            values["modelPath"] = "file://" + os.path.abspath(values["modelPath"])
        return values, None

    @classmethod
    def loaded(cls, values, model):
        made = cls()
        named = {cls.aliases.get(name, name): value for name, value in values.items()}
        made._values.update((name, named[name]) for name in named if name in cls.parameters)
        return made


class TFSavedModelPredictor(_PredictorStage):
    alink = "tensorflow.TFSavedModelPredictor"
    predict = operators.TFSavedModelPredictBatchOp
    parameters, aliases = predict.parameters, predict.aliases


class TorchModelPredictor(_PredictorStage):
    alink = "pytorch.TorchModelPredictor"
    predict = operators.TorchModelPredictBatchOp
    parameters, aliases = predict.parameters, predict.aliases


class OnnxModelPredictor(_PredictorStage):
    alink = "onnx.OnnxModelPredictor"
    predict = operators.OnnxModelPredictBatchOp
    parameters, aliases = predict.parameters, predict.aliases


class TFTableModelPredictor(_Parameters):
    """A predictor whose model is an operator: setModelData()."""

    predict = operators.TFTableModelPredictBatchOp
    parameters, aliases = predict.parameters, predict.aliases
    alink = "tensorflow.TFTableModelPredictor"

    def setModelData(self, model):
        self._data = model
        return self

    def fit(self, rows):
        return TFTableModelPredictModel(self._data, self._values)

    def transform(self, rows):
        return self.fit(rows).transform(rows)

    def local_steps(self):
        return self.fit(None).local_steps()

    def kept(self):
        return self.fit(None).kept()


_STAGES = {
    kind.__name__: kind
    for kind in (
        TFTableModelClassifierModel,
        TFTableModelRegressionModel,
        TFTableModelPredictModel,
        KerasSequentialClassificationModel,
        KerasSequentialRegressionModel,
        TFSavedModelPredictor,
        TorchModelPredictor,
        OnnxModelPredictor,
        *(getattr(operator_stages, name) for name in operator_stages.__all__),
    )
}

# By their classes in Alink: of those that share one, what it becomes when it is read.
_OF_ALINK = {
    kind.alink: kind
    for kind in _STAGES.values()
    if kind not in (TFTableModelClassifierModel, TFTableModelRegressionModel)
}


class Pipeline:
    """Stages in their order: Pipeline(stage, …).add(stage).fit(rows)."""

    def __init__(self, *stages):
        self._stages = list(stages)

    def add(self, stage):
        self._stages.append(stage)
        return self

    def size(self):
        return len(self._stages)

    def get(self, index):
        return self._stages[index]

    def fit(self, rows):
        """The PipelineModel; each stage gets what the stages before it make of the rows."""
        fitted = []
        for number, stage in enumerate(self._stages):
            made = stage.fit(rows)
            fitted.append(made)
            if number + 1 < len(self._stages):
                rows = made.transform(rows)
        return PipelineModel(*fitted)


class PipelineModel:
    """Fitted stages in their order; those of a PipelineModel among them are its own."""

    def __init__(self, *stages):
        self._stages = []
        for one in stages:
            self._stages += one._stages if isinstance(one, PipelineModel) else [one]

    def transform(self, rows):
        """The operator of the answers; of a stream where the rows are one."""
        for stage in self._stages:
            rows = stage.transform(rows)
        return rows

    def local_steps(self):
        return [step for stage in self._stages for step in stage.local_steps()]

    def collectLocalPredictor(self, inputSchemaStr):
        """A LocalPredictor for rows of this schema."""
        return local_predictor.LocalPredictor(self, inputSchemaStr)

    getLocalPredictor = collectLocalPredictor

    def save(self, path=None, overwrite=False):
        """Writes the stages with their models into an .ak file, as Alink does, and gives this back.

        Without a path: the operator of such a file's rows.
        """
        if path is None:
            return pipeline_files.KeptRows(*pipeline_rows.rows_of(pipeline_files.entries_of(self._stages)))
        pipeline_files.save(self._stages, path, overwrite)
        return self

    @staticmethod
    def load(source):
        """The PipelineModel of a file that Alink or save() has written, of a folder of such files, or of
        an operator with such rows. ValueError for another one.
        """
        if isinstance(source, BatchOperator):
            return PipelineModel(*pipeline_files.stages_from(_OF_ALINK, source))
        return PipelineModel(*pipeline_files.load(_OF_ALINK, _STAGES, source))
