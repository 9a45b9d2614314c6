"""Boosted trees: what each component trains is what xgboost trains when it is called by hand."""

import json

import numpy as np
import pytest
from classic_home import answers, fill, numbers, pai

xgboost = pytest.importorskip("xgboost")

ONE_HOT = [(1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 1), (0, 0, 0, 1, 1), (1, 0, 0, 0, 0), (0, 1, 0, 0, 0)]


def trained(matrix, labels, rounds, bins=256, **parameters):
    """What the library tells of its own training rows."""
    rows = xgboost.QuantileDMatrix(matrix.astype(np.float32), labels, max_bin=bins)
    given = dict(parameters, tree_method="hist", max_bin=bins, verbosity=0)
    return xgboost.train(given, rows, rounds).inplace_predict(matrix.astype(np.float32)).astype(float)


def points(home, rows=80, features=4, classes=2):
    """A table (id, f0..., y) of classes; gives the matrix and the labels."""
    matrix = numbers(rows, features)
    labels = (matrix[:, 0] * 3 + matrix[:, 1] > 0).astype(int) + (classes > 2) * (matrix[:, 2] > 0.5)
    columns = ["f%d DOUBLE" % index for index in range(features)]
    cells = [(index, *row, label) for index, (row, label) in enumerate(zip(matrix.tolist(), labels.tolist()))]
    fill(home, "points", "id BIGINT, %s, y BIGINT" % ", ".join(columns), cells)
    return matrix, labels


PREDICT = pai("prediction", inputTableName="points", modelName="m", appendColNames="id,y", outputTableName="told")


def test_the_published_example_of_gbdt(home):
    fill(home, "points", "f0 BIGINT, f1 BIGINT, f2 BIGINT, f3 BIGINT, label BIGINT", ONE_HOT)
    train = pai(
        "GBDT",
        inputTableName="points",
        featureColNames="f0,f1,f2,f3",
        labelColName="label",
        modelName="m",
        lossType=3,
        treeCount=10,
        shrinkage=0.5,
        minLeafSampleCount=1,
        sampleRatio=1,
        featureRatio=1,
        newtonStep=1,
        metricType=2,
        p=1,
        tau=0.6,
        randSeed=0,
    )
    predict = pai(
        "prediction",
        inputTableName="points",
        modelName="m",
        featureColNames="f0,f1,f2,f3",
        appendColNames="f0,f1,f2,f3,label",
        outputTableName="told",
    )
    home.run(train, predict).ok()
    told = home.rows(
        "SELECT label, prediction_result, prediction_score, prediction_detail FROM told ORDER BY label LIMIT 9;"
    )
    assert (
        told
        == [("0", "NULL", "0.0", '{"label": 0}')] * 4 + [("1", "NULL", "0.9990234375", '{"label": 0.9990234375}')] * 2
    )


def test_xgboost_is_the_library(home):
    matrix, labels = points(home)
    train = pai(
        "xgboost",
        inputTableName="points",
        featureColNames="f0..f3",
        labelColName="y",
        modelName="m",
        objective="binary:logistic",
        num_round=30,
        eta=0.1,
        gamma=0.1,
        max_depth=3,
        min_child_weight=1.1,
        subsample=0.8,
        colsample_bytree=0.75,
        **{"lambda": 10},
        alpha=0.1,
        base_score=0.2,
        seed=9,
        eval_metric="auc",
        silent=1,
    )
    done = home.run(train, PREDICT).ok()
    assert "train-auc:" in done.stderr
    by_hand = trained(
        matrix,
        labels,
        30,
        objective="binary:logistic",
        eta=0.1,
        gamma=0.1,
        max_depth=3,
        min_child_weight=1.1,
        subsample=0.8,
        colsample_bytree=0.75,
        alpha=0.1,
        base_score=0.2,
        seed=9,
        **{"lambda": 10},
    )
    told = answers(home, "told", "id")
    assert [int(result) for result, _, _ in told] == (by_hand > 0.5).astype(int).tolist()
    assert [score for _, score, _ in told] == np.maximum(by_hand, 1 - by_hand).tolist()
    assert [detail for _, _, detail in told] == [{"0": 1 - p, "1": p} for p in by_hand]


def test_xgboost_tells_texts_apart_and_numbers(home):
    matrix, _ = points(home)
    query = "(SELECT id, f0, f1, IF(f0 > 0.3, '高', IF(f0 < -0.3, '低', '中')) AS `class` FROM points)"
    home.run(
        pai(
            "xgboost",
            inputTableName=query,
            featureColNames="f0,f1",
            labelColName="class",
            modelName="m",
            objective="multi:softprob",
            num_round=5,
        ),
        PREDICT,
        pai(
            "xgboost",
            inputTableName="points",
            featureColNames="f0,f1",
            labelColName="f2",
            modelName="m2",
            objective="reg:linear",
            num_round=5,
        ),
        pai("prediction", inputTableName="points", modelName="m2", appendColNames="id", outputTableName="told2"),
    ).ok()
    told = answers(home, "told", "id")
    wanted = ["高" if x > 0.3 else "低" if x < -0.3 else "中" for x in matrix[:, 0]]
    assert np.mean([result == label for (result, _, _), label in zip(told, wanted)]) > 0.9
    assert all(list(detail) == ["中", "低", "高"] and abs(sum(detail.values()) - 1) < 1e-6 for _, _, detail in told)
    by_hand = trained(matrix[:, :2], matrix[:, 2], 5, objective="reg:squarederror", base_score=0.5)
    assert [score for _, score, _ in answers(home, "told2", "id")] == by_hand.tolist()


def smart(**more):
    given = dict(
        inputTableName="points", featureColNames="f0..f3", labelColName="y", modelName="m", treeCount=12, maxDepth=4,
        shrinkage=0.2,
    )  # fmt: skip
    return pai("ps_smart", **dict(given, **more))


def test_ps_smart_tells_several_classes_apart_and_what_counts(home):
    matrix, labels = points(home, classes=3)
    home.run(
        smart(objective="multi:softprob", classNum=4, outputImportanceTableName="weights", outputTableName="packed",
              lifecycle=3, coreNum=2, serverNum=2, serverMemory=4096, metric="merror"),
        PREDICT,
    ).ok()  # fmt: skip
    by_hand = trained(
        matrix, labels, 12, 33, objective="multi:softprob", num_class=4, eta=0.2, max_depth=4, base_score=0.5
    )
    told = answers(home, "told", "id")
    assert [list(detail.values()) for _, _, detail in told] == by_hand.tolist()
    assert list(told[0][2]) == ["0", "1", "2", "3"]
    weights = home.rows("SELECT id, value FROM weights ORDER BY id LIMIT 9;")
    assert {int(row[0]) for row in weights} <= {0, 1, 2, 3} and float(weights[0][1]) > 0
    size = int(home.rows("SELECT value FROM packed WHERE id = 0;")[0][0])
    assert int(home.rows("SELECT COUNT(*) FROM packed;")[0][0]) == 1 + -(-size // 8)


@pytest.mark.parametrize("objective", ["reg:linear", "count:poisson", "reg:gamma", "reg:tweedie"])
def test_ps_smart_learns_numbers(home, objective):
    matrix, labels = points(home)
    wanted = labels + 0.5
    query = "(SELECT id, f0, f1, f2, f3, y + 0.5D AS v FROM points)"
    home.run(
        smart(inputTableName=query, labelColName="v", objective=objective, l1=0.1, l2=2, minSplitLoss=0.01), PREDICT
    ).ok()
    own = {"reg:linear": "reg:squarederror"}.get(objective, objective)
    by_hand = trained(
        matrix, wanted, 12, 33, objective=own, eta=0.2, max_depth=4, base_score=0.5, alpha=0.1, gamma=0.01,
        **{"lambda": 2},
    )  # fmt: skip
    told = answers(home, "told", "id")
    assert [score for _, score, _ in told] == by_hand.tolist()
    assert told[0][0] == "NULL" and list(told[0][2]) == ["v"]


def test_ps_smart_weighs_rows_and_takes_zero_for_nothing(home):
    _, labels = points(home)
    query = "(SELECT id, IF(f0 > 0, 1, 0) AS f0, f1, y, IF(f1 > 0, 3, 1) AS w FROM points)"
    home.run(
        smart(inputTableName=query, featureColNames="f0,f1", weightCol="w", objective="binary:logistic",
              regardZeroAsMissing="true"),
        pai("prediction", inputTableName=query, modelName="m", appendColNames="id,y", outputTableName="told"),
    ).ok()  # fmt: skip
    told = answers(home, "told", "id")
    assert np.mean([int(result) == label for (result, _, _), label in zip(told, labels)]) > 0.9


def test_gbdt_lr_tells_two_classes_apart(home):
    matrix, labels = points(home)
    home.run(
        pai("GBDT_LR", inputTableName="points", featureColNames="f0..f3", labelColName="y", modelName="m",
            treeCount=20, shrinkage=0.1, maxLeafCount=8, maxDepth=6, minLeafSampleCount=5, sampleRatio=1,
            featureRatio=1, testRatio=0.2, metricType=2, randSeed=1, featureSplitValueMaxSize=500,
            outputImportanceTableName="weights"),
        PREDICT,
        pai("gbdt_importance", inputTableName="points", modelName="m", labelColName="y", featureColNames="f0..f3",
            outputTableName="again"),
    ).ok()  # fmt: skip
    told = answers(home, "told", "id")
    assert np.mean([int(result) == label for (result, _, _), label in zip(told, labels)]) > 0.85
    weights = home.rows("SELECT * FROM weights ORDER BY col LIMIT 9;")
    assert [row[0] for row in weights] == ["f0", "f1", "f2", "f3"]
    assert abs(sum(float(row[1]) for row in weights) - 1) < 1e-9 and float(weights[0][1]) > 0.5
    assert home.rows("SELECT * FROM again ORDER BY col LIMIT 9;") == weights


@pytest.mark.parametrize("loss", [0, 1, 2])
def test_gbdt_ranks_the_rows_of_groups(home, loss):
    matrix, labels = points(home)
    query = "(SELECT id, id % 8 AS g, f0, f1, f2, y FROM points)"
    home.run(
        pai("GBDT", inputTableName=query, featureColNames="f0,f1,f2", labelColName="y", groupIDColName="g",
            lossType=loss, treeCount=30, shrinkage=0.2, minLeafSampleCount=2, sampleRatio=1, featureRatio=1,
            tau=0.6, p=1, newtonStep=1, modelName="m"),
        PREDICT,
    ).ok()  # fmt: skip
    scores = np.array([score for _, score, _ in answers(home, "told", "id")])
    groups = np.arange(len(scores)) % 8
    right = [
        scores[i] > scores[k]
        for i in range(len(scores))
        for k in range(len(scores))
        if groups[i] == groups[k] and labels[i] > labels[k]
    ]
    assert np.mean(right) > 0.95


def test_mistakes_are_told_before_a_job_starts(home):
    points(home)
    home.run(smart(objective="multi:softprob")).fails("multi:softprob needs the number of classes", "classNum")
    home.run(smart(objective="binary:logistic", labelColName="nix")).fails("nix")
    home.run(smart(objective="binary:logistic", shrinkage=2)).fails("shrinkage", "a number in (0,1]")
    home.run(smart(objective="binary:nix")).fails("objective", "binary:logistic")
    home.run(smart(objective="binary:logistic", enableSparse="true", featureColNames="f0")).fails(
        "column f0 is a DOUBLE", "enableSparse"
    )
    ranking = pai("GBDT", inputTableName="points", labelColName="y", lossType=0, modelName="m")
    home.run(ranking).fails("lossType=0 ranks the rows of groups", "groupIDColName")
    texts = "(SELECT y, 'a' AS s FROM points)"
    train = pai("xgboost", inputTableName=texts, featureColNames="s", labelColName="y", modelName="m")
    home.run(train).fails("column s is a STRING, not a number")
    assert home.job_ids() == []


@pytest.mark.parametrize(
    "query, told",
    [
        ("SELECT f0, y FROM points WHERE id < 0", "the input has no rows"),
        ("SELECT f0, 1 AS y FROM points", "column y has one class only, 1"),
        ("SELECT f0, id AS y FROM points", "binary:logistic tells two classes apart, and column y has 80"),
        ("SELECT f0, IF(id = 3, NULL, y) AS y FROM points", "the label column y has NULL or NaN; leave such rows out"),
        ("SELECT CAST('inf' AS DOUBLE) AS f0, y FROM points", "column f0 has infinity"),
    ],
)
def test_bad_rows_are_told_in_a_sentence(home, query, told):
    points(home)
    train = pai("xgboost", inputTableName="(%s)" % query, featureColNames="f0", labelColName="y", modelName="m")
    home.run(train).fails("LearnerError: " + told)


def test_rows_without_values_are_trained_on(home):
    points(home)
    query = "(SELECT id, IF(f0 > 0, NULL, f0) AS `select`, CAST(NULL AS DOUBLE) AS `order`, 1 AS same, y FROM points)"
    home.run(
        pai("xgboost", inputTableName=query, featureColNames="select,order,same", labelColName="y", modelName="m"),
        pai("prediction", inputTableName=query, modelName="m", appendColNames="id", outputTableName="told"),
    ).ok()
    assert len(answers(home, "told", "id")) == 80


def test_a_model_for_each_partition_of_sparse_texts(home):
    rng = np.random.default_rng(5)
    home.run("CREATE TABLE wifi (row_id BIGINT, shop BIGINT, kv STRING) PARTITIONED BY (mall_id STRING);").ok()
    statements = []
    for mall in range(3):
        shops = rng.integers(0, 3 + mall, 60)
        rows = [
            (index, shop, " ".join("%d:%.2f" % (key, shop + key / 9) for key in sorted({shop, shop + 2, 9})))
            for index, shop in enumerate(shops.tolist())
        ]
        home.write("w%d.csv" % mall, "".join("%d,%d,%s\n" % row for row in rows))
        partition = "mall_id=m_%d" % mall
        model = "m_%d" % mall
        statements += [
            "TUNNEL UPLOAD w%d.csv wifi/mall_id='m_%d' -acp true;" % (mall, mall),
            "DROP OFFLINEMODEL IF EXISTS %s;" % model,
            pai("ps_smart", inputTableName="wifi", inputTablePartitions=partition, enableSparse="true",
                featureColNames="kv", labelColName="shop", objective="multi:softprob", classNum=3 + mall,
                treeCount=9, maxDepth=7, shrinkage=0.088, sampleRatio=0.6, featureRatio=0.6, modelName=model),
            "DROP TABLE IF EXISTS told_%d;" % mall,
            pai("prediction", inputTableName="wifi", inputTablePartitions=partition, modelName=model,
                featureColNames="kv", enableSparse="true", appendColNames="row_id,shop",
                outputTableName="told_%d" % mall),
        ]  # fmt: skip
    home.run(*statements).ok()
    union = " UNION ALL ".join("SELECT * FROM told_%d" % mall for mall in range(3))
    right = home.rows("SELECT AVG(IF(prediction_result = shop, 1, 0)), COUNT(*) FROM (%s) u;" % union)
    assert float(right[0][0]) > 0.9 and right[0][1] == "180"
    for mall in range(3):
        detail = home.rows("SELECT prediction_detail FROM told_%d LIMIT 1;" % mall)[0][0]
        assert list(json.loads(detail)) == [str(shop) for shop in range(3 + mall)]
