"""What --user forbids, it forbids by every name of an object: with its project, its schema and the client's places."""

from pathlib import Path

import pytest

MODELS = Path(__file__).parents[2] / "data" / "models"

MAKE = f"""
CREATE TABLE t (a BIGINT);
CREATE TABLE gone (a BIGINT);
DROP TABLE gone;
CREATE SQL FUNCTION f(@a BIGINT) AS @a;
ADD FILE '{__file__}' AS r;
CREATE MODEL m FROM '{MODELS}/linear';
CREATE SCHEMA s;
ADD USER bob;
CREATE PROJECT mine;
USE mine;
ADD USER bob;
GRANT super_administrator TO bob;
"""

# Each needs a permission on default_project, or on what is in it.
FORBIDDEN = [
    "CREATE SQL FUNCTION default_project.g(@a BIGINT) AS @a;",
    "CREATE OR REPLACE SQL FUNCTION default_project.f(@a BIGINT) AS @a + 1;",
    "DROP FUNCTION default_project.f;",
    "DROP FUNCTION IF EXISTS default_project.default.f;",
    "DESC FUNCTION default_project.f;",
    "DESC RESOURCE default_project:r;",
    "GET RESOURCE default_project:r /dev/null;",
    "DROP RESOURCE default_project:r;",
    f"CREATE MODEL default_project.n FROM '{MODELS}/linear';",
    f"CREATE MODEL default_project.s.n FROM '{MODELS}/linear';",
    "READ OFFLINEMODEL default_project.m;",
    "READ OFFLINEMODEL -p default_project m;",
    "DESC OFFLINEMODEL default_project/offlinemodels/m;",
    "DROP OFFLINEMODEL default_project/offlinemodels/m;",
    "COPY OFFLINEMODEL -src_model default_project.m -dest_model n;",
    "COPY OFFLINEMODEL -src_model m -src_project default_project -dest_model n;",
    "DEPLOY SERVICE x USING MODEL default_project.m;",
    "SELECT PREDICT('default_project.m', 1.0);",
    "DESC SCHEMA default_project.s;",
    "CREATE SCHEMA default_project.n;",
    "DROP SCHEMA default_project.s;",
    "PURGE TABLE default_project.gone;",
    "UNDROP TABLE default_project.gone;",
    "SHOW FUNCTIONS IN default_project;",
    "SHOW OFFLINEMODELS -p default_project;",
    "SHOW P -p default_project;",
    "DESC default_project.default.t;",
]


@pytest.fixture(scope="module")
def homes(tmp_path_factory):
    return tmp_path_factory.mktemp("projects") / "home"


@pytest.fixture
def shared(shell, homes):
    shared = type(shell)(homes)
    if not homes.exists():
        shared.ok(MAKE)
    return shared


@pytest.mark.parametrize("text", FORBIDDEN)
def test_another_project_is_closed_to_its_strangers(shared, text):
    done = shared.sql(text, "--user", "bob", "--project", "mine")
    assert done.returncode == 1, done.stdout
    assert "ODPS-0130013" in done.stderr or "ODPS-0420095" in done.stderr


# Bob is known to the project and has no permission in it.
@pytest.mark.parametrize("text", [text for text in FORBIDDEN if "-dest_model" not in text])
def test_a_user_without_permissions_has_none_by_long_names(shared, text):
    done = shared.sql(text, "--user", "bob")
    assert done.returncode == 1, done.stdout
    assert "ODPS-0130013" in done.stderr


def test_nothing_has_happened(shared):
    assert shared.rows("SHOW TABLES;") == [["t"]]
    assert [row[0] for row in shared.rows("LIST FUNCTIONS -p default_project;")] == ["f"]
    assert [row[0] for row in shared.rows("SHOW RESOURCES;")] == ["r"]
    assert [row[0] for row in shared.rows("SHOW MODELS;")] == ["m"]
    assert shared.rows("SHOW SCHEMAS;") == [["default"], ["s"]]
