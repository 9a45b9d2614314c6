"""PLDA finds the topics from which documents were made, and the same ones in each run."""

import random

import numpy as np
import pytest
from texts_home import texts_home

TABLES = ("topicWord", "pwz", "pzw", "pdz", "pzd", "pz")


def document(topic, dice):
    """Twenty words of five that a topic has, and one of another."""
    words = [topic * 5 + dice.randrange(5) for _ in range(20)] + [dice.randrange(15)]
    return ",".join("%d:%d" % (word, words.count(word)) for word in sorted(set(words)))


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    dice = random.Random(5)
    rows = ", ".join("(%d, '%s')" % (number, document(number % 3, dice)) for number in range(60))
    with texts_home(
        tmp_path_factory,
        "topics",
        "CREATE TABLE documents (id BIGINT, kv STRING)",
        "INSERT INTO documents VALUES " + rows,
        "CREATE TABLE dense (a BIGINT, b BIGINT, c DOUBLE)",
        "INSERT INTO dense VALUES (5, 4, 0), (0, NULL, 6), (7, 3, 0), (0, 0, 0)",
    ) as made:
        yield made


def learn(home, parameters, prefix, tables=TABLES):
    outputs = " ".join("-D%sTableName=%s_%s" % (name, prefix, name) for name in tables)
    home.run("PAI -name PLDA -project algo_public %s %s" % (parameters, outputs)).ok()
    found = []
    for name in tables:
        rows = home.run("SELECT * FROM %s_%s" % (prefix, name)).ok().rows
        found.append(np.array(rows, float))
    return found


def test_six_tables(documents):
    parameters = (
        '-DtopicNum="3" -DkvDelimiter=":" -DselectedColNames="kv" -DitemDelimiter="," -DburnInIterations="100" '
        '-DtotalIterations="150" -Dlifecycle="7" -DenableSparse="true" -Dalpha="0.1" -Dbeta="0.001" '
        "-DinputTableName=documents"
    )
    counts, pwz, pzw, pdz, pzd, pz = learn(documents, parameters, "a")
    assert [table.shape for table in (counts, pwz, pzw, pdz, pzd, pz)] == [(15, 4)] * 3 + [(60, 4)] * 2 + [(1, 3)]
    assert counts[:, 0].tolist() == list(range(15)) and pzd[:, 0].tolist() == list(range(60))
    assert counts[:, 1:].sum() == pytest.approx(60 * 21)
    for table in (pwz[:, 1:], pdz[:, 1:]):
        assert table.sum(axis=0) == pytest.approx([1, 1, 1])
    for table in (pzw[:, 1:], pzd[:, 1:], pz):
        assert table.sum(axis=1) == pytest.approx(np.ones(len(table)))
    assert pz[0] == pytest.approx([1 / 3] * 3, abs=0.03)
    # Bayes: P(w|z) P(z) = P(z|w) P(w).
    joint = pwz[:, 1:] * pz
    assert pzw[:, 1:] == pytest.approx(joint / joint.sum(axis=1, keepdims=True))
    # The topics are those that made the documents.
    best = pzd[:, 1:].argmax(axis=1)
    assert len(set(best[:3])) == 3 and best.tolist() == best[:3].tolist() * 20
    for topic in range(3):
        words = pwz[np.argsort(-pwz[:, 1 + best[topic]])[:5], 0]
        assert sorted(words) == list(range(topic * 5, topic * 5 + 5))
    [again] = learn(documents, parameters, "b", ["pzd"])
    assert (again == pzd).all()


def test_dense_columns(documents):
    counts, pzd = learn(documents, "-DinputTableName=dense -DtopicNum=2", "d", ["topicWord", "pzd"])
    assert counts[:, 0].tolist() == [0, 1, 2] and counts[:, 1:].sum() == pytest.approx(25)
    assert pzd[3, 1:] == pytest.approx([0.5, 0.5])  # a document without words


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("-DinputTableName=documents -DtopicNum=1", "'1' is not a value for topicNum"),
        ("-DinputTableName=documents -DtopicNum=2", "column kv is a STRING, not a number"),
        ("-DinputTableName=dense -DtopicNum=2 -DenableSparse=true", "names one STRING column"),
        ("-DinputTableName=dense -DtopicNum=2 -DburnInIterations=150", "is not smaller than totalIterations=150"),
        ('-DinputTableName="(SELECT a FROM dense WHERE a > 99)" -DtopicNum=2', "the input has no rows"),
        ('-DinputTableName="(SELECT 0.5 AS a)" -DtopicNum=2', "0.5 is not how often a word stands"),
        (
            "-DinputTableName=\"(SELECT 'a:1' AS a)\" -DtopicNum=2 -DenableSparse=true",
            "keys that are not whole numbers",
        ),
        ("-DinputTableName=\"(SELECT '' AS a)\" -DtopicNum=2 -DenableSparse=true", "the documents have no words"),
    ],
)
def test_what_is_wrong(documents, parameters, message):
    documents.run("PAI -name PLDA -DpzTableName=none %s" % parameters).fails(message)
