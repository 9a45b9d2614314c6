"""The platform's SDK for Java, unchanged: the newest of the registry, and the one that an old JDBC driver has."""

import pytest

from java_clients import DRIVER, Clients, checks, sdk_jars, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can run")

NEWEST = ["SdkSql", "SdkCatalog", "SdkTunnel", "SdkSecurity", "SdkDatax"]
OLD = ["SdkSql", "SdkTunnel", "SdkDatax"]
# What the tunnel does not do yet.
LATER = ("SdkTunnel.compressed", "SdkTunnel.resultsAreCutWhereAsked")


def marked(names):
    later = pytest.mark.xfail(reason="the tunnel does not do this yet")
    every = [check for name in names for check in checks(name)]
    return [pytest.param(check, marks=later if check in LATER else ()) for check in every]


@pytest.fixture(scope="module")
def newest(shared_server, tmp_path_factory):
    return Clients(sdk_jars(), NEWEST, shared_server.endpoint, tmp_path_factory.mktemp("newest"))


@pytest.fixture(scope="module")
def old(shared_server, tmp_path_factory):
    return Clients(DRIVER, OLD, shared_server.endpoint, tmp_path_factory.mktemp("old"))


@pytest.mark.parametrize("check", marked(NEWEST))
def test_newest_sdk(newest, check):
    newest.passed(check)


@pytest.mark.parametrize("check", marked(OLD))
def test_old_sdk(old, check):
    old.passed(check)
