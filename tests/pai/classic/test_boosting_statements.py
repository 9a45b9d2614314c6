"""Statements of boosted trees through the program: parameters, tables, partitions, mistakes."""

import json

import numpy as np
from classic_home import answers, fill, numbers, pai

ONE_HOT = [(1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 1), (0, 0, 0, 1, 1), (1, 0, 0, 0, 0), (0, 1, 0, 0, 0)]


def points(home, rows=80, features=4, classes=2):
    """A table (id, f0..., y) of classes; gives the matrix and the labels."""
    matrix = numbers(rows, features)
    labels = (matrix[:, 0] * 3 + matrix[:, 1] > 0).astype(int) + (classes > 2) * (matrix[:, 2] > 0.5)
    columns = ["f%d DOUBLE" % index for index in range(features)]
    cells = [(index, *row, label) for index, (row, label) in enumerate(zip(matrix.tolist(), labels.tolist()))]
    fill(home, "points", "id BIGINT, %s, y BIGINT" % ", ".join(columns), cells)
    return matrix, labels


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


def smart(**more):
    given = dict(
        inputTableName="points", featureColNames="f0..f3", labelColName="y", modelName="m", treeCount=12, maxDepth=4,
        shrinkage=0.2,
    )  # fmt: skip
    return pai("ps_smart", **dict(given, **more))


def test_a_statement_of_all_parameters(home):
    points(home)
    train = pai(
        "xgboost", inputTableName="points", featureColNames="f0..f3", LabelColName="y", modelName="m",
        objective="binary:logistic", num_round=12, eta=0.1, gamma=0.1, max_depth=3, min_child_weight=1.1,
        subsample=0.8, colsample_bytree=0.75, **{"lambda": 10}, alpha=0.1, base_score=0.2, seed=9,
        eval_metric="auc", booster="gbtree", silent=1, itemDelimiter=",", kvDelimiter=":",
    )  # fmt: skip
    tables = "outputImportanceTableName=weights outputTableName=packed".split()
    more = dict(pair.split("=") for pair in tables)
    done = home.run(
        train,
        smart(objective="multi:softprob", classNum=2, lifecycle=3, coreNum=2, serverNum=2, serverMemory=4096,
              metric="merror", **more),
        pai("prediction", inputTableName="points", modelName="m", appendColNames="id,y", outputTableName="told"),
    ).ok()  # fmt: skip
    assert "loss" in done.stderr and "train-auc:" in done.stderr
    assert len(answers(home, "told", "id")) == 80
    weights = home.rows("SELECT id, value FROM weights ORDER BY id LIMIT 9;")
    assert {int(row[0]) for row in weights} <= {0, 1, 2, 3} and float(weights[0][1]) > 0
    size = int(home.rows("SELECT value FROM packed WHERE id = 0;")[0][0])
    assert int(home.rows("SELECT COUNT(*) FROM packed;")[0][0]) == 1 + -(-size // 8)


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
    train = pai("GBDT", inputTableName=texts, labelColName="s", modelName="m")
    home.run(train).fails("column s is a STRING, not a number", "-DlabelColName")
    assert home.job_ids() == []


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
