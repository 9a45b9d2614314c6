"""kmeans and cluster_evaluation: the platform's example, scikit-learn's clusters, and rows that have none."""

import json

import numpy as np
import pytest
from learner_rig import Rig, columns_of
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris
from sklearn.metrics import calinski_harabasz_score

IRIS = load_iris().data
POINTS = {"f0 BIGINT": [1, 1, 1, 0, 0], "f1 BIGINT": [2, 3, 4, 3, 4]}
TABLES = {
    "idxTableName": ["f0", "f1", "cluster_index", "distance"],
    "clusterCountTableName": ["cluster_index", "cluster_count"],
    "centerTableName": ["cluster_index", "f0", "f1"],
}
ONE_TABLE = {"idxTableName": ["cluster_index", "distance"]}


@pytest.fixture
def kmeans(tmp_path):
    return Rig(tmp_path / "m", "kmeans")


def test_the_example_of_kmeans(kmeans):
    told = kmeans.fit(
        POINTS,
        TABLES,
        {"initCenterTableName": {"f0 BIGINT": [1, 1, 1], "f1 BIGINT": [2, 3, 4]}},
        selectedColNames="f0,f1",
        appendColNames="f0,f1",
        centerCount=3,
        loop=10,
        accuracy=0.01,
        distanceType="euclidean",
        initCenterMethod="external",
        modelName="m",
    )
    rows = list(zip(*told["idxTableName"].values()))
    assert rows == [(1, 2, 0, 0.0), (1, 3, 1, 0.5), (1, 4, 2, 0.5), (0, 3, 1, 0.5), (0, 4, 2, 0.5)]
    assert told["clusterCountTableName"]["cluster_count"] == [1, 2, 2]
    assert list(zip(*told["centerTableName"].values())) == [(0, 1.0, 2.0), (1, 0.5, 3.0), (2, 0.5, 4.0)]
    # The model tells the clusters of other rows, and how good they are.
    result, score, detail = kmeans.predict({"f0 BIGINT": [1], "f1 BIGINT": [9]})
    assert (result, json.loads(detail[0])["2"]) == ([2], score[0])
    told = kmeans.call(
        "cluster_evaluation", "predict", POINTS, {"outputTableName": ["summary"]}, selectedColNames="f0,f1"
    )
    told = json.loads(told["outputTableName"]["summary"][0])
    points = np.array(list(zip(*POINTS.values())))
    assert told.pop("calinhara") == pytest.approx(calinski_harabasz_score(points, [0, 1, 2, 1, 2]))
    assert told == {"count": 5, "centerCount": 3, "clusterCounts": {"0": 1, "1": 2, "2": 2}}


@pytest.mark.parametrize("method", ["random", "topk", "uniform", "kmpp"])
def test_clusters_are_those_of_scikit_learn(kmeans, method):
    from paisql.learners import kmeans_fit

    first = {
        "random": lambda: kmeans_fit.random_rows(IRIS, 4, 7),
        "topk": lambda: IRIS[:4],
        "uniform": lambda: kmeans_fit.evenly_spread(IRIS, 4),
        "kmpp": lambda: kmeans_fit.plus_plus(IRIS, 4, "euclidean", 7),
    }[method]()
    settings = {"centerCount": 4, "initCenterMethod": method, "seed": 7, "accuracy": 0, "loop": 300}
    told = kmeans.fit(columns_of(IRIS), ONE_TABLE, **settings)["idxTableName"]
    library = KMeans(4, init=first, n_init=1, max_iter=300, tol=0).fit(IRIS)
    assert told["cluster_index"] == library.labels_.tolist()
    assert told["distance"] == pytest.approx(library.transform(IRIS).min(axis=1), abs=1e-9)
    # The same seed gives the same clusters.
    assert kmeans.fit(columns_of(IRIS), ONE_TABLE, **settings)["idxTableName"] == told


def test_other_distances(kmeans):
    rows = {"x DOUBLE": [1.0, 2, 0.1, 0, 0], "y DOUBLE": [0.0, 0.1, 5, 9, 0]}
    told = kmeans.fit(rows, ONE_TABLE, centerCount=2, initCenterMethod="external", distanceType="cosine", inputs={
        "initCenterTableName": {"x DOUBLE": [1.0, 0.0], "y DOUBLE": [0.0, 1.0]}
    })["idxTableName"]  # fmt: skip
    assert told["cluster_index"] == [0, 0, 1, 1, 0]
    assert told["distance"][4] == 1.0  # a row of zeros has no direction
    told = kmeans.fit(rows, ONE_TABLE, centerCount=5, initCenterMethod="topk", distanceType="cityblock")["idxTableName"]
    assert told["distance"] == [0.0] * 5


def test_sparse_rows(kmeans):
    rows = {"kv STRING": ["0:1,1:2", "0:1,1:3", "0:1,1:4", "1:3", "1:4"]}
    tables = {"idxTableName": ["cluster_index", "distance"], "centerTableName": ["cluster_index", "kv"]}
    told = kmeans.fit(
        rows, tables, selectedColNames="kv", enableSparse=True, centerCount=3, initCenterMethod="topk", accuracy=0.01
    )
    assert told["idxTableName"]["cluster_index"] == [0, 1, 2, 1, 2]
    assert told["centerTableName"]["kv"] == ["0:1.0,1:2.0", "0:0.5,1:3.0", "0:0.5,1:4.0"]


def test_sparse_columns_count_as_one(kmeans):
    """The second example of the platform's page: keys of both columns are coordinates of a row."""
    rows = {
        "id BIGINT": [1, 2, 3, 4, 5],
        "kvs0 STRING": ["0:0.1,1:0.2", "0:1.1,1:1.2", "0:2.1,3:2.2", "0:3.1,4:3.2", "0:5.1,5:5.2"],
        "kvs1 STRING": ["2:0.3,3:0.4", "4:1.3,5:1.4", "6:2.3,7:2.4", "8:3.3,9:3.4", "10:5.3,6:5.4"],
    }
    tables = {"idxTableName": ["id", "kvs0", "cluster_index", "distance"], "centerTableName": ["cluster_index", "kvs0"]}
    told = kmeans.fit(
        rows, tables, selectedColNames="kvs0,kvs1", appendColNames="id,kvs0", enableSparse=True, centerCount=5,
        initCenterMethod="topk",
    )  # fmt: skip
    assert told["idxTableName"]["kvs0"] == rows["kvs0 STRING"]
    assert told["idxTableName"]["distance"] == pytest.approx([0] * 5, abs=1e-7)
    assert told["centerTableName"]["kvs0"][0] == "0:0.1,1:0.2,2:0.3,3:0.4"


def test_rows_that_have_no_clusters(kmeans):
    def refuses(rows, *texts, **parameters):
        kmeans.refuses(rows, *texts, outputs=ONE_TABLE, **parameters)

    refuses(
        {"x DOUBLE": [1.0, None]}, "Algo Job Failed-System Error-Null feature value found", "column x", centerCount=1
    )
    refuses({"x DOUBLE": [1.0, 2.0]}, "centerCount=3 is more than the 2 rows", centerCount=3)
    refuses({"x DOUBLE": []}, "the input has no rows", centerCount=1)
    refuses({"x DOUBLE": [1.0]}, "initCenterTableName, which is not given", centerCount=1, initCenterMethod="external")
    refuses(
        {"x DOUBLE": [1.0]},
        "initCenterTableName has 2 rows, and centerCount is 1",
        centerCount=1,
        initCenterMethod="external",
        inputs={"initCenterTableName": {"x DOUBLE": [1.0, 2.0]}},
    )


def test_statements(home):
    told = home.run(
        "CREATE TABLE t (id STRING, f0 BIGINT, f1 BIGINT, `order` DOUBLE);"
        "INSERT INTO t VALUES ('a', 1, 2, 0), ('b', 1, 3, 0), ('c', 1, 4, 0), ('d', 0, 3, 0), ('e', 0, 4, 0);",
        "PAI -name kmeans -project algo_public -DinputTableName=t -DselectedColNames=f0..order -DappendColNames=id,f0..f1"
        " -DcenterCount=3 -DinitCenterMethod=topk -DmodelName=m -DidxTableName=i -DcenterTableName=c"
        " -DclusterCountTableName=n -Dlifecycle=7;"
        "PAI -name cluster_evaluation -DinputTableName=t -DselectedColNames=f0,f1,order -DmodelName=m -DoutputTableName=e;"
        "PAI -name prediction -DinputTableName=t -DmodelName=m -DappendColNames=id -DoutputTableName=p;",
        "SELECT * FROM i ORDER BY id LIMIT 9; SELECT * FROM c ORDER BY cluster_index LIMIT 9;"
        "SELECT * FROM n ORDER BY cluster_index LIMIT 9; SELECT prediction_result FROM p WHERE id = 'e';"
        "SELECT GET_JSON_OBJECT(summary, '$.count') FROM e;",
    ).ok()
    assert told.rows == [
        ("a", "1", "2", "0", "0.0"),
        ("b", "1", "3", "1", "0.5"),
        ("c", "1", "4", "2", "0.5"),
        ("d", "0", "3", "1", "0.5"),
        ("e", "0", "4", "2", "0.5"),
        ("0", "1.0", "2.0", "0.0"),
        ("1", "0.5", "3.0", "0.0"),
        ("2", "0.5", "4.0", "0.0"),
        ("0", "1"),
        ("1", "2"),
        ("2", "2"),
        ("2",),
        ("5",),
    ]
    told = home.run(
        "PAI -name KMeans -DinputTableName=t -DselectedColNames=f0,f1 -DappendColsIndex=0,2 -DcenterCount=5"
        " -DinitCentersMethod=topk -DidxTableName=j; SELECT id, f1, distance FROM j WHERE id = 'd';"
    ).ok()
    assert told.rows == [("d", "3", "0.0")]
    home.run("PAI -name kmeans -DinputTableName=t -DappendColsIndex=4 -DcenterCount=2 -DidxTableName=i;").fails(
        "'4' is not the number of a column"
    )
    home.run("PAI -name kmeans -DinputTableName=t -DcenterCount=1001 -DidxTableName=i;").fails("centerCount")
    home.run("PAI -name kmeans -DinputTableName=t -DselectedColNames=id -DcenterCount=2 -DidxTableName=i;").fails(
        "column id is a STRING"
    )
