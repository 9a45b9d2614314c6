"""The image that scripts/package makes, run in namespaces of its own as a runtime of containers does."""

import json
import os
import socket
import subprocess
import sys
import tarfile

import pytest
from conftest import CLIENTS, ROOT

# What a runtime mounts; then the program is started as the image's own user.
ENTER = """
set -e
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev"
mknod -m 666 "$1/dev/null" c 1 3
mknod -m 666 "$1/dev/zero" c 1 5
mknod -m 666 "$1/dev/urandom" c 1 9
folder=$1
user=$2
shift 2
exec chroot --userspec="$user" "$folder" "$@"
"""
ASK = """
import sys
from odps import ODPS
o = ODPS('id', 'secret', 'default_project', endpoint=sys.argv[1])
code = b'''from odps.udf import annotate
@annotate("bigint->bigint")
class Next(object):
    def evaluate(self, number):
        return number + 1
'''
o.create_resource('next.py', 'py', file_obj=code)
o.create_function('next', class_type='next.Next', resources=['next.py'])
with o.execute_sql("SELECT next(41L) AS n, '\u676d\u5dde' AS city").open_reader(tunnel=True) as reader:
    print([record.values for record in reader])
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """The folder of the image's layout."""
    folder = tmp_path_factory.mktemp("image")
    made = subprocess.run(
        [sys.executable, os.path.join(ROOT, "scripts", "package"), "--image", folder], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    with tarfile.open(made.stdout.splitlines()[-1]) as archive:
        archive.extractall(folder / "layout")
    return folder / "layout"


def blob(image, described):
    return image / "blobs" / described["digest"].replace(":", "/")


def read(path):
    return json.loads(path.read_text())


def test_every_part_is_named_by_its_sum(image):
    for path in (image / "blobs" / "sha256").iterdir():
        told = subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True).stdout
        assert told.split()[0] == path.name
    (listed,) = read(image / "index.json")["manifests"]
    manifest = read(blob(image, listed))
    for described in [listed, manifest["config"], *manifest["layers"]]:
        assert blob(image, described).stat().st_size == described["size"]
    (docker,) = read(image / "manifest.json")
    assert image / docker["Config"] == blob(image, manifest["config"])
    assert [image / one for one in docker["Layers"]] == [blob(image, one) for one in manifest["layers"]]


@pytest.fixture(scope="module")
def container(image, tmp_path_factory):
    """The image's configuration, and a function that starts a command in its files."""
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        pytest.skip("namespaces cannot be made here")
    files = tmp_path_factory.mktemp("files")
    manifest = read(blob(image, read(image / "index.json")["manifests"][0]))
    config = read(blob(image, manifest["config"]))["config"]
    for layer in manifest["layers"]:
        with tarfile.open(blob(image, layer)) as archive:
            archive.extractall(files)
    files.chmod(0o755)
    os.chown(files / "data", *(int(number) for number in config["User"].split(":")))
    environment = dict(line.split("=", 1) for line in config["Env"])

    def start(*command):
        entering = ["unshare", "--mount", "sh", "-c", ENTER, "sh", files, config["User"], *command]
        path = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        return subprocess.Popen(entering, env=environment | path, stdout=subprocess.PIPE, text=True)

    return config, start


def test_the_image_is_a_server(container):
    config, start = container
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    # The image's own port may be taken on this machine.
    entry = [port if word == "8080" else word for word in config["Entrypoint"]]
    check = [port if word == "8080" else word for word in config["Healthcheck"]["Test"][1:]]
    with start(*entry) as refused:
        assert refused.wait(30) == 2  # everybody would be the owner
    server = start(*entry, "--anonymous")
    try:
        assert server.stdout.readline().startswith("http://")
        with start(*check) as asking:
            assert asking.wait(30) == 0
        endpoint = "http://127.0.0.1:%s/api" % port
        asked = subprocess.run([CLIENTS, "-c", ASK, endpoint], capture_output=True, text=True)
        assert asked.stdout == "[[42, '\u676d\u5dde']]\n", asked.stderr
    finally:
        server.terminate()
        assert server.wait(30) == 0
        server.stdout.close()
