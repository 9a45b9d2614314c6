"""Stages of pipelines that learn or compute with a model (operator_stages: those that compute columns alone).

A trainer is a stage with a train operator; what it becomes by fit() is a model's stage: a predictor with the
rows of its model. A predictor with a model of its own stays what it is.
"""

import os

from paisql.alink.models import local_modules, operators, stage_settings, stream_operators
from paisql.alink.operator import BatchOperator
from paisql.alink.scripts import TF2TableModelTrainBatchOp, TFTableModelTrainBatchOp
from paisql.alink.streams import StreamOperator

__all__ = [
    "KerasSequentialClassificationModel",
    "KerasSequentialClassifier",
    "KerasSequentialRegressionModel",
    "KerasSequentialRegressor",
    "OnnxModelPredictor",
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
    """set<Name>() and get<Name>() as operators have them, for what is not an operator."""


def _configured(kind, values):
    """An operator of the class with those of the values that it knows."""
    made = kind()
    made._values.update((name, value) for name, value in values.items() if name in made.parameters)
    return made


class _Trainer(_Parameters):
    """A stage with a train operator and the stage of the model that it gives.

    own  {parameter: that of the predictor which it is}: what the training calls the same is its own alone
    """

    train, model, own = None, None, {}

    def __init_subclass__(cls):
        predict = cls.model.predict if cls.model else None
        if cls.train is not None:
            cls.parameters = {**cls.train.parameters, **predict.parameters, **dict.fromkeys(cls.own)}
            cls.aliases = {**cls.train.aliases, **predict.aliases}

    def fit(self, rows):
        """The fitted stage. The training runs when rows or the model are asked for."""
        made = _configured(self.train, self._values).linkFrom(rows)
        return self.model(made, self._predictor_values())

    def _predictor_values(self):
        known = self.model.predict.parameters
        values = {name: value for name, value in self._values.items() if name in known}
        for name, predictors in self.own.items():
            values.pop(predictors, None)
            if self._values.get(name) is not None:
                values[predictors] = self._values[name]
        return values


class _Predicting(_Parameters):
    """A stage that computes with a model: `predict` is its operator.

    alink      its class in Alink, after the package of pipelines
    has_model  whether its model is an operator's rows
    """

    predict, alink, has_model = None, None, False

    def __init_subclass__(cls):
        if cls.predict is not None:
            cls.parameters, cls.aliases = cls.predict.parameters, cls.predict.aliases

    def fit(self, rows):
        return self

    def transform(self, rows):
        """The operator of the answers: over a table, or on a stream where the rows are one."""
        return self._answers(rows)

    def _answers(self, rows, *model):
        if not isinstance(rows, StreamOperator):
            return _configured(self.predict, self._values).linkFrom(*model, rows)
        made = stream_operators.OF_BATCH[self.predict](*model)
        made._values.update(self._values)
        return made.linkFrom(rows)

    def local_steps(self):
        """The steps of a LocalPredictor, which is this one."""
        return [self._local_step()]

    def _local_step(self, rows=None):
        made = _configured(self.predict, self._values)
        for name in made.required:
            made.needed(name)
        return local_modules.rows_module().Step(stage_settings.settings_of(made), rows)


class _OfRows(_Predicting):
    """A fitted stage: an operator of model rows, and a predictor's parameters."""

    labelled, has_model = False, True

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

    def _needed_model(self):
        if self._model is None:
            raise ValueError("%s needs setModelData, the operator with the rows of its model" % type(self).__name__)
        return self._model

    def transform(self, rows):
        return self._answers(rows, self._needed_model())

    def local_steps(self):
        rows = self._needed_model().collect()
        return [self._local_step([tuple(row if self.labelled else row[:2]) for row in rows])]

    def kept(self):
        """What a file has of it: (values, the operator of its model's rows)."""
        return self._values, self._needed_model()

    @classmethod
    def loaded(cls, values, model):
        return cls(model, stage_settings.known_values(cls, values))


class _OfPath(_Predicting):
    """A stage without a fit: a predictor whose model lies in files."""

    def kept(self):
        """What a file has of it: (values, None); a path of this machine as a URL, as Alink needs it."""
        values = dict(self._values)
        if "://" not in str(values.get("modelPath", "://")):
            values["modelPath"] = "file://" + os.path.abspath(values["modelPath"])
        return values, None

    @classmethod
    def loaded(cls, values, model):
        made = cls()
        made._values.update(stage_settings.known_values(cls, values))
        return made


class TFTableModelClassifierModel(_OfRows):
    """A fitted TensorFlow model of a table, and how its rows are computed."""

    predict, alink = operators.TFTableModelPredictBatchOp, "tensorflow.TFTableModelPredictor"


class TFTableModelRegressionModel(TFTableModelClassifierModel):
    pass


class TFTableModelPredictModel(TFTableModelClassifierModel):
    pass


class TFTableModelPredictor(TFTableModelClassifierModel):
    """A predictor whose model is an operator: setModelData()."""

    def fit(self, rows):
        return TFTableModelPredictModel(self._needed_model(), self._values)


class KerasSequentialClassificationModel(_OfRows):
    alink = "classification.KerasSequentialClassificationModel"
    predict, labelled = operators.KerasSequentialClassifierPredictBatchOp, True


class KerasSequentialRegressionModel(_OfRows):
    alink = "regression.KerasSequentialRegressionModel"
    predict, labelled = operators.KerasSequentialRegressorPredictBatchOp, True


class TFSavedModelPredictor(_OfPath):
    predict, alink = operators.TFSavedModelPredictBatchOp, "tensorflow.TFSavedModelPredictor"


class TorchModelPredictor(_OfPath):
    predict, alink = operators.TorchModelPredictBatchOp, "pytorch.TorchModelPredictor"


class OnnxModelPredictor(_OfPath):
    predict, alink = operators.OnnxModelPredictBatchOp, "onnx.OnnxModelPredictor"


class TFTableModelTrainer(_Trainer):
    """Trains by a script.

    selectedCols and nullValues are of the training; inferSelectedCols are the columns that its model gets
    for answers, inferNullValues what a NULL among them is.
    """

    train, model = TFTableModelTrainBatchOp, TFTableModelPredictModel
    own = {"inferSelectedCols": "selectedCols", "inferNullValues": "nullValues"}

    def fit(self, rows):
        stage_settings.check_nulls(self, "nullValues", ("error", "omit"), "inferNullValues is that of predictions")
        stage_settings.check_nulls(self, "inferNullValues", ("error", "null"), "nullValues is that of the training")
        return super().fit(rows)


class TF2TableModelTrainer(TFTableModelTrainer):
    train = TF2TableModelTrainBatchOp


class KerasSequentialClassifier(_Trainer):
    train = operators.KerasSequentialClassifierTrainBatchOp
    model = KerasSequentialClassificationModel


class KerasSequentialRegressor(_Trainer):
    train = operators.KerasSequentialRegressorTrainBatchOp
    model = KerasSequentialRegressionModel
