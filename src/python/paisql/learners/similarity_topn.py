"""The component string_similarity_topn: finds the texts of another table that are most alike."""

import numpy as np
import pyarrow as pa

from paisql.learners.settings import Settings
from paisql.learners.similarity import first_texts, measure_of

# So many pairs are compared at a time.
_PAIRS = 1 << 16


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    source, others = task.inputs["inputTableName"], task.inputs["mapTableName"]
    output = task.outputs["outputTableName"]
    column = settings.column("inputSelectedColName", source.columns) or first_texts(source, 1)[0]
    other = settings.column("mapSelectedColName", others.columns) or first_texts(others, 1)[0]
    appended = settings.columns("inputAppendColNames", source.columns) or []
    of_others = settings.columns("mapAppendColNames", others.columns) or []
    rule, count = measure_of(settings), settings.integer("topN", 10)
    table = others.read(list(dict.fromkeys([other] + of_others)))
    table = table.filter(table[other].is_valid())
    against = rule.prepare(table[other].to_pylist())
    for rows in source.chunks(list(dict.fromkeys([column] + appended))):
        rows = rows.filter(rows[column].is_valid())
        texts = rule.prepare(rows[column].to_pylist())
        step = max(1, _PAIRS // max(1, len(against)))
        for begin in range(0, rows.num_rows, step):
            some = np.arange(begin, min(begin + step, rows.num_rows))
            picked, matched, values = _best(rule, texts, some, against, count)
            columns = [rows[name].take(picked) for name in appended]
            columns += [table[name].take(matched) for name in of_others] + [values]
            output.append(dict(zip(output.columns, columns)))


def _best(rule, texts, some, against, count):
    """(rows of the input, rows of the other table, their measures): the `count` best of each, in falling order."""
    size = len(against)
    values = rule.compare(texts, np.repeat(some, size), against, np.tile(np.arange(size), len(some)))
    values = values.reshape(len(some), size)
    best = np.argsort(-values, axis=1, kind="stable")[:, :count]
    picked = np.repeat(some, best.shape[1])
    return pa.array(picked), pa.array(best.ravel()), pa.array(np.take_along_axis(values, best, axis=1).ravel())
