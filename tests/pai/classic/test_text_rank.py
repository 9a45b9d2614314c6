"""KeywordsExtraction and TextSummarization, against the PageRank of networkx."""

import itertools

import networkx
import pytest
from texts_home import texts_home

WORDS = "猫 吃 鱼 狗 吃 肉 猫 喜欢 鱼 ， 狗 喜欢 猫 猫"
SENTENCES = ["今天天气很好。", "今天天气很好，我们去公园。", "我们去公园玩。", "股票下跌了。", "他说今天股票下跌很多。"]


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    sentences = ", ".join("('b', '%s')" % text for text in SENTENCES)
    with texts_home(
        tmp_path_factory,
        "rank",
        "CREATE TABLE documents (id BIGINT, `select` STRING)",
        "INSERT INTO documents VALUES (7, '%s'), (1, '只有'), (2, ''), (3, NULL), (4, '同 同 同')" % WORDS,
        "CREATE TABLE sentences (doc STRING, s STRING)",
        "INSERT INTO sentences VALUES ('a', '一句'), ('a', NULL), ('c', NULL), %s" % sentences,
    ) as made:
        yield made


def graph_of(edges, size):
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    for one, other, weight in edges:
        if one != other and weight:
            known = graph.get_edge_data(one, other, {"weight": 0})["weight"]
            graph.add_edge(one, other, weight=known + weight)
    return networkx.pagerank(graph, 0.85, tol=1e-12, max_iter=1000)


@pytest.mark.parametrize("window", [2, 4])
def test_keywords(documents, window):
    outcome = documents.run(
        "PAI -name KeywordsExtraction -project algo_public -DinputTableName=documents -DdocIdCol=id "
        "-DdocContent=select -DtopN=4 -Depsilon=1e-12 -DmaxIter=1000 -DwindowSize=%d -DoutputTableName=w%d"
        % (window, window),
        "SELECT * FROM w%d" % window,
    ).ok()
    words = WORDS.split()
    names = list(dict.fromkeys(words))
    line = [names.index(word) for word in words]
    pairs = [(line[i], line[j], 1) for i, j in itertools.combinations(range(len(line)), 2) if j - i < window]
    weights = graph_of(pairs, len(names))
    best = sorted(weights, key=lambda number: -weights[number])[:4]
    rows = [row for row in outcome.rows if row[0] == "7"]
    assert [row[1] for row in rows] == [names[number] for number in best]
    assert [float(row[2]) for row in rows] == pytest.approx([weights[number] for number in best], abs=1e-9)
    assert [row for row in outcome.rows if row[0] != "7"] == [("1", "只有", "1.0"), ("4", "同", "1.0")]


def test_summaries(documents):
    outcome = documents.run(
        "PAI -name TextSummarization -DinputTableName=sentences -DdocIdCol=doc -DsentenceCol=s -DtopN=2 "
        "-DoutputTableName=abstracts",
        "SELECT * FROM abstracts",
    ).ok()

    def common(one, other):
        found = {one[i:j] for i in range(len(one)) for j in range(i + 1, len(one) + 1)}
        return max((len(text) for text in found if text in other), default=0) / max(len(one), len(other))

    pairs = [(i, j, common(SENTENCES[i], SENTENCES[j])) for i, j in itertools.combinations(range(len(SENTENCES)), 2)]
    weights = graph_of(pairs, len(SENTENCES))
    best = sorted(sorted(weights, key=lambda number: -weights[number])[:2])
    assert outcome.rows == [("a", "一句"), ("c", ""), ("b", " ".join(SENTENCES[number] for number in best))]


def test_no_rows_and_what_is_wrong(documents):
    words = "PAI -name KeywordsExtraction -DinputTableName=documents -DdocIdCol=id -DoutputTableName=none "
    documents.run(words + "-DdocContent=id").fails("column id is a BIGINT, not a text")
    documents.run(words + "-DdocContent=select -DwindowSize=1").fails("'1' is not a value for windowSize")
    documents.run(words + "-DdocContent=select -DdumpingFactor=1").fails("dumpingFactor")
    outcome = documents.run(
        'PAI -name KeywordsExtraction -DinputTableName="(SELECT * FROM documents WHERE id > 99)" -DdocIdCol=id '
        "-DdocContent=select -DoutputTableName=none",
        "PAI -name TextSummarization -DinputTableName=\"(SELECT * FROM sentences WHERE doc > 'x')\" -DdocIdCol=doc "
        "-DsentenceCol=s -DoutputTableName=no_abstracts",
        "SELECT COUNT(*) FROM none",
        "SELECT COUNT(*) FROM no_abstracts",
    ).ok()
    assert outcome.rows == [("0",), ("0",)]
