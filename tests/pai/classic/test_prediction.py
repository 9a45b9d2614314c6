"""The component prediction: which columns it writes, and which inputs a model takes."""

import json

from classic_home import answers, fill, pai


def trained(home):
    """A model of three classes of texts, from the columns a and b."""
    rows = [(index, index % 7, index % 3, "xyz"[index % 3]) for index in range(42)]
    fill(home, "points", "id BIGINT, a BIGINT, b DOUBLE, y STRING", rows)
    train = pai("xgboost", inputTableName="points", featureColNames="a,b", labelColName="y", modelName="m",
                objective="multi:softprob", min_child_weight=0)  # fmt: skip
    home.run(train).ok()


def predict(**more):
    given = {"inputTableName": "points", "modelName": "m", "outputTableName": "told"}
    return pai("prediction", **dict(given, **more))


def test_columns_have_the_names_and_types_of_the_statement(home):
    trained(home)
    home.run(predict(appendColNames="y,id..b", resultColName="r", scoreColName="s", detailColName="d")).ok()
    told = home.rows("SELECT * FROM told ORDER BY id LIMIT 1;")[0]
    assert told[:5] == ("x", "0", "0", "0.0", "x")
    assert json.loads(told[6])["x"] == float(told[5])
    described = home.run("DESC told;").ok().stdout
    for column in ("y", "id", "a", "b", "r", "s", "d"):
        assert column in described


def test_a_label_of_numbers_gives_numbers(home):
    trained(home)
    query = "(SELECT id, a, b, b AS label FROM points WHERE b < 2)"
    home.run(
        pai("xgboost", inputTableName=query, featureColNames="a,b", labelColName="label", modelName="n",
            min_child_weight=0),
        pai("prediction", inputTableName=query, modelName="n", appendColNames="id", outputTableName="told"),
    ).ok()  # fmt: skip
    # Users turn the probability of the predicted class into that of class 1.
    rows = home.rows(
        "SELECT prediction_result, CASE WHEN prediction_result = 0 THEN 1.0 - prediction_score ELSE prediction_score END,"
        " prediction_detail FROM told ORDER BY id LIMIT 2;"
    )
    assert [row[0] for row in rows] == ["0.0", "1.0"]
    assert abs(float(rows[0][1]) - json.loads(rows[0][2])["1"]) < 1e-9


def test_features_are_found_by_name_or_place(home):
    trained(home)
    by_name = "(SELECT id, B, 'more' AS more, A FROM points)"
    home.run(predict(inputTableName=by_name, appendColNames="id")).ok()
    first = answers(home, "told", "id")
    by_place = "(SELECT id, a AS p, b AS q FROM points)"
    home.run(predict(inputTableName=by_place, featureColNames="p,q", appendColNames="id")).ok()
    assert answers(home, "told", "id") == first
    home.run(predict(inputTableName=by_place, appendColNames="id")).fails(
        "LearnerError: the model was trained on the column a, which the input does not have; it has id, p, q"
    )
    texts = "(SELECT 'a' AS a, 1 AS b FROM points)"
    home.run(predict(inputTableName=texts, outputTableName="other")).fails("column a is STRING")


def test_partitions_are_read_and_written(home):
    trained(home)
    home.run(
        "CREATE TABLE parts (id BIGINT, a BIGINT, b DOUBLE) PARTITIONED BY (ds STRING);",
        "INSERT INTO parts PARTITION (ds) SELECT id, a, b, CAST(id % 2 AS STRING) FROM points;",
        predict(inputTableName="parts", inputTablePartitions="ds=1", appendColNames="id", outputTableName="kept",
                outputTablePartition="ds=one"),
    ).ok()  # fmt: skip
    assert home.rows("SELECT ds, COUNT(*), MIN(id % 2) FROM kept WHERE ds > '' GROUP BY ds;") == [("one", "21", "1")]


def test_mistakes(home):
    trained(home)
    home.run(predict(appendColNames="id,y", resultColName="y")).fails("the output would have two columns y")
    home.run(predict(appendColNames="nix")).fails("nix")
    home.run(predict(modelName="nix")).fails("model p.nix cannot be resolved")
    nested = "(SELECT id, a, b, ARRAY(a) AS list FROM points)"
    home.run(predict(inputTableName=nested, appendColNames="id,list")).fails("column list is of type ARRAY<BIGINT>")
    home.run(predict(enableSparse="true")).fails("the model was trained on the columns a, b")


def test_an_empty_table_gives_an_empty_one(home):
    trained(home)
    home.run(predict(inputTableName="(SELECT * FROM points WHERE id < 0)", appendColNames="id")).ok()
    assert home.rows("SELECT COUNT(*) FROM told;") == [("0",)]


def test_texts_are_read_with_each_delimiter(home):
    rows = [(index, "abc"[index % 3], index % 3) for index in range(30)]
    fill(home, "words", "id BIGINT, word STRING, y BIGINT", rows)
    query = "(SELECT id, y, CONCAT(word, '%s1.0%s', '中文%s', id %% 4) AS kv FROM words)"
    train = pai("ps_smart", inputTableName=query % (":", ",", ":"), featureColNames="kv", enableSparse="true",
                labelColName="y", objective="multi:softprob", classNum=3, treeCount=3, modelName="m")  # fmt: skip
    told = []
    home.run(train).ok()
    for kv, items, more in (
        (":", " ", {}),
        (":", ",", {"itemDelimiter": ","}),
        ("=", ";", {"itemDelimiter": ";", "kvDelimiter": "="}),
    ):
        table = query % (kv, items, kv)
        home.run(predict(inputTableName=table, enableSparse="true", appendColNames="id,y", **more)).ok()
        told.append(answers(home, "told", "id"))
    assert told[0] == told[1] == told[2]
    bad = "(SELECT id, 'a:1,b' AS kv FROM words)"
    home.run(predict(inputTableName=bad, outputTableName="other")).fails(
        'column kv has the item "b", which is not a key, : and a number'
    )
