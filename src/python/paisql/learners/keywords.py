"""The component KeywordsExtraction: the words of each document that TextRank weighs most.

The graph of a document has its words as nodes. Two words that stand within a window are joined by an edge, whose weight
counts how often.
"""

import pyarrow as pa

from paisql.learners import text_rank
from paisql.learners.settings import Settings


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    source, output = task.inputs["inputTableName"], task.outputs["outputTableName"]
    document = settings.column("docIdCol", source.columns)
    content = settings.column("docContent", source.columns)
    count, window = settings.integer("topN", 5), settings.integer("windowSize", 2)
    rule = text_rank.settings_of(settings)
    for rows in source.chunks(list(dict.fromkeys([document, content]))):
        picked, words, weights = [], [], []
        for index, text in enumerate(rows[content].to_pylist()):
            for word, weight in of_text(text or "", count, window, rule):
                picked.append(index)
                words.append(word)
                weights.append(weight)
        ids = rows[document].take(pa.array(picked, pa.int64()))
        columns = [ids, pa.array(words, pa.string()), pa.array(weights, pa.float64())]
        output.append(dict(zip(output.columns, columns)))


def of_text(text, count, window, rule):
    """The `count` weightiest words of a text, with their weights, in falling order."""
    words = text.split()
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    edges = {}
    line = [numbers[word] for word in words]
    for index, one in enumerate(line):
        for other in line[index + 1 : index + window]:
            if one != other:
                edge = (one, other) if one < other else (other, one)
                edges[edge] = edges.get(edge, 0) + 1
    weights = text_rank.ranks(len(numbers), edges, *rule)
    best = sorted(zip(numbers, weights.tolist()), key=lambda pair: -pair[1])
    return best[:count]
