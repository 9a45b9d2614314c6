"""The platform's JDBC driver, unchanged, as DBeaver and programs use it."""

import pytest

from java_clients import DRIVER, Clients, checks, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can run")

CLASSES = ["JdbcMetadata", "JdbcRows", "JdbcPrepared", "JdbcModes"]
# What the tunnel does not do yet.
LATER = ("JdbcModes.limitOfTheTunnel",)


def marked(names):
    later = pytest.mark.xfail(reason="the tunnel does not do this yet")
    every = [check for name in names for check in checks(name)]
    return [pytest.param(check, marks=later if check in LATER else ()) for check in every]


@pytest.fixture(scope="module")
def driver(shared_server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("jdbc")
    return Clients(DRIVER, CLASSES, shared_server.endpoint, folder, helpers=["Jdbc"])


@pytest.mark.parametrize("check", marked(CLASSES))
def test_driver(driver, check):
    driver.passed(check)
