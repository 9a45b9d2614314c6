"""The component TextSummarization: the sentences of each document that TextRank weighs most.

The graph of a document has its sentences as nodes, and how alike two sentences are as the weight of their edge. A row
of the input is a sentence. The chosen sentences stand in the order of the document, with a blank between two.
"""

import numpy as np
import pyarrow as pa

from paisql.learners import text_rank
from paisql.learners.settings import Settings
from paisql.learners.text_measures import measure


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    source, output = task.inputs["inputTableName"], task.outputs["outputTableName"]
    document = settings.column("docIdCol", source.columns)
    sentence = settings.column("sentenceCol", source.columns)
    kind, length = settings.word("similarityType"), settings.integer("k", 2)
    documents = {}
    for rows in source.chunks(list(dict.fromkeys([document, sentence]))):
        ids = rows[document].cast(pa.string()).to_pylist()
        for name, text in zip(ids, rows[sentence].to_pylist()):
            sentences = documents.setdefault(name, [])
            if text is not None and text.strip():
                sentences.append(text.strip())
    rule = text_rank.settings_of(settings)
    abstracts = []
    for sentences in documents.values():
        compare = measure(kind, length, settings.number("lambda", 0.5))
        abstracts.append(abstract(sentences, settings.integer("topN", 3), compare, rule))
    columns = [pa.array(list(documents), pa.string()), pa.array(abstracts, pa.string())]
    output.append(dict(zip(output.columns, columns)))


def abstract(sentences, count, compare, rule):
    """The `count` weightiest sentences as one text."""
    if len(sentences) <= count:
        return " ".join(sentences)
    first, second = np.triu_indices(len(sentences), 1)
    prepared = compare.prepare(sentences)
    alike = compare.compare(prepared, first, prepared, second)
    edges = {
        (one, other): value for one, other, value in zip(first.tolist(), second.tolist(), alike.tolist()) if value > 0
    }
    weights = text_rank.ranks(len(sentences), edges, *rule)
    best = np.argsort(-weights, kind="stable")[:count]
    return " ".join(sentences[index] for index in sorted(best.tolist()))
