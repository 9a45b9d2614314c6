"""Nodes that train: a PAI node, and `o.run_xflow` of a PyODPS node, with one script beside them."""

import shutil

from conftest import ROOT

FLOW = """
parameters: {steps: 100, project: default_project}
nodes:
  data:
  train: {kind: PAI, timeout: 5min}
  again: {kind: PYODPS3, depends: [train]}
  wrong: {kind: PAI, depends: [again]}
"""
DATA = """
CREATE TABLE points (x DOUBLE, y DOUBLE);
INSERT OVERWRITE TABLE points SELECT n, 3 * n FROM VALUES (1), (2), (3), (4) AS t (n);
CREATE TABLE slopes (steps BIGINT, slope DOUBLE);
CREATE TABLE others (steps BIGINT, slope DOUBLE);
"""
TRAIN = """PAI -name tensorflow1120_ext -project algo_public
    -Dscript="file://model.py"
    -Dtables="odps://${project}/tables/points"
    -Doutputs="odps://${project}/tables/slopes"
    -DuserDefinedParameters="--steps=${steps}";
"""
AGAIN = """
instance = o.run_xflow('tensorflow1120_ext', 'algo_public', {
    'script': 'file://model.py', 'tables': 'odps://%s/tables/points' % o.project,
    'outputs': 'odps://%s/tables/others' % o.project, 'userDefinedParameters': '--steps=1'})
instance.wait_for_success()
with o.get_table('others').open_reader() as reader:
    print(instance.is_successful(), [(r.steps, round(r.slope, 2)) for r in reader])
"""


def test_a_pai_node_and_run_xflow_train(flows):
    shutil.copy(ROOT / "tests" / "flows" / "training" / "model.py", flows.folder)
    flows.write(
        flow_yaml=FLOW,
        data_sql=DATA,
        train_pai=TRAIN,
        again_py=AGAIN,
        wrong_pai=TRAIN.replace("model.py", "broken.py"),
        broken_py="raise ValueError('no rows')\n",
    )
    graph = flows.flow("graph").stdout
    assert "train  PAI       <- data (default_project.points)" in graph
    # A script that is not there is found before anything runs.
    flows.write(train_pai=TRAIN.replace("model.py", "nowhere.py"))
    assert "nowhere.py does not exist" in flows.flow("check").stdout
    flows.write(train_pai=TRAIN)
    done = flows.run(timeout=200)
    assert flows.states() == {"data": "SUCCESS", "train": "SUCCESS", "again": "SUCCESS", "wrong": "FAILURE"}, (
        done.stderr
    )
    assert "broken.py:1: ValueError: no rows" in done.stderr
    ((steps, slope),) = flows.rows("SELECT steps, slope FROM slopes;")
    assert steps == "100" and abs(float(slope) - 3) < 0.01
    log = flows.flow("log", "last", "train").stdout
    assert "ID = " in log and "slope 3.000" in log
    log = flows.flow("log", "last", "again").stdout
    assert "slope 0.45" in log and log.endswith("True [(1, 0.45)]\n"), log
