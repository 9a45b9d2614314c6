"""PyODPS with pandas and Arrow against one server for the tests of a file."""

import os
import subprocess
import textwrap

import pytest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
PYODPS = os.environ.get("PAISQL_PYODPS", os.path.join(ROOT, ".deps", "pyodps", "bin", "python"))

HEAD = """
import datetime, decimal, sys
import pandas as pd
import pyarrow as pa
from odps import ODPS, options
from odps.tunnel import CompressOption, InstanceTunnel, TableTunnel
options.local_timezone = "UTC"
options.sql.settings = {"odps.sql.type.system.odps2": "true", "odps.sql.decimal.odps2": "true"}
o = ODPS('id', 'secret', 'default_project', endpoint=%r)
tunnel = TableTunnel(o)

def table(name, columns, rows=None, partitions=None, **options):
    o.delete_table(name, if_exists=True)
    made = o.create_table(name, (columns, partitions) if partitions else columns, **options)
    return made

def failure(call):
    try:
        call()
    except Exception as error:
        return type(error).__name__ + " " + str(getattr(error, "code", ""))
    return "nothing"
"""


@pytest.fixture
def pyodps(shared_server):
    """Runs Python against the shared server; what it prints."""
    if not os.path.exists(PYODPS):
        pytest.skip("PyODPS with Arrow is not installed (scripts/setup)")

    def run(code):
        text = HEAD % shared_server.endpoint + textwrap.dedent(code)
        done = subprocess.run(
            [PYODPS, "-W", "ignore", "-c", text], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
