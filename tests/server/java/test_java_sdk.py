"""The platform's SDK for Java, unchanged: the newest of the registry, and the one that an old JDBC driver has."""

import pytest

from java_clients import DRIVER, Clients, parameters, sdk_jars, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can run")

NEWEST = [
    "SdkSql",
    "SdkCatalog",
    "SdkTunnel",
    "SdkArrow",
    "SdkWriters",
    "SdkSecurity",
    "SdkVolumes",
    "SdkExecutor",
    "SdkQuotas",
    "SdkDatax",
    "SdkConsole",
]
OLD = ["SdkSql", "SdkTunnel", "SdkDatax"]


@pytest.fixture(scope="module")
def newest(shared_server, tmp_path_factory):
    return Clients(sdk_jars(), NEWEST, shared_server.endpoint, tmp_path_factory.mktemp("newest"))


@pytest.fixture(scope="module")
def old(shared_server, tmp_path_factory):
    return Clients(DRIVER, OLD, shared_server.endpoint, tmp_path_factory.mktemp("old"))


@pytest.mark.parametrize("check", parameters(NEWEST))
def test_newest_sdk(newest, check):
    newest.passed(check)


@pytest.mark.parametrize("check", parameters(OLD))
def test_old_sdk(old, check):
    old.passed(check)
