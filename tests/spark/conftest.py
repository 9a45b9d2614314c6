"""What the tests of Spark share: sessions on fresh homes, with Sail where a test names no other remote."""

import os

import pytest
from spark_session import BINARY, ROOT, Prompt, Session

PYTHON = os.environ.get("PAISQL_SPARK_PYTHON", str(ROOT / ".deps" / "spark" / "bin" / "python"))
if not os.path.exists(PYTHON):
    pytest.exit("no Python with Spark's client at %s: run scripts/setup --spark" % PYTHON, returncode=1)

_ON_SPARK = "SET paisql.engine=spark"
_HERE = "SET paisql.engine=duckdb"


@pytest.fixture
def sessions(tmp_path):
    """Starts sessions, which end with the test: sessions(remote, home) has its statements run on that Spark."""
    made = []

    def start(remote="sail", home=None, **environment):
        session = Session(home or tmp_path / "home", **environment)
        made.append(session)
        if remote:
            session.run("SET paisql.spark.remote=%s" % remote)
            session.run(_ON_SPARK)
        return session

    yield start
    for session in made:
        session.close()


@pytest.fixture
def session(sessions):
    return sessions()


@pytest.fixture
def prompt(tmp_path):
    made = Prompt(tmp_path / "home")
    made.run(_ON_SPARK)
    yield made
    made.close()


@pytest.fixture
def both(session):
    """Runs a query on Spark and on this machine, and gives the rows, which have to be equal."""

    def rows(sql):
        on_spark = session.run(sql)
        session.run(_HERE)
        here = session.run(sql)
        session.run(_ON_SPARK)
        assert on_spark == here
        return on_spark

    return rows


__all__ = ["BINARY", "PYTHON", "ROOT"]
