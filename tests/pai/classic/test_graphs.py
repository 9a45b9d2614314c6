"""Components of graphs against small graphs whose answers are known, and against networkx."""

import importlib

import networkx
import numpy
import pytest
from learner_rig import FakeTask

from paisql.learners.learner_task import LearnerError

ENDS = {"fromVertexCol": "a", "toVertexCol": "b"}
OUTPUTS = {
    "graph_page_rank": ["node", "weight"],
    "graph_shortest_paths": ["start_node", "dest_node", "node_value"],
    "graph_components": ["node", "grp_id"],
    "graph_k_core": ["node1", "node2"],
    "graph_triangles": ["node1", "node2", "node3"],
    "graph_edge_density": ["node1", "node2", "node1_edge_cnt", "node2_edge_cnt", "triangle_cnt", "density"],
    "graph_tree_depth": ["node", "root", "depth"],
    "graph_modularity": ["val"],
    "graph_label_clusters": ["node", "group_id"],
    "graph_label_classes": ["node", "tag", "weight"],
    "graph_unfolding": ["node", "group_id"],
}
RANDOM = networkx.gnm_random_graph(60, 150, seed=3)
RANDOM_EDGES = [(str(a), str(b)) for a, b in RANDOM.edges]


def told(tmp_path, module, edges, vertices=None, weights=None, groups=None, **parameters):
    """The rows that a component writes."""
    table = {"a STRING": [a for a, _ in edges], "b STRING": [b for _, b in edges]}
    if weights is not None:
        table["w DOUBLE"] = weights
        parameters = dict(parameters, hasEdgeWeight=True, edgeWeightCol="w")
    if groups is not None:
        table["ga STRING"], table["gb STRING"] = [groups[a] for a, _ in edges], [groups[b] for _, b in edges]
    inputs = {"inputEdgeTableName": table}
    if vertices is not None:
        inputs["inputVertexTableName"] = vertices
        parameters = dict(parameters, vertexCol="v")
    task = FakeTask(tmp_path / "job", dict(ENDS, **parameters), inputs, {"outputTableName": OUTPUTS[module]})
    importlib.import_module("paisql.learners." + module).predict(task)
    return list(zip(*task.outputs["outputTableName"].rows.values()))


def test_page_rank_of_a_known_example(tmp_path):
    edges = [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d")]
    ranks = dict(told(tmp_path, "graph_page_rank", edges, weights=[1.0] * 5, maxIter=100))
    assert ranks == pytest.approx({"a": 0.0375, "b": 0.06938, "c": 0.12834, "d": 0.20556}, abs=1e-5)


def test_page_rank_without_weights_is_that_of_networkx(tmp_path):
    graph = networkx.DiGraph(RANDOM_EDGES + [(b, a) for a, b in RANDOM_EDGES])
    ranks = dict(told(tmp_path, "graph_page_rank", list(graph.edges), maxIter=1000))
    assert ranks == pytest.approx(networkx.pagerank(graph, tol=1e-12), abs=1e-9)


def test_page_rank_that_grows_is_an_error(tmp_path):
    with pytest.raises(LearnerError, match="divide the weights"):
        told(tmp_path, "graph_page_rank", [("a", "b"), ("b", "a")], weights=[1e200, 1e200], maxIter=30)


def test_shortest_paths_of_a_known_example(tmp_path):
    edges = ["ab", "bc", "cd", "be", "ed", "ce", "fg", "ad"]
    weights = [1.0, 2.0, 1.0, 2.0, 1.0, 1.0, 3.0, 4.0]
    rows = told(tmp_path, "graph_shortest_paths", [tuple(edge) for edge in edges], weights=weights, startVertex="a")
    assert rows == [("a", "a", 0), ("a", "b", 1), ("a", "c", 3), ("a", "d", 4), ("a", "e", 3)]
    with pytest.raises(LearnerError, match="startVertex=x"):
        told(tmp_path, "graph_shortest_paths", [("a", "b")], startVertex="x")


def test_shortest_paths_take_the_shortest_of_several_edges(tmp_path):
    rows = told(tmp_path, "graph_shortest_paths", [("a", "b")] * 2, weights=[5.0, 0.0], startVertex="a")
    assert rows == [("a", "a", 0), ("a", "b", 0)]


def test_components(tmp_path):
    edges = [("1", "2"), ("2", "3"), ("3", "4"), ("1", "4"), ("a", "b"), ("b", "c")]
    rows = told(tmp_path, "graph_components", edges)
    assert rows == [("1", "4"), ("2", "4"), ("3", "4"), ("4", "4"), ("a", "c"), ("b", "c"), ("c", "c")]
    assert told(tmp_path, "graph_components", []) == []


def test_k_core_of_a_known_example(tmp_path):
    edges = [tuple(edge) for edge in ("12", "13", "14", "23", "24", "34", "35", "36", "56")]
    rows = told(tmp_path, "graph_k_core", edges, k=2)
    assert rows == [(a, b) for a in "1234" for b in "1234" if a != b]


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_k_core_is_the_next_core_of_networkx(tmp_path, k):
    core = networkx.k_core(RANDOM, k + 1)
    rows = told(tmp_path, "graph_k_core", RANDOM_EDGES, k=k)
    assert {frozenset(row) for row in rows} == {frozenset(map(str, edge)) for edge in core.edges}


def test_triangles_and_edge_density(tmp_path):
    edges = [tuple(edge) for edge in ("12", "13", "14", "15", "16", "23", "34", "45", "56", "67", "21", "77")]
    assert told(tmp_path, "graph_triangles", edges) == [tuple("123"), tuple("134"), tuple("145"), tuple("156")]
    rows = {row[:2]: row[2:] for row in told(tmp_path, "graph_edge_density", edges)}
    assert rows["1", "3"] == (5, 3, 2, pytest.approx(2 / 3))
    assert rows["6", "7"] == (3, 1, 0, 0)
    assert len(told(tmp_path, "graph_triangles", RANDOM_EDGES)) == sum(networkx.triangles(RANDOM).values()) / 3


def test_tree_depth(tmp_path):
    edges = [tuple(edge) for edge in ("01", "02", "13", "14", "24", "25", "46", "ab", "ac", "cd", "ce")]
    rows = {node: (root, depth) for node, root, depth in told(tmp_path, "graph_tree_depth", edges)}
    assert rows["6"] == ("0", 3) and rows["0"] == ("0", 0) and rows["e"] == ("a", 2)
    with pytest.raises(LearnerError, match="circle"):
        told(tmp_path, "graph_tree_depth", [("a", "b"), ("b", "a")])


def test_modularity_is_that_of_networkx(tmp_path):
    groups = {str(vertex): str(vertex % 4) for vertex in RANDOM}
    parts = [{vertex for vertex in RANDOM if vertex % 4 == part} for part in range(4)]
    found = told(tmp_path, "graph_modularity", RANDOM_EDGES, groups=groups, fromGroupCol="ga", toGroupCol="gb")
    assert found == [(pytest.approx(networkx.community.modularity(RANDOM, parts)),)]


TWO_GROUPS = [tuple(edge) for edge in ("ab", "ac", "bc", "de", "df", "ef", "cd")]


def test_label_propagation_finds_groups(tmp_path):
    vertices = {"v STRING": list("abcdefx"), "w DOUBLE": [1.0] * 7}
    rows = dict(told(tmp_path, "graph_label_clusters", TWO_GROUPS, vertices, maxIter=30))
    assert rows["a"] == rows["b"] == rows["c"] != rows["d"] == rows["e"] == rows["f"]
    assert rows["x"] == "x"
    heavy = dict(vertices, **{"w DOUBLE": [1, 1, 1, 9, 1, 1, 1.0]})
    told(
        tmp_path, "graph_label_clusters", TWO_GROUPS, heavy, hasVertexWeight=True, vertexWeightCol="w", randSelect=True
    )


def test_labels_of_a_known_example(tmp_path):
    edges, weights = [tuple(edge) for edge in ("ab", "ac", "bc", "db")], [0.2, 0.8, 1.0, 1.0]
    vertices = {"v STRING": list("ad"), "l STRING": ["X", "Y"], "w DOUBLE": [1.0, 1.0]}
    rows = told(tmp_path, "graph_label_classes", edges, vertices, weights, vertexLabelCol="l", alpha=0.8, epsilon=1e-6)
    assert {row[:2]: round(row[2], 5) for row in rows} == {
        ("a", "X"): 1.0,
        ("b", "X"): 0.16667,
        ("b", "Y"): 0.83333,
        ("c", "X"): 0.53704,
        ("c", "Y"): 0.46296,
        ("d", "Y"): 1.0,
    }


def test_unfolding(tmp_path):
    rows = dict(told(tmp_path, "graph_unfolding", TWO_GROUPS))
    assert rows == {"a": "a", "b": "a", "c": "a", "d": "d", "e": "d", "f": "d"}
    assert told(tmp_path, "graph_unfolding", []) == []


def test_wrong_rows(tmp_path):
    with pytest.raises(LearnerError, match="column b has NULL"):
        told(tmp_path, "graph_components", [("a", None)])
    with pytest.raises(LearnerError, match="column w has a weight"):
        told(tmp_path, "graph_page_rank", [("a", "b")], weights=[float("nan")])
    assert numpy.array_equal(told(tmp_path, "graph_triangles", [("a", "a")]), [])


def test_a_statement_and_its_mistakes(home):
    edges = "inputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b -DoutputTableName=made"
    home.run("CREATE TABLE edges (a BIGINT, b BIGINT, w DOUBLE) PARTITIONED BY (ds STRING);").ok()
    home.run("INSERT INTO edges PARTITION (ds='1') VALUES (1, 2, 0.5), (2, 3, 1.5);").ok()
    home.run(
        "PAI -name SSSP -D%s -DinputEdgeTablePartitions='ds=1' -DstartVertex=1 -DhasEdgeWeight=true -DedgeWeightCol=w "
        "-DworkerNum=4 -Dlifecycle=7;" % edges
    ).ok()
    query = "SELECT * FROM made ORDER BY dest_node LIMIT 10;"
    assert home.rows(query) == [("1", "1", "0.0"), ("1", "2", "0.5"), ("1", "3", "2.0")]
    for statement, told in [
        ("PAI -name KCore -D%s;" % edges.replace("a ", "nope "), "nope"),
        ("PAI -name KCore -D%s;" % edges.replace("Col=a", "Col=w"), "neither a STRING nor an integer"),
        ("PAI -name SSSP -D%s -DstartVertex=1 -DhasEdgeWeight=true;" % edges, "name it in -DedgeWeightCol"),
        ("PAI -name KCore -D%s -Dk=0;" % edges, "k"),
    ]:
        home.run(statement).fails(told)
