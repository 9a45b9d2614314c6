"""Vectors of words and documents, which gensim learns: Word2Vec, and pai_doc2vec (doc_vectors.py).

One thread learns, with fixed random numbers, so that each run gives the same vectors.
"""

import collections

import pyarrow as pa

from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings

# A document is learned in pieces of so many words, as the word2vec program reads a file without lines.
_PIECE = 1000


def predict(task):
    """The component Word2Vec: the column of words is one document."""
    from gensim.models.word2vec import Word2Vec

    settings = Settings(task.parameters)
    if not task.outputs:
        raise LearnerError("Word2Vec writes no table: name one with outputTableName or outVocabularyTableName")
    source = task.inputs["inputTableName"]
    column = settings.column("wordColName", source.columns)
    words = []
    for rows in source.chunks([column]):
        words += [word for text in rows[column].to_pylist() if text is not None for word in text.split()]
    pieces = [words[begin : begin + _PIECE] for begin in range(0, len(words), _PIECE)]
    model = Word2Vec(sg=0 if settings.integer("cbow", 0) else 1, **options_of(settings))
    learn(model, pieces, settings)
    if "outputTableName" in task.outputs:
        write_vectors(task.outputs["outputTableName"], model.wv.index_to_key, model.wv.vectors)
    write_vocabulary(task.outputs.get("outVocabularyTableName"), model)


def options_of(settings):
    """What gensim's models take of a statement."""
    softmax, negative = settings.integer("hs", 1), settings.integer("negative", 0)
    if not softmax and not negative:
        raise LearnerError("hs=0 and negative=0 leave nothing to learn with: give one of them another value")
    return {
        "vector_size": settings.integer("layerSize", 100),
        "window": settings.integer("window", 5),
        "min_count": settings.integer("minCount", 5),
        "hs": softmax,
        "negative": negative,
        "sample": settings.number("sample", 0.0),
        "alpha": settings.number("alpha", 0.025),
        "epochs": settings.integer("iterTrain", 1),
        "shrink_windows": bool(settings.integer("randomWindow", 1)),
        "workers": 1,
        "seed": 1,
    }


def learn(model, documents, settings):
    """Counts the words and learns; LearnerError where no word is frequent enough."""
    if not documents:
        raise LearnerError("the input has no words, so there is nothing to learn from")
    fewest = settings.integer("minCount", 5)
    counts = collections.Counter(word for document in documents for word in getattr(document, "words", document))
    if max(counts.values()) < fewest:
        raise LearnerError("no word stands in the input minCount=%d times: give a smaller one" % fewest)
    model.build_vocab(documents)
    # A single word has no others to be told from, and no tree of softmax: its vector stays as it began.
    if len(model.wv) > 1:
        model.train(documents, total_examples=model.corpus_count, epochs=model.epochs)


def write_vectors(output, keys, vectors):
    """A row for each key: its text, and a column for each number."""
    columns = [pa.array(keys, pa.string())] + [pa.array(column.astype(float)) for column in vectors.T]
    output.append(dict(zip(output.columns, columns)))


def write_vocabulary(output, model):
    """The words and how often each stands in the input, the most frequent first."""
    if output is None:
        return
    keys = model.wv.index_to_key
    counts = [model.wv.get_vecattr(key, "count") for key in keys]
    output.append(dict(zip(output.columns, [pa.array(keys, pa.string()), pa.array(counts, pa.int64())])))
