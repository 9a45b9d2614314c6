"""Answers of Keras components: a label or a number, and the probability of each label as JSON."""

import json

import numpy as np
import pyarrow as pa

from paisql.alink_models import ModelError, alink_columns, answer_schema, backend, pipeline_rows, predictor


def _meta(meta, name, otherwise):
    """A value of the model's meta, which Alink keeps as the JSON of each value."""
    value = meta.get(name)
    if value is None:
        return otherwise
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _stage_names(model):
    """The names of the stages that stand before the network."""
    schema_text = _meta(model.meta, "preprocessPipelineModelSchemaStr", "") or ""
    try:
        stages = pipeline_rows.stages_of(alink_columns.columns_of(schema_text), model.pipeline)
    except ValueError as error:
        raise ModelError("the pipeline before the network of this model is not valid: %s" % error) from None
    return [stage.name for stage in stages] or ["a pipeline"]


class LabelTask:
    """As choices.Task, for a labelled_table.Labelled.

    Without labels it is a regression: a number a row. With them the logits, or probabilities, of
    each become the label; one logit is that of the second label.
    """

    batches = True

    def __init__(self, model, settings):
        meta = model.meta
        if model.pipeline:
            raise ModelError(
                "rows go through %s before the network of this model, which is not offered here: "
                "compute in a query or a script what it gives, and the network's SavedModel with "
                "tf_savedmodel_predict" % ", ".join(_stage_names(model))
            )
        classifier = settings["kind"] == "classifier"
        if classifier != bool(model.labels):
            raise ModelError(
                "the model has %s labels: %s computes it"
                % (
                    ("no", "keras_sequential_regressor_predict")
                    if classifier
                    else (len(model.labels), "keras_sequential_classifier_predict")
                )
            )
        self.selected = list(_meta(meta, "tfInputCols", []))
        output = _meta(meta, "tfOutputSignatureDef", "logits")
        self._logits = bool(_meta(meta, "isOutputLogits", True))
        self._labels, self._detail = model.labels, settings.get("detail")
        made = backend.SavedModelBackend(
            model.folder, _meta(meta, "signatureDefKey", "serving_default"), "serve", settings["threads"]
        )
        inputs = _meta(meta, "tfInputSignatureDefs", None) or (
            [spec.name for spec in made.inputs] if len(made.inputs) == 1 else self.selected
        )
        answer = answer_schema.Column(settings["prediction"], "DOUBLE")
        answer.form = "raw"
        options = predictor.Options(
            self.selected, inputs, [output], [answer], False, settings.get("batch"), settings["nulls"]
        )
        self._predictor = predictor.Predictor(made, options)
        self.check = self._predictor.check
        kind = pa.array(model.labels).type if model.labels else pa.float64()
        self.types = {settings["prediction"]: kind}
        if self._detail:
            self.types[self._detail] = pa.string()

    def predict(self, arrays, rows, first_row=1):
        missing = [name for name in self.selected if name not in arrays]
        if missing:
            raise ModelError("the input has no column '%s', which the model was trained on" % missing[0])
        raw = self._predictor.predict(arrays, rows, first_row)[0]
        known = np.flatnonzero(raw.is_valid().to_numpy(zero_copy_only=False))
        numbers = np.stack(raw.drop_null().to_pylist()) if len(known) else np.empty((0, 1))
        if not self._labels:
            if len(known) and numbers.shape[1] != 1:
                raise ModelError("the answer has %d elements a row and is not a number" % numbers.shape[1])
            values = np.full(rows, np.nan)
            values[known] = numbers[:, 0]
            mask = np.ones(rows, bool)
            mask[known] = False
            return [pa.array(values, mask=mask)]
        return self._label_columns(numbers, known, rows)

    def _label_columns(self, numbers, known, rows):
        chances = _probabilities(numbers, self._logits, len(self._labels)) if len(known) else numbers
        best = chances.argmax(axis=1) if len(known) else []
        told, details = [None] * rows, [None] * rows
        for place, row in enumerate(known.tolist()):
            told[row] = self._labels[best[place]]
        columns = [pa.array(told, next(iter(self.types.values())))]
        if self._detail:
            names = [str(label) for label in self._labels]
            for row, one in zip(known.tolist(), chances.tolist()):
                details[row] = json.dumps(dict(zip(names, one)), ensure_ascii=False)
            columns.append(pa.array(details, pa.string()))
        return columns


def _probabilities(numbers, logits, labels):
    """[rows, labels]: those of the labels in their order."""
    numbers = numbers.astype(np.float64)
    if numbers.shape[1] == 1 and labels == 2:
        second = 1 / (1 + np.exp(-np.clip(numbers, -700, 700))) if logits else numbers
        return np.concatenate([1 - second, second], axis=1)
    if numbers.shape[1] != labels:
        raise ModelError("the answer has %d elements a row for %d labels" % (numbers.shape[1], labels))
    if not logits:
        return numbers
    powers = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
