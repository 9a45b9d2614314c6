"""The component PLDA: topics of documents by latent Dirichlet allocation.

A row of the input is a document: how often each word stands in it. Each occurrence of a word has a topic. A round gives
all occurrences new topics by their chances given those of all others (collapsed Gibbs sampling). A share of the
occurrences is drawn at a time, and the counts follow after each share, as processes of a parallel LDA exchange them.
The output is the mean of the rounds after burnInIterations. The random numbers are the same in each run.
"""

import numpy as np
import pyarrow as pa

from paisql.learners import features
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings
from paisql.monitoring import progress

# A round draws the topics of so many shares, one after the other.
_SHARES = 64
# A share has this many chances to compute at most.
_MOST_CHANCES = 1 << 22


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    if not task.outputs:
        raise LearnerError("PLDA writes no table: name one, such as pzdTableName")
    burn_in, rounds = settings.integer("burnInIterations", 100), settings.integer("totalIterations", 150)
    if burn_in >= rounds:
        raise LearnerError("burnInIterations=%d is not smaller than totalIterations=%d" % (burn_in, rounds))
    counts, words = _counts(settings, task.inputs["inputTableName"])
    model = Topics(counts, settings.integer("topicNum"), settings.number("alpha", 0.1), settings.number("beta", 0.01))
    model.sample(burn_in, rounds, lambda step, loss: progress.report(step=step, loss=loss))
    documents = np.arange(counts.shape[0])
    for port, (first, table) in model.tables(words, documents).items():
        if port in task.outputs:
            output = task.outputs[port]
            columns = ([] if first is None else [pa.array(first, pa.int64())]) + [pa.array(c) for c in table.T]
            output.append(dict(zip(output.columns, columns)))


def _counts(settings, source):
    """(documents x words as a matrix of whole numbers, the words' numbers)."""
    if settings.boolean("enableSparse"):
        read = features.SparseFeatures(
            _one_column(settings, source), settings.text("itemDelimiter", " "), settings.text("kvDelimiter", ":")
        )
        read.learn(source)
        numbers = np.arange(read.size) if read.keys is None else np.array(read.keys)
        if numbers.dtype.kind not in "iu":
            raise LearnerError(
                "column %s has keys that are not whole numbers: number the words first, as triple_to_kv does"
                % read.column
            )
    else:
        names = settings.columns("selectedColNames", source.columns) or list(source.columns)
        read = features.DenseFeatures(names)
        read.bind(source)
        numbers = np.arange(len(names))
    table = source.read(read.columns)
    if not table.num_rows:
        raise LearnerError("the input has no rows, so there is nothing to learn from")
    matrix = read.matrix(table)
    return _whole(matrix if read.sparse else np.nan_to_num(matrix), numbers)


def _one_column(settings, source):
    names = settings.columns("selectedColNames", source.columns) or list(source.columns)
    if len(names) != 1:
        raise LearnerError("with enableSparse=true, selectedColNames names one column, not %d" % len(names))
    if source.types[names[0]].split("(")[0] not in ("STRING", "VARCHAR", "CHAR"):
        raise LearnerError("column %s is %s, and enableSparse=true reads texts" % (names[0], source.types[names[0]]))
    return names[0]


def _whole(matrix, numbers):
    """A sparse matrix of whole numbers without words that no document has."""
    import scipy.sparse

    counts = scipy.sparse.csr_matrix(matrix)
    counts.eliminate_zeros()
    if (counts.data < 0).any() or (counts.data != np.floor(counts.data)).any():
        wrong = counts.data[(counts.data < 0) | (counts.data != np.floor(counts.data))][0]
        raise LearnerError("%g is not how often a word stands in a document: counts are whole numbers from 0" % wrong)
    used = np.asarray(counts.sum(axis=0)).ravel() > 0
    if not used.any():
        raise LearnerError("the documents have no words, so there is nothing to learn from")
    return counts[:, used].astype(np.int64), numbers[used]


class Topics:
    """See the head of this file. `counts` is a sparse matrix: documents x words."""

    def __init__(self, counts, size, alpha, beta):
        pairs = counts.tocoo()
        self._documents = np.repeat(pairs.row, pairs.data).astype(np.int64)
        self._words = np.repeat(pairs.col, pairs.data).astype(np.int64)
        self._size, self._alpha, self._beta = size, alpha, beta
        self._random = np.random.default_rng(0)
        self._topics = self._random.integers(0, size, len(self._words))
        shape = counts.shape
        self._of_documents = np.zeros((shape[0], size))
        self._of_words = np.zeros((shape[1], size))
        self._of_topics = np.zeros(size)
        self._lengths = np.bincount(self._documents, minlength=shape[0])
        self._count(self._documents, self._words, self._topics, 1.0)

    def sample(self, burn_in, rounds, report=None):
        """Draws all topics anew in each round; report(round, loss) is told of each one.

        The loss is the mean of -log P(word|document) over all occurrences.
        """
        kept_documents, kept_words = np.zeros_like(self._of_documents), np.zeros_like(self._of_words)
        shares = max(_SHARES, -(-len(self._words) * self._size // _MOST_CHANCES))
        for step in range(rounds):
            order = self._random.permutation(len(self._words))
            loss = sum(self._draw(share) for share in np.array_split(order, min(shares, len(order)))) / len(order)
            if report is not None:
                report(step + 1, loss)
            if step >= burn_in:
                kept_documents += self._of_documents
                kept_words += self._of_words
        self._of_documents, self._of_words = kept_documents / (rounds - burn_in), kept_words / (rounds - burn_in)

    def _draw(self, share):
        """Draws the topics of some occurrences; gives the sum of their losses."""
        documents, words, topics = self._documents[share], self._words[share], self._topics[share]
        self._count(documents, words, topics, -1.0)
        totals = self._of_topics + self._beta * len(self._of_words)
        chances = (self._of_documents[documents] + self._alpha) * (self._of_words[words] + self._beta) / totals
        heights = chances.cumsum(axis=1)
        thrown = self._random.random(len(share)) * heights[:, -1]
        drawn = np.minimum((heights <= thrown[:, None]).sum(axis=1), self._size - 1)
        self._topics[share] = drawn
        self._count(documents, words, drawn, 1.0)
        known = self._lengths[documents] - 1 + self._alpha * self._size
        return float((np.log(known) - np.log(heights[:, -1])).sum())

    def _count(self, documents, words, topics, change):
        """Adds to what the occurrences count."""
        np.add.at(self._of_documents.reshape(-1), documents * self._size + topics, change)
        np.add.at(self._of_words.reshape(-1), words * self._size + topics, change)
        self._of_topics += change * np.bincount(topics, minlength=self._size)

    def tables(self, words, documents):
        """{port: (its first column, a matrix with a column for each topic)}."""
        of_topics = self._of_words + self._beta
        word_by_topic = of_topics / of_topics.sum(axis=0)  # P(w|z)
        in_documents = self._of_documents + self._alpha
        topic_by_document = in_documents / in_documents.sum(axis=1, keepdims=True)  # P(z|d)
        share_of_documents = self._of_documents.sum(axis=1) / self._of_documents.sum()  # P(d)
        joint = topic_by_document * share_of_documents[:, None]
        topics = joint.sum(axis=0)  # P(z)
        by_word = word_by_topic * topics
        return {
            "topicWordTableName": (words, self._of_words),
            "pwzTableName": (words, word_by_topic),
            "pzwTableName": (words, by_word / by_word.sum(axis=1, keepdims=True)),
            "pdzTableName": (documents, joint / topics),
            "pzdTableName": (documents, topic_by_document),
            "pzTableName": (None, topics.reshape(1, -1)),
        }
