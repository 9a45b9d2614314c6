"""Word2Vec and pai_doc2vec, against gensim called by hand, and SemanticVectorDistance, against SciPy."""

import pytest
from texts_home import texts_home

LINES = ["猫 吃 鱼 狗 吃 肉", "猫 喜欢 鱼", "狗 喜欢 肉 肉 肉", "鱼 怕 猫"] * 5


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    rows = ", ".join("(%d, '%s')" % pair for pair in enumerate(LINES))
    with texts_home(
        tmp_path_factory,
        "vectors",
        "CREATE TABLE corpus (id BIGINT, words STRING)",
        "INSERT INTO corpus VALUES %s, (100, NULL), (101, ''), (102, '稀有')" % rows,
        "CREATE TABLE points (name STRING, x DOUBLE, y BIGINT)",
        "INSERT INTO points VALUES ('a', 0, 0), ('b', 3, 4), ('c', 0, 1), ('d', 6, 8), ('e', NULL, 1)",
        "CREATE TABLE asked (name STRING)",
        "INSERT INTO asked VALUES ('b'), ('nix'), ('a'), (NULL), ('b')",
    ) as made:
        yield made


def numbers(rows):
    return {row[0]: [float(cell) for cell in row[1:]] for row in rows}


def near(vectors):
    return {key: pytest.approx(vector.tolist(), abs=1e-7) for key, vector in vectors}


@pytest.mark.parametrize(
    ("name", "parameters", "options"),
    [
        ("Word2Vec", "-DminCount=1", {"sg": 1, "hs": 1, "negative": 0, "min_count": 1}),
        (
            "pai_word2vec",
            "-Dcbow=1 -Dhs=0 -Dnegative=3 -Dwindow=2 -DiterTrain=4 -Dalpha=0.1 -Dsample=0.01 -DrandomWindow=0",
            {"sg": 0, "hs": 0, "negative": 3, "window": 2, "epochs": 4, "alpha": 0.1, "sample": 0.01},
        ),
    ],
)
def test_word2vec(corpus, name, parameters, options):
    from gensim.models import Word2Vec

    outcome = corpus.run(
        "DROP TABLE IF EXISTS v",
        "DROP TABLE IF EXISTS vocabulary",
        "PAI -name %s -project algo_public -DinputTableName=corpus -DwordColName=words -DlayerSize=6 "
        "-DoutputTableName=v -DoutVocabularyTableName=vocabulary %s" % (name, parameters),
        "SELECT * FROM v",
    ).ok()
    words = " ".join(LINES + ["稀有"]).split()
    settings = {"min_count": 5, "epochs": 1, "sample": 0, "shrink_windows": "randomWindow" not in parameters, **options}
    model = Word2Vec([words], vector_size=6, workers=1, seed=1, **settings)
    assert numbers(outcome.rows) == near(zip(model.wv.index_to_key, model.wv.vectors))
    vocabulary = corpus.run("SELECT * FROM vocabulary").ok().rows
    assert vocabulary == [(key, str(words.count(key))) for key in model.wv.index_to_key]
    assert [int(count) for _, count in vocabulary] == sorted((int(count) for _, count in vocabulary), reverse=True)


@pytest.mark.parametrize(("cbow", "kind"), [(0, {"dm": 0, "dbow_words": 1}), (1, {"dm": 1})])
def test_doc2vec(corpus, cbow, kind):
    from gensim.models.doc2vec import Doc2Vec, TaggedDocument

    outcome = corpus.run(
        "PAI -name pai_doc2vec -DinputTableName=corpus -DdocIdColName=id -DdocColName=words -DlayerSize=4 -Dcbow=%d "
        "-DoutputWordTableName=words%d -DoutputDocTableName=docs%d -DoutVocabularyTableName=known%d"
        % (cbow, cbow, cbow, cbow),
        "SELECT * FROM docs%d" % cbow,
    ).ok()
    documents = [TaggedDocument(line.split(), [str(number)]) for number, line in enumerate(LINES)]
    documents.append(TaggedDocument(["稀有"], ["102"]))
    model = Doc2Vec(
        documents, vector_size=4, workers=1, seed=1, epochs=1, hs=1, negative=0, sample=0, min_count=5, **kind
    )
    assert numbers(outcome.rows) == near(zip(model.dv.index_to_key, model.dv.vectors))
    outcome = corpus.run("SELECT * FROM words%d" % cbow, "DESC words%d" % cbow).ok()
    assert "content" in outcome.stdout
    outcome = corpus.run("SELECT * FROM known%d" % cbow).ok()
    assert dict(outcome.rows)["肉"] == str(" ".join(LINES).split().count("肉")) and "稀有" not in dict(outcome.rows)


def test_a_single_word_has_the_vector_that_it_began_with(corpus):
    outcome = corpus.run(
        "PAI -name Word2Vec -DinputTableName=\"(SELECT '同 同 同 稀' AS w)\" -DwordColName=w -DminCount=2 -DlayerSize=2 "
        "-DoutputTableName=single",
        "PAI -name pai_doc2vec -DinputTableName=\"(SELECT 1 AS n, '同 同 同 稀' AS w)\" -DdocIdColName=n -DdocColName=w "
        "-DminCount=2 -DlayerSize=2 -DoutputDocTableName=single_doc",
        "SELECT word, f0 IS NOT NULL FROM single",
        "SELECT id, f1 IS NOT NULL FROM single_doc",
    ).ok()
    assert outcome.rows == [("同", "true"), ("1", "true")]


def test_nearest_vectors(corpus):
    outcome = corpus.run(
        'PAI -name SemanticVectorDistance -DinputTableName="(SELECT * FROM points WHERE x IS NOT NULL)" '
        "-DidTableName=asked -DidColName=name -DvectorColNames=x,y -DtopN=2 -DoutputTableName=near",
        'PAI -name SemanticVectorDistance -DinputTableName="(SELECT * FROM points WHERE x > 0)" '
        "-DidTableName=asked -DdistanceType=cosine -DoutputTableName=angles",
        'PAI -name SemanticVectorDistance -DinputTableName="(SELECT * FROM points WHERE x IS NOT NULL)" '
        "-DidTableName=asked -DdistanceType=manhattan -DdistanceThreshold=7 -DoutputTableName=blocks",
        "SELECT * FROM near",
        "SELECT near_id, ROUND(distance, 9), rank FROM angles",
        "SELECT * FROM blocks",
    ).ok()
    assert outcome.rows == [
        ("b", "c", "4.242640687119285", "1"),
        ("b", "a", "5.0", "2"),
        ("a", "c", "1.0", "1"),
        ("a", "b", "5.0", "2"),
        ("d", "0.0", "1"),
        ("b", "c", "6.0", "1"),
        ("a", "c", "1.0", "1"),
    ]


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("Word2Vec -DinputTableName=corpus -DwordColName=words", "Word2Vec writes no table"),
        ("Word2Vec -DinputTableName=corpus -DwordColName=id -DoutputTableName=w", "column id is a BIGINT"),
        (
            "Word2Vec -DinputTableName=corpus -DwordColName=words -DoutputTableName=w -DminCount=999",
            "minCount=999 times",
        ),
        ("Word2Vec -DinputTableName=corpus -DwordColName=words -DoutputTableName=w -Dhs=0", "hs=0 and negative=0"),
        ("Word2Vec -DinputTableName=corpus -DwordColName=words -DoutputTableName=w -DlayerSize=0", "layerSize"),
        (
            'Word2Vec -DinputTableName="(SELECT words FROM corpus WHERE id > 999)" -DwordColName=words '
            "-DoutputTableName=w",
            "the input has no words",
        ),
        (
            "SemanticVectorDistance -DinputTableName=points -DidTableName=asked -DoutputTableName=w9",
            "column x has NULL or NaN",
        ),
    ],
)
def test_what_is_wrong(corpus, statement, message):
    corpus.run("PAI -name " + statement).fails(message)
