"""Makes an image of a container that runs `paisql server`, without a daemon and without a registry.

The image has one layer: the program and its libraries as scripts/package lays them out, glibc and the other
libraries of this machine that they load, the zones of time, and Debian's Python for functions of users where this
machine has it. The archive is an OCI layout, which podman and skopeo read, and has the index that `docker load` wants.
Equal trees make equal archives.
"""

import gzip
import hashlib
import io
import json
import os
import re
import stat
import subprocess
import tarfile
from pathlib import Path

PORT = 8080
USER = 10001
PREFIX = "usr/local"
ZONES = Path("/usr/share/zoneinfo")
# What runs Python's functions of users: the interpreter of Debian and its library, without tests.
PYTHON_PACKAGES = ("python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib")
SHELL = Path("/usr/bin/dash")  # starts functions and jobs
LOADER = Path("/lib64/ld-linux-x86-64.so.2")
ELF = b"\x7fELF"

ETC = {
    "etc/passwd": "root:x:0:0:root:/root:/sbin/nologin\npaisql:x:%d:%d:paisql:/data:/sbin/nologin\n" % (USER, USER),
    "etc/group": "root:x:0:\npaisql:x:%d:\n" % USER,
    "etc/nsswitch.conf": "hosts: files dns\n",
}
FOLDERS = {"tmp": (0o1777, 0), "data": (0o755, USER), "root": (0o700, 0), "proc": (0o555, 0), "dev": (0o755, 0)}

CONFIG = {
    "User": "%d:%d" % (USER, USER),
    "ExposedPorts": {"%d/tcp" % PORT: {}},
    "Env": [
        "PATH=/usr/local/bin:/usr/bin:/bin",
        "LANG=C.UTF-8",
        "HOME=/data",
        "PAISQL_HOME=/data/home",
        "PAISQL_PYTHON=/usr/bin/python3",
    ],
    "Entrypoint": ["/usr/local/bin/paisql", "server", "--host", "0.0.0.0", "--port", str(PORT)],
    "WorkingDir": "/data",
    "Volumes": {"/data": {}},
    "Healthcheck": {
        "Test": ["CMD", "/usr/local/bin/paisql", "server", "--probe", "--port", str(PORT)],
        "Interval": 2_000_000_000,
        "Timeout": 3_000_000_000,
        "StartPeriod": 5_000_000_000,
        "Retries": 3,
    },
}


def loaded_by(path):
    """The shared libraries of this machine that a program or library loads, by the paths that ld.so finds."""
    told = subprocess.run(["ldd", path], capture_output=True, text=True, check=False).stdout
    return {Path(file) for file in re.findall(r"=> (/\S+)", told)}


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == ELF


def python_files():
    """Debian's Python as files of this machine; nothing where it is not installed."""
    told = subprocess.run(["dpkg", "-L", *PYTHON_PACKAGES], capture_output=True, text=True, check=False)
    if told.returncode != 0:
        print("package: Debian's Python 3.11 is not here: the image has none, and runs no functions in Python")
        return []
    kept = [Path(line) for line in told.stdout.splitlines() if line.startswith(("/usr/bin", "/usr/lib", "/etc/python"))]
    # Links between folders that were one once name a file twice.
    return sorted({path for path in kept if path.is_file() and "__pycache__" not in path.parts})


def files_of_machine(tree):
    """What the tree needs of this machine, by its place in the image."""
    files = {path.as_posix().lstrip("/"): path for path in python_files()} | {"usr/bin/sh": SHELL}
    programs = [path for path in tree.rglob("*") if path.is_file() and is_elf(path)]
    programs += [path for path in files.values() if is_elf(path)]
    inside = {path.name for path in tree.rglob("*.so*")}
    for program in programs:
        for library in loaded_by(program):
            if library.name not in inside:
                files["usr/lib/x86_64-linux-gnu/" + library.name] = library
    files["lib64/" + LOADER.name] = LOADER
    files |= {path.as_posix().lstrip("/"): path for path in ZONES.rglob("*") if path.is_file()}
    return files


def entry(name, mode, owner=0, size=0, kind=tarfile.REGTYPE):
    made = tarfile.TarInfo(name)
    made.mode, made.uid, made.gid, made.size, made.type = mode, owner, owner, size, kind
    return made


def layer(tree):
    """The layer's tar archive as bytes."""
    files = files_of_machine(tree)
    files |= {PREFIX + "/" + path.relative_to(tree).as_posix(): path for path in tree.rglob("*") if path.is_file()}
    folders = {parent.as_posix() for name in [*files, *ETC] for parent in Path(name).parents} - {"."}
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(folders | set(FOLDERS)):
            mode, owner = FOLDERS.get(name, (0o755, 0))
            archive.addfile(entry(name, mode, owner, kind=tarfile.DIRTYPE))
        for name, text in ETC.items():
            archive.addfile(entry(name, 0o644, size=len(text)), io.BytesIO(text.encode()))
        for name, path in sorted(files.items()):
            mode = 0o755 if os.stat(path).st_mode & stat.S_IXUSR else 0o644
            with open(path, "rb") as content:
                archive.addfile(entry(name, mode, size=path.stat().st_size), content)
        if "usr/bin/python3.11" in files:
            link = entry("usr/bin/python3", 0o777, kind=tarfile.SYMTYPE)
            link.linkname = "python3.11"
            archive.addfile(link)
        for name in ("lib", "bin"):
            link = entry(name, 0o777, kind=tarfile.SYMTYPE)
            link.linkname = "usr/" + name
            archive.addfile(link)
    return written.getvalue()


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def to_json(value):
    return json.dumps(value, indent=1, sort_keys=True).encode()


def described(kind, data):
    return {"mediaType": "application/vnd.oci.image." + kind, "digest": digest(data), "size": len(data)}


def write_image(tree, made, version):
    """Writes the archive of the image of a tree, which has bin, lib and share."""
    plain = layer(tree)
    packed = gzip.compress(plain, compresslevel=6, mtime=0)
    config = to_json(
        {
            "architecture": "amd64",
            "os": "linux",
            "config": CONFIG,
            "rootfs": {"type": "layers", "diff_ids": [digest(plain)]},
            "history": [{"created_by": "scripts/package --image"}],
        }
    )
    manifest = to_json(
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": described("config.v1+json", config),
            "layers": [described("layer.v1.tar+gzip", packed)],
        }
    )
    name = "paisql-server:" + version
    listed = described("manifest.v1+json", manifest) | {
        "annotations": {"org.opencontainers.image.ref.name": version, "io.containerd.image.name": name}
    }
    blobs = {digest(data): data for data in (config, manifest, packed)}
    parts = {
        "oci-layout": to_json({"imageLayoutVersion": "1.0.0"}),
        "index.json": to_json({"schemaVersion": 2, "manifests": [listed]}),
        "manifest.json": to_json(
            [{"Config": blob_path(digest(config)), "RepoTags": [name], "Layers": [blob_path(digest(packed))]}]
        ),
    }
    parts |= {blob_path(one): data for one, data in blobs.items()}
    with tarfile.open(made, "w", format=tarfile.GNU_FORMAT) as archive:
        for folder in ("blobs", "blobs/sha256"):
            archive.addfile(entry(folder, 0o755, kind=tarfile.DIRTYPE))
        for inside, data in parts.items():
            archive.addfile(entry(inside, 0o644, size=len(data)), io.BytesIO(data))
    return made


def blob_path(name):
    return "blobs/" + name.replace(":", "/")
