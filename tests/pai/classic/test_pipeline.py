"""A pipeline of the platform for texts: 15 statements from documents to clusters, as a script and as a workflow."""

import collections
import csv
import os
import re
import subprocess

import pytest

from fake_job import ROOT
from paisql_home import BINARY, PaisqlHome

DATA = os.path.join(ROOT, "tests", "data", "texts")
# The nodes in an order in which each has its inputs.
ORDER = (
    "增加序号列-1 类型转换-1 过滤与映射-1 Split_Word-1 停用词过滤-1 词频统计-1 三元组转kv-1 PLDA-1 合并列-1 "
    "K均值聚类-1 字符串相似度-topN-1 Word2Vec-1"
).split()


def nodes():
    """{name: its statements} as they stand in the platform's export, in its order."""
    with open(os.path.join(DATA, "pipeline.sql"), encoding="utf-8") as stream:
        parts = re.split(r"^-- (.*)\n", stream.read(), flags=re.MULTILINE)
    return dict(zip((name.replace(" ", "_") for name in parts[1::2]), parts[2::2]))


def documents():
    """[(category, text)]"""
    with open(os.path.join(DATA, "news.tsv"), encoding="utf-8") as stream:
        return [tuple(row) for row in csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)]


def stop_words():
    with open(os.path.join(DATA, "stop_words.tsv"), encoding="utf-8") as stream:
        return stream.read().split()


def prepared(folder):
    """A home with the tables that the pipeline reads."""
    home = PaisqlHome(folder)
    rows = ", ".join("('%s', '%s')" % pair for pair in documents())
    home.run(
        "CREATE PROJECT pai_inner_project",
        "CREATE TABLE pai_inner_project.nlp_news_analyze (category STRING, content STRING)",
        "INSERT INTO pai_inner_project.nlp_news_analyze VALUES " + rows,
        "CREATE TABLE pai_inner_project.stop_words (word STRING)",
        "INSERT INTO pai_inner_project.stop_words VALUES " + ", ".join("('%s')" % word for word in stop_words()),
    ).ok()
    return home


def clusters(home):
    return (
        home.run(
            "SELECT append_id, cluster_index, ROUND(distance, 12) FROM pai_temp_1704059_1 ORDER BY CAST(append_id AS BIGINT) "
            "LIMIT 100"
        )
        .ok()
        .rows
    )


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """A home in which the pipeline has run as a script."""
    assert sorted(ORDER) == sorted(nodes())
    home = prepared(tmp_path_factory.mktemp("script"))
    home.run_file(home.write("pipeline.sql", "".join(nodes()[name] for name in ORDER))).ok()
    yield home
    home.end_jobs()


def test_words_of_the_documents(script):
    import rjieba

    left_out = set(stop_words())
    counts, all_words = {}, []
    for number, (_, text) in enumerate(documents()):
        words = [word for word in rjieba.cut(re.sub(r"[0-9.]+%", "", text)) if word not in left_out]
        counts[str(number)] = collections.Counter(words)
        all_words += words
    rows = script.run("SELECT * FROM pai_temp_1704054_1 WHERE word NOT LIKE '%\\\\%'").ok().rows
    found = collections.defaultdict(dict)
    for key, word, count in rows:
        found[key][word] = int(count)
    assert found == counts
    rows = script.run("SELECT word FROM pai_temp_1704054_2 WHERE word NOT LIKE '%\\\\%'").ok().rows
    assert [word for (word,) in rows] == all_words
    keys = script.run("SELECT COUNT(*), COUNT(DISTINCT key_id), MIN(key_id) FROM pai_temp_1704055_2").ok().rows
    assert keys == [(str(len(set(all_words)) + 1), str(len(set(all_words)) + 1), "1")]


def test_topics_and_clusters(script):
    [(size, least, most)] = (
        script.run(
            "SELECT COUNT(*), MIN(s), MAX(s) FROM (SELECT ROUND(%s, 9) AS s FROM pai_temp_1704056_5) t"
            % " + ".join("topic_%d" % topic for topic in range(50))
        )
        .ok()
        .rows
    )
    assert (size, least, most) == ("60", "1.0", "1.0")
    rows = clusters(script)
    assert [row[0] for row in rows] == [str(number) for number in range(60)]
    by_cluster = collections.defaultdict(collections.Counter)
    for number, cluster, _ in rows:
        by_cluster[cluster][documents()[int(number)][0]] += 1
    assert len(by_cluster) <= 30
    # Documents of one cluster are mostly of one category.
    assert sum(max(counts.values()) for counts in by_cluster.values()) >= 55
    outcome = script.run(
        "SELECT append_id, category FROM pai_temp_1704057_1 ORDER BY append_id LIMIT 9",
        "SELECT SUM(cluster_count) FROM pai_temp_1704059_3",
        "DESC MODEL xlab_m_KMeans_2_1704059_v0",
    ).ok()
    kept = [("11", "美食"), ("16", "体育"), ("24", "体育"), ("29", "财经")]
    assert outcome.rows[:5] == kept + [("60",)]


def test_the_same_as_a_workflow(script, tmp_path):
    home = prepared(tmp_path)
    folder = os.path.join(home.files, "pipeline")
    os.makedirs(folder)
    for name, text in nodes().items():
        with open(os.path.join(folder, name + (".pai" if "PAI" in text else ".sql")), "w", encoding="utf-8") as stream:
            stream.write(text)

    def flow(*words):
        command = [BINARY, "--home", home.path, "--project", "p", "flow", *words]
        environment = dict(home.environment(), PYTHONHASHSEED="7")
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    graph = flow("graph", folder)
    assert re.search(r"合并列-1 +PAI +<- .*PLDA-1", graph) and re.search(r"K均值聚类-1 +PAI +<- 合并列-1", graph), graph
    flow("check", folder)
    flow("run", folder, "--bizdate", "20260101")
    assert clusters(home) == clusters(script)
    home.end_jobs()
