"""A small project of dbt: seeds, a view, a table, an incremental model, tests and the catalog."""

import os
import shutil
import subprocess

import pytest
from conftest import ROOT

DBT = os.path.join(ROOT, ".deps", "dbt", "bin", "python")
pytestmark = pytest.mark.skipif(not os.path.exists(DBT), reason="dbt is missing: it needs Python 3.10")

PROFILE = """shop:
  target: dev
  outputs:
    dev:
      type: maxcompute
      project: three
      schema: shop
      endpoint: {endpoint}
      auth_type: access_key
      access_key_id: id
      access_key_secret: secret
      threads: 4
"""
THREE_PARTS = """
body = "<Project><Properties><Property><Name>odps.schema.model.enabled</Name><Value>true</Value></Property></Properties>"
o.rest.put(o.endpoint + "/projects/three", data=body + "</Project>")
"""


def test_a_project_of_dbt(server, tmp_path):
    server.sql("CREATE PROJECT three;")
    server.pyodps(THREE_PARTS)
    folder = tmp_path / "project"
    shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "dbt"), folder)
    (folder / "profiles.yml").write_text(PROFILE.format(endpoint=server.endpoint))
    code = """
import sys
from dbt.cli.main import dbtRunner
for words in (["debug"], ["build", "--vars", "{run: 1}"], ["build", "--vars", "{run: 2}"], ["docs", "generate", "--vars", "{run: 2}"]):
    result = dbtRunner().invoke(words)
    states = sorted({str(one.status) for one in getattr(result.result, "results", [])})
    print("did", words[0], result.success, states, file=sys.stderr)
"""
    done = subprocess.run(
        [DBT, "-c", code],
        cwd=folder,
        env={**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false", "DBT_PROFILES_DIR": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    did = [line for line in done.stderr.splitlines() if line.startswith("did ")]
    passed = "['pass', 'success']"
    assert did == ["did debug True []", f"did build True {passed}", f"did build True {passed}", "did docs True []"], (
        done.stdout[-5000:]
    )
    assert server.sql("SELECT name, total FROM three.shop.totals ORDER BY name LIMIT 9;") == "apple\t2.5\npear\t5\n"
    days = server.sql("SELECT day, n, run FROM three.shop.days ORDER BY day LIMIT 9;")
    assert days == "2026-01-01\t2\t1\n2026-01-02\t1\t2\n"
