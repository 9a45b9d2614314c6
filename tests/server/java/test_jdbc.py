"""The platform's JDBC driver, unchanged, as DBeaver and programs use it."""

import pytest

from java_clients import DRIVER, Clients, parameters, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can run")

CLASSES = ["JdbcMetadata", "JdbcRows", "JdbcPrepared", "JdbcModes"]


@pytest.fixture(scope="module")
def driver(shared_server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("jdbc")
    return Clients(DRIVER, CLASSES, shared_server.endpoint, folder, helpers=["Jdbc"])


@pytest.mark.parametrize("check", parameters(CLASSES))
def test_driver(driver, check):
    driver.passed(check)
