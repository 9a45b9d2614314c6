"""Models of learners as PMML: what PREDICT and services compute is what prediction says."""

import json
import urllib.error
import urllib.request

import numpy as np
import pytest
from classic_home import ANSWERS, answers, fill, numbers, pai


def rows_of(classes, seed=3):
    """Rows (id, a, b, c, label)."""
    features = numbers(60, 3, seed)
    labels = np.digitize(features[:, 0] + features[:, 1] / 2, [-0.4, 0.5][: classes - 1])
    return [(index, *map(float, row), int(label)) for index, (row, label) in enumerate(zip(features, labels))]


def learn(home, name, classes=2, **parameters):
    """What prediction says of rows_of(classes), of which the model m has learnt."""
    fill(home, "points", "id BIGINT, a DOUBLE, b DOUBLE, c DOUBLE, y BIGINT", rows_of(classes))
    home.run(
        pai(name, inputTableName="points", featureColNames="a,b,c", labelColName="y", modelName="m", **parameters),
        pai("prediction", inputTableName="points", modelName="m", appendColNames="id", outputTableName="told"),
    ).ok()
    return answers(home, "told", "id")


def predicted(home, columns="a, b, c"):
    """[{output: text}] of PREDICT for all rows."""
    query = "SELECT TO_JSON(PREDICT('m', %s)) FROM points ORDER BY id LIMIT 1000;" % columns
    return [json.loads(row[0]) for row in home.rows(query)]


# (component, classes of the label or 0 for a regression, type of the label, parameters)
LEARNERS = [
    ("logisticregression_binary", 2, "BIGINT", {"regularizedType": "l2"}),
    ("logisticregression_multi", 3, "STRING", {"regularizedType": "l2"}),
    ("LinearSVM", 2, "DOUBLE", {"positiveLabel": 0}),
    ("xgboost", 2, "BIGINT", {"num_round": 20, "base_score": 0.2}),
    ("xgboost", 3, "STRING", {"num_round": 10, "objective": "multi:softprob"}),
    ("gbdt_lr", 2, "BIGINT", {"treeCount": 20, "minLeafSampleCount": 4}),
    ("randomforests", 3, "BIGINT", {"treeNum": 7}),
    ("linearregression", 0, "", {}),
    ("GBDT", 0, "", {"treeCount": 20, "minLeafSampleCount": 4}),
    ("xgboost", 0, "", {"objective": "count:poisson", "num_round": 9}),
    ("xgboost", 0, "", {"objective": "reg:linear", "num_round": 9}),
]


def test_a_model_predicts_the_same_by_its_pmml(home):
    rows = rows_of(3)
    labels = "y BIGINT, y2 BIGINT, y3 STRING, yd DOUBLE"
    rows = [(*row, min(row[4], 1), "<%s & 'x'>" % "abc"[row[4]], float(min(row[4], 1))) for row in rows]
    fill(home, "points", "id BIGINT, a DOUBLE, b DOUBLE, c DOUBLE, " + labels, rows)
    statements = []
    for index, (name, classes, kind, parameters) in enumerate(LEARNERS):
        label = "y3" if kind == "STRING" else "yd" if kind == "DOUBLE" else "y2" if classes == 2 else "y"
        model, told = "m%d" % index, "told%d" % index
        statements += [
            pai(name, inputTableName="points", featureColNames="a,b,c", labelColName=label, modelName=model,
                **parameters),
            pai("prediction", inputTableName="points", modelName=model, appendColNames="id,a,b,c", outputTableName=told),
            "SELECT %s, TO_JSON(STRUCT(PREDICT('%s', a, b, c))) FROM %s ORDER BY id LIMIT 99;" % (ANSWERS, model, told),
        ]  # fmt: skip
    found = home.run(*statements, timeout=400).ok().rows
    assert len(found) == len(rows) * len(LEARNERS)
    for index, (result, score, detail, text) in enumerate(found):
        name, classes, _, _ = LEARNERS[index // len(rows)]
        predicted_row = json.loads(text)["col1"]
        if not classes:
            assert predicted_row == pytest.approx(float(score), abs=1e-6), name
            continue
        assert label_text(predicted_row["prediction_result"]) == label_text(result), name
        assert predicted_row["prediction_score"] == pytest.approx(float(score), abs=1e-6)
        for label, chance in json.loads(detail).items():
            assert predicted_row["p_" + label] == pytest.approx(chance, abs=1e-6)


def label_text(value):
    return str(value).removesuffix(".0")


@pytest.mark.parametrize("name, more", [("randomforests", {"treeNum": 9}), ("NaiveBayes", {})])
def test_categories_are_read(home, name, more):
    rows = rows_of(3)
    kinds = [None if row[0] % 11 == 0 else "a b<%d" % (int(row[1] * 3) % 4) for row in rows]
    rows = [(row[0], row[1], kind, row[0] % 3, row[4]) for row, kind in zip(rows, kinds)]
    fill(home, "points", "id BIGINT, a DOUBLE, kind STRING, n BIGINT, y BIGINT", rows)
    home.run(
        pai(name, inputTableName="points", featureColNames="a,kind,n", labelColName="y", modelName="m",
            forceCategorical="n", **more),
        pai("prediction", inputTableName="points", modelName="m", appendColNames="id", outputTableName="told"),
    ).ok()  # fmt: skip
    for (result, score, _), row in zip(answers(home, "told", "id"), predicted(home, "a, NVL(kind, ''), n")):
        assert str(row["prediction_result"]) == result
        assert row["prediction_score"] == pytest.approx(score, abs=1e-9)


@pytest.mark.parametrize("distance", ["euclidean", "cityblock"])
def test_clusters_are_the_same(home, distance):
    fill(home, "points", "id BIGINT, a DOUBLE, b DOUBLE, c DOUBLE, y BIGINT", rows_of(2))
    home.run(
        pai("kmeans", inputTableName="points", selectedColNames="a,b,c", appendColNames="id", centerCount=4,
            distanceType=distance, idxTableName="found", modelName="m"),
    ).ok()  # fmt: skip
    told = home.rows("SELECT cluster_index, distance FROM found ORDER BY id LIMIT 1000;")
    for (index, away), row in zip(told, predicted(home)):
        assert str(row["cluster_index"]) == index
        assert row["distance"] == pytest.approx(float(away), abs=1e-9)


def test_what_the_catalog_tells_of_a_model(home):
    learn(home, "logisticregression_binary", regularizedType="l2")
    assert home.run("SHOW OFFLINEMODELS;").ok().rows == [("m",)]
    facts = dict(home.rows("desc offlinemodel m;"))
    assert facts["Type"] == "logistic_regression" and facts["Algorithm"] == "logisticregression_binary"
    assert facts["Features"] == "a,b,c" and facts["Label"] == "y" and facts["LabelType"] == "BIGINT"
    assert facts["Classes"] == "0,1" and facts["Version"] == "1" and facts["TrainedBy"]
    assert facts["Input"].startswith("odps://p/tables/points at snapshot ")
    assert facts["Parameter labelColName"] == "y"
    [(name, _, text)] = home.run("READ OFFLINEMODEL m;").ok().rows[:1] or [("", "", "")]
    assert name == "model.pmml" and "RegressionModel" in home.run("READ OFFLINEMODEL m;").stdout
    home.run("CREATE PROJECT q;", "COPY OFFLINEMODEL -src_model m -dest_model n -dest_project q;").ok()
    assert dict(home.rows("DESC OFFLINEMODEL -p q n;"))["Input"] == facts["Input"]
    home.run("DROP OFFLINEMODEL IF EXISTS m;", "DROP OFFLINEMODEL if exists m;").ok()
    home.run("DESC OFFLINEMODEL m;").fails("[1,19]", "model p.m does not exist")
    assert home.rows("SELECT PREDICT('q.n', a, b, c).prediction_result >= 0 FROM points LIMIT 1;") == [("true",)]


def test_a_model_of_sparse_rows_has_no_pmml(home):
    fill(home, "points", "kv STRING, y BIGINT", [("1:%d 3:1" % index, index % 2) for index in range(20)])
    home.run(
        pai("logisticregression_binary", inputTableName="points", featureColNames="kv", labelColName="y", modelName="m",
            enableSparse="true"),
    ).ok()  # fmt: skip
    assert dict(home.rows("DESC OFFLINEMODEL m;"))["PMML"] == "no"
    assert '"learner"' in home.run("READ OFFLINEMODEL m;").ok().stdout
    home.run("SELECT PREDICT('m', kv) FROM points;").fails("its format is logistic_regression")
    home.run("DEPLOY SERVICE s USING MODEL m;").fails("cannot be served")
    home.run("CREATE BUCKET b;").ok()
    home.run(pai("generalmodeltransfer2oss", modelName="m", format="pmml", ossPath="oss://b/x/")).fails(
        "model m has no PMML: it reads key:value texts"
    )


def test_models_go_into_volumes_and_buckets(home):
    told = learn(home, "GBDT", 3, treeCount=5, minLeafSampleCount=4)
    home.run("FS -mkv v;", "CREATE BUCKET b;").ok()
    home.run(
        pai("modeltransfer", modelName="p/offlinemodels/m", volumeName="p/volumes/v", partition="d1"),
        "FS -get /v/d1/m.pmml m.pmml;",
        "CREATE MODEL again FROM 'm.pmml';",
    ).ok()
    again = home.rows("SELECT PREDICT('again', a, b, c) FROM points ORDER BY id LIMIT 99;")
    assert [float(row[0]) for row in again] == pytest.approx([score for _, score, _ in told], abs=1e-6)
    to_bucket = {"modelName": "m", "ossPath": "oss://b/x/"}
    home.run(pai("generalmodeltransfer2oss", format="pmml", rename="other", **to_bucket)).ok()
    home.run(pai("generalmodeltransfer2oss", format="pmml", rename="other", **to_bucket)).fails(
        "LearnerError: other.xml exists already: overwrite=true replaces it"
    )
    home.run(
        pai("generalmodeltransfer2oss", format="pmml", rename="other", overwrite="true", **to_bucket),
        pai("modelTransfer2oss", format="original", **to_bucket),
        pai("modelTransfer2oss", format="original", overwrite="true", **to_bucket),
    ).ok()
    listed = home.run("OSS LS oss://b/x/;").ok().stdout
    assert "other.xml" in listed and "m/model.json" in listed
    home.run("CREATE OFFLINEMODEL third -modelPath oss://b/x/other.xml;").ok()
    for wrong, text in (
        ({"volumeName": "none"}, "volume p.none does not exist"),
        ({"volumeName": "p/volumes/../x"}, "is not the name of a volume"),
        ({"partition": "../x"}, "is not the name of a volume's partition"),
        ({"modelName": "nix"}, "model p.nix cannot be resolved"),
    ):
        given = dict({"modelName": "m", "volumeName": "v", "partition": "d2"}, **wrong)
        home.run(pai("modeltransfer", **given)).fails(text)
    home.run(pai("generalmodeltransfer2oss", modelName="m", format="pmml", ossPath="oss://nix/")).fails("'nix'")


def test_a_service_answers_as_the_platforms_pmml_processor(home):
    told = learn(home, "xgboost", num_round=9)
    deployed = home.run("DEPLOY SERVICE s USING MODEL m PROPERTIES ('token'='t');").ok()
    try:
        facts = dict(home.rows("DESC SERVICE s;"))
        assert facts["Processor"] == "pmml", deployed.stderr
        rows = [dict(zip("abc", row[1:4])) for row in rows_of(2)]
        answer = ask(facts["Address"], rows)
        assert [row["p_1"] for row in answer] == pytest.approx([detail["1"] for _, _, detail in told], abs=1e-6)
        # What is missing goes the way that the trees have learnt for it.
        assert ask(facts["Address"], [{"a": None, "b": 1, "c": 2}]) == ask(facts["Address"], [{"b": 1, "c": 2}])
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(facts["Address"], [{"a": "x", "b": 1, "c": 2}])
        assert refused.value.code == 400 and "input a" in refused.value.read().decode()
    finally:
        home.run("DROP SERVICE s;").ok()


def test_a_file_of_another_program_is_served(home):
    home.write("line.xml", LINE)
    home.write(
        "line.json", '{"name": "line", "processor": "pmml", "model_path": "%s/line.xml", "token": "t"}' % home.files
    )
    try:
        home.run("DEPLOY SERVICE place USING 'line.xml' PROPERTIES ('token'='t');").ok()
        created = home.eas("create", home.files + "/line.json")
        assert created.status == 0, created.stderr
        for service in ("place", "line"):
            facts = dict(home.rows("DESC SERVICE %s;" % service))
            assert facts["Processor"] == "pmml"
            assert ask(facts["Address"], [{"x": 2, "kind": "b"}, {"x": 1}]) == [{"y": 15.0}, {"y": 3.0}]
    finally:
        home.run("DROP SERVICE IF EXISTS place;", "DROP SERVICE IF EXISTS line;").ok()
    home.write("bad.pmml", LINE.replace("RegressionModel", "NeuralNetwork"))
    for statement in ("CREATE MODEL n FROM 'bad.pmml';", "DEPLOY SERVICE n USING 'bad.pmml';"):
        home.run(statement).fails("the PMML model has")


LINE = """<PMML xmlns="http://www.dmg.org/PMML-4_2" version="4.2"><Header/><DataDictionary>
<DataField name="x" optype="continuous" dataType="double"/>
<DataField name="kind" optype="categorical" dataType="string"/>
<DataField name="y" optype="continuous" dataType="double"/></DataDictionary>
<RegressionModel functionName="regression"><MiningSchema><MiningField name="x"/><MiningField name="kind"/>
<MiningField name="y" usageType="target"/></MiningSchema><RegressionTable intercept="1">
<NumericPredictor name="x" coefficient="2"/><CategoricalPredictor name="kind" value="b" coefficient="10"/>
</RegressionTable></RegressionModel></PMML>
"""


def ask(address, rows):
    request = urllib.request.Request(address, json.dumps(rows).encode(), {"Authorization": "t"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)
