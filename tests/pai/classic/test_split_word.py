"""split_word cuts texts as rjieba does, and keeps whole what its switches name."""

import pytest
from texts_home import texts_home

TEXT = "电话13800138000，时间12:30:00，日期2024-03-05，iPhone15邮箱a.b@b.com，3,000.50元三百五十六点"
OFF = (
    "enableDfa enableTelephoneRetrievalUnit enableTimeRetrievalUnit enableDateRetrievalUnit "
    "enableNumberLetterRetrievalUnit enableNumMerge"
).split()


@pytest.fixture(scope="module")
def news(tmp_path_factory):
    with texts_home(
        tmp_path_factory,
        "split",
        "CREATE TABLE news (id BIGINT, content STRING, title STRING, d DATETIME)",
        "INSERT INTO news VALUES (1, '我们在北京大学上学，真的很好！', '标题不变', NULL), (2, '', NULL, NULL), "
        "(3, NULL, 'x', DATETIME '2024-01-02 03:04:05'), (4, '  \\n ', '', NULL)",
        "CREATE TABLE entities (s STRING)",
        "INSERT INTO entities VALUES ('%s')" % TEXT,
        "CREATE TABLE own_words (n BIGINT, w STRING)",
        "INSERT INTO own_words VALUES (1, '邮箱是'), (2, NULL), (3, '')",
    ) as made:
        yield made


def cut(home, parameters, table="entities"):
    statement = "PAI -name split_word -DinputTableName=%s -DoutputTableName=cut_words %s" % (table, parameters)
    return home.run("DROP TABLE IF EXISTS cut_words", statement, "SELECT * FROM cut_words").ok().rows


def test_the_pipelines_statement(news):
    rows = cut(
        news,
        '-project algo_public -DenablePosTagger="false" -DenableCheckPunctuation="false" -DselectedColNames="content" '
        '-DenableCheckCharSequence="false" -Dtokenizer="TAOBAO_CHN" -Dlifecycle="7" -DenableSemanticTagger="false" '
        '-DenableCheckNumber="false"',
        "news",
    )
    assert rows == [
        ("1", "我们 在 北京大学 上学 ， 真的 很 好 ！", "标题不变", "NULL"),
        ("2", "", "NULL", "NULL"),
        ("3", "NULL", "x", "2024-01-02 03:04:05"),
        ("4", "", "", "NULL"),
    ]


def test_the_same_words_as_rjieba(news):
    import rjieba

    [(found,)] = cut(news, "-DenablePosTagger=true", "(SELECT content FROM news WHERE id = 1)".join('""'))
    assert found == " ".join("%s/%s" % pair for pair in rjieba.tag("我们在北京大学上学，真的很好！"))


def test_what_switches_keep_whole(news):
    [(found,)] = cut(news, "")
    kept = ["13800138000", "12:30:00", "2024-03-05", "iPhone15", "a.b@b.com", "3,000.50"]
    assert [word for word in found.split() if word in kept] == kept
    [(found,)] = cut(news, " ".join("-D%s=false" % name for name in OFF))
    assert not set(kept[1:]) & set(found.split())
    assert "2024 - 03 - 05" in found and "iPhone 15" in found and "3 , 000 . 50" in found


def test_merged_chinese_numbers(news):
    merged = "-DenableChnNumMerge=true -DenableChnDateMerge=true -DenableChnTimeMerge=true"
    query = "\"(SELECT '二〇二四年三月五日上午10点30分，一百二十三' AS s)\""
    [(found,)] = cut(news, merged, query)
    assert found == "二〇二四年三月五日 上午10点30分 ， 一百二十三"


def test_what_is_left_out(news):
    filters = "-DenableCheckNumber=true -DenableCheckPunctuation=true -DenableCheckCharSequence=true"
    [(found,)] = cut(news, filters, "\"(SELECT '我有 3.5 元，Apple 50% iPhone15 …' AS s)\"")
    assert found == "我 有 元 iPhone15"


def test_own_words(news):
    query = "\"(SELECT '邮箱是什么' AS s)\""
    assert cut(news, "", query) != cut(news, "-DdictTableName=own_words", query)
    assert cut(news, "-DdictTableName=own_words", query) == [("邮箱是 什么",)]


def test_partitions(news):
    outcome = news.run(
        "CREATE TABLE parts (`select` STRING, content STRING) PARTITIONED BY (region STRING)",
        "INSERT INTO parts PARTITION (region='cctv_news') VALUES ('我们', '在北京大学')",
        "INSERT INTO parts PARTITION (region='x') VALUES ('你们', '在家')",
        "PAI -name split_word -project algo_public -DinputTableName=parts -DselectedColNames=select,content "
        '-DinputTablePartitions="region=cctv_news" -DoutputTableName=cut_parts '
        '-DoutputTablePartition="region=cctv_news"',
        "SELECT * FROM cut_parts WHERE region = 'cctv_news'",
    ).ok()
    assert outcome.rows == [("我们", "在 北京大学", "cctv_news")]


def test_no_rows_and_a_long_text(news):
    assert cut(news, "", '"(SELECT content FROM news WHERE id > 9)"') == []
    [(size,)] = [
        (len(found.split()),) for (found,) in cut(news, "", "\"(SELECT REPEAT('我们在北京大学上学。', 20000) AS s)\"")
    ]
    assert size == 20000 * 5


def test_what_is_wrong(news):
    statement = "PAI -name split_word -DinputTableName=news -DoutputTableName=w "
    news.run(statement + "-DselectedColNames=id").fails("column id is a BIGINT, not a text")
    news.run(statement + "-Dtokenizer=JIEBA").fails("JIEBA")
    news.run(statement + "-DenableSemanticTagger=yes").fails("enableSemanticTagger")
    outcome = news.run(statement + "-DenableSemanticTagger=true -DenablePersonNameTagger=true").ok()
    assert "this program has no dictionary of meanings" in outcome.stderr
