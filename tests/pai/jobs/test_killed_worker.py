"""A worker that is killed in the middle of training goes on at the rows after its checkpoint."""

import json
import os

import pytest
from paisql_home import cluster, script

ROWS = 400


@pytest.mark.parametrize("shuffle", ["", "yes"])
def test_a_killed_worker_goes_on_at_its_row(home, shuffle):
    url = home.table("t", "id BIGINT", [(i,) for i in range(ROWS)])
    words = os.path.join(home.path, "oss", "data")
    os.makedirs(words)
    with open(os.path.join(words, "words.txt"), "w") as stream:
        stream.write("eins\nzwei\n")
    notes = os.path.join(home.files, "notes")
    outcome = home.pai(
        script("jobs/killed_worker.py"),
        tables=url,
        buckets="oss://data/",
        checkpointDir="oss://models/killed/",
        cluster=cluster(worker=1),
        enableDynamicCluster="true",
        userDefinedParameters="--notes='%s' --shuffle='%s'" % (notes, shuffle),
    ).ok()
    assert "worker 0 was killed by SIGKILL; it is started again" in outcome.stderr
    with open(notes) as stream:
        steps = [json.loads(line) for line in stream]
    first = [step for step in steps if step[0] == steps[0][0]]
    second = steps[len(first) :]
    assert [number for _, number, _ in first] == list(range(1, 24))
    assert [number for _, number, _ in second] == list(range(21, ROWS // 10 + 1))
    # Of what the checkpoint rests on and what came after it, each row once.
    trained = [row for _, number, rows in first if number <= 20 for row in rows]
    trained += [row for _, _, rows in second for row in rows]
    assert sorted(trained) == list(range(ROWS))
    if not shuffle:
        assert trained == list(range(ROWS))
