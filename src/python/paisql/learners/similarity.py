"""The component string_similarity: compares two columns of texts."""

import numpy as np
import pyarrow as pa

from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings
from paisql.learners.text_measures import measure


def measure_of(settings):
    """The measure that a statement names."""
    return measure(settings.word("method"), settings.integer("k", 2), settings.number("lambda", 0.5))


def first_texts(source, count):
    """The names of the text columns, of which there are so many at least."""
    texts = [name for name in source.columns if source.types[name].split("(")[0] in ("STRING", "VARCHAR", "CHAR")]
    if len(texts) < count:
        raise LearnerError("the input has %d STRING columns, and %d are compared" % (len(texts), count))
    return texts


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    source, output = task.inputs["inputTableName"], task.outputs["outputTableName"]
    chosen = [settings.column("inputSelectedColName%d" % number, source.columns) for number in (1, 2)]
    chosen = _filled_in(chosen, source)
    appended = settings.columns("inputAppendColNames", source.columns) or []
    rule = measure_of(settings)
    for rows in source.chunks(list(dict.fromkeys(chosen + appended))):
        left, right = (rows[name].to_pylist() for name in chosen)
        known = np.array([i for i, pair in enumerate(zip(left, right)) if None not in pair], np.int64)
        values = np.full(len(left), np.nan)
        if len(known):
            positions = np.arange(len(known))
            one = rule.prepare([left[i] for i in known])
            values[known] = rule.compare(one, positions, rule.prepare([right[i] for i in known]), positions)
        columns = {name: rows[name] for name in appended}
        columns[output.columns[-1]] = pa.array(values, pa.float64(), mask=np.isnan(values))
        output.append({spelled: columns[name] for spelled, name in zip(output.columns, columns)})


def _filled_in(chosen, source):
    """The two columns, with the first text columns in place of those that are not named."""
    texts = [name for name in first_texts(source, chosen.count(None)) if name not in chosen]
    for index, name in enumerate(chosen):
        if name is None:
            if not texts:
                raise LearnerError("the input has one STRING column, and two are compared")
            chosen[index] = texts.pop(0)
    return chosen
