"""PyODPS with pandas and SQLAlchemy, which scripts/setup --clients installs."""

import os

import pytest
from conftest import ROOT

PANDAS = os.path.join(ROOT, ".deps", "pyodps", "bin", "python")
needs_pandas = pytest.mark.skipif(
    not os.path.exists(PANDAS), reason="PyODPS with pandas is missing: scripts/setup --clients gets it"
)
