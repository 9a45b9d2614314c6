"""A home whose data files lie in a bucket, with a gate in front of the endpoint, for tests."""

import os
import shutil
import urllib.parse

import pytest
import s3_gate
import s3_server
from fake_job import LIBRARIES

PREFIX = "/there/lake/"

CREATE = (
    "CREATE BUCKET lake LOCATION 's3://there/lake' PROPERTIES ('endpoint'='%s', 'region'='us-east-1', "
    "'access_key_id'='testkeyid', 'access_key_secret'='testkeysecret', 'connect_timeout'='2', "
    "'request_timeout'='%d', 'attempts'='1', 'warehouse'='true'%s);"
)


@pytest.fixture(name="server", scope="module")
def s3_endpoint():
    if not os.path.exists(os.path.join(LIBRARIES, "libpaisql_oss_remote.so")):
        pytest.skip("libpaisql_oss_remote.so was not built: scripts/setup installed no TensorFlow")
    if not s3_server.has_moto():
        pytest.skip("moto is not installed: scripts/setup brings it")
    server = s3_server.S3Server()
    yield server
    server.close()


class Lake:
    """The home, the gate in front of its bucket, and what is in both."""

    def __init__(self, home, gate, properties="", seconds=20):
        self.home, self.gate = home, gate
        for key in s3_server.list_keys(gate.url, "there", "lake/"):
            s3_server.remove_key(gate.url, "there", key)
        home.run(CREATE % (gate.url, seconds, properties)).ok()

    def run(self, *statements):
        return self.home.run(*statements)

    def rows(self, query):
        return self.home.rows(query)

    def keys(self):
        """The keys of all objects below the prefix, without empty folders."""
        listed = s3_server.list_keys("http://" + self.gate.target, "there", "lake/")
        return sorted(key for key in listed if not key.endswith("/"))

    def hide_new_objects(self, lists):
        """Each object that comes from now on is missing from so many lists."""
        known, shown = set(s3_server.list_sizes("http://" + self.gate.target, "there")), {}

        def listed(sizes):
            hidden = {key for key in sizes if key not in known and not key.endswith("/") and shown.get(key, 0) < lists}
            shown.update({key: shown.get(key, 0) + 1 for key in hidden})
            return {key: size for key, size in sizes.items() if key not in hidden}

        self.gate.listed = listed

    def show_old_list(self):
        """Lists show what there is now, whatever comes and goes."""
        sizes = s3_server.list_sizes("http://" + self.gate.target, "there")
        self.gate.listed = lambda _: sizes

    def forget_copies(self):
        shutil.rmtree(os.path.join(self.home.path, "warehouse"))

    def asked(self, method, since=0):
        """The keys of requests with this method, and the bytes that their ranges have."""
        found = []
        for name, path, headers in self.gate.requests[since:]:
            key = urllib.parse.unquote(path.partition("?")[0])
            if name == method and key.startswith(PREFIX):
                begin, _, end = headers.get("Range", "bytes=0-0").partition("=")[2].partition("-")
                found.append((key[len(PREFIX) :], int(end) - int(begin) + 1))
        return found


@pytest.fixture(name="lake")
def home_in_bucket(home, server):
    gate = s3_gate.Gate(server.url)
    yield Lake(home, gate)
    gate.close()


SALE = (
    "CREATE TABLE sale (id BIGINT, city STRING) PARTITIONED BY (ds STRING);"
    "INSERT INTO sale PARTITION (ds) SELECT * FROM VALUES (1, 'a', '1'), (2, 'b', '1'), (3, 'c', '2') t (id, city, ds);"
)
