"""PyODPS with pandas and Arrow, in the environment of clients."""

import os
import subprocess
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYODPS = os.path.join(ROOT, ".deps", "clients", "bin", "python")

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


def run(endpoint, code):
    """Runs Python against a server; what it prints."""
    text = HEAD % endpoint + textwrap.dedent(code)
    done = subprocess.run(
        [PYODPS, "-W", "ignore", "-c", text], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
