"""The component prediction: the rows of a table with what a model of any learner says of them.

The output has the columns of appendColNames, and three more:

    prediction_result  the most probable class, with the label's type; NULL for a regression
    prediction_score   the probability of that class; for a regression its value
    prediction_detail  a JSON text: {"0": 0.25, "1": 0.75} with all classes, or {"<label>": 2.5}

A learner whose models are of another kind has answers(table) beside score(table): the three columns as Arrow arrays.
"""

import json

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paisql.learners import model_folder
from paisql.learners.labels import ClassLabels
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    source, output = task.inputs["inputTableName"], task.outputs["outputTableName"]
    model, description = model_folder.load(task.models["modelName"])
    _bind(model, settings, source)
    appended = settings.columns("appendColNames", source.columns) or []
    names = [
        settings.text("resultColName", "prediction_result"),
        settings.text("scoreColName", "prediction_score"),
        settings.text("detailColName", "prediction_detail"),
    ]
    answer = _answer_of(model, description)
    needed = list(dict.fromkeys(appended + model.features.columns))
    for rows in source.chunks(needed):
        columns = {name: rows[name] for name in appended}
        columns.update(zip(names, answer(rows)))
        output.append(_as_spelled(columns, output.columns))


def _bind(model, settings, source):
    """Has the model read this input's columns, with the delimiters that the statement gives."""
    named = settings.columns("featureColNames", source.columns)
    if settings.boolean("enableSparse") and not model.features.sparse:
        raise LearnerError(
            "enableSparse=true reads key:value texts, but the model was trained on the columns %s"
            % ", ".join(model.features.names)
        )
    # Delimiters that are the defaults say nothing: then the training's are right.
    if model.features.sparse and (settings.has("itemDelimiter") or settings.text("kvDelimiter", ":") != ":"):
        model.features.delimit(settings.text("itemDelimiter", ","), settings.text("kvDelimiter", ":"))
    model.features.bind(source, named)


def _answer_of(model, description):
    """A function that gives the three columns for rows."""
    if hasattr(model, "answers"):
        return model.answers
    facts = description["facts"]
    if facts["kind"] == "classification":
        labels = ClassLabels(description["labels"], facts["label_type"])
        return lambda rows: classes(model.score(rows), labels)
    return lambda rows: values(model.score(rows), facts["label"])


def classes(chances, labels):
    """The three columns of a classification; `chances` has a column for each of `labels`."""
    best = chances.argmax(axis=1)
    scores = chances[np.arange(len(chances)), best]
    return labels.take(best), pa.array(scores, pa.float64()), details(labels.texts, chances)


def values(numbers, label):
    """The three columns of a regression."""
    numbers = np.asarray(numbers, np.float64)
    return pa.nulls(len(numbers)), pa.array(numbers), details([label], numbers.reshape(-1, 1))


def details(keys, numbers):
    """A JSON object for each row of `numbers`, as an Arrow array of texts. NaN and infinity become null."""
    parts, before = [], "{"
    for index, key in enumerate(keys):
        parts.append(before + json.dumps(str(key), ensure_ascii=False) + ": ")
        column = np.ascontiguousarray(numbers[:, index], np.float64)
        texts = pa.array(column).cast(pa.string())
        if not np.isfinite(column).all():
            texts = pc.if_else(pa.array(np.isfinite(column)), texts, "null")
        parts.append(texts)
        before = ", "
    scalars = [pa.scalar(part) if isinstance(part, str) else part for part in [*parts, "}", ""]]
    return pc.binary_join_element_wise(*scalars)


def _as_spelled(columns, names):
    """The columns under the names that the output has."""
    by_name = {name.lower(): column for name, column in columns.items()}
    return {name: by_name[name.lower()] for name in names}
