"""What a requirements.txt asks for, read as pip reads it as far as that is needed here."""

import importlib.metadata
import os
import re

# These stay as they are: TensorFlow, and what it is made with; other versions do not go with it.
# Names as pip compares them.
_KEPT = frozenset(
    """absl-py astunparse common-io flatbuffers gast google-pasta grpcio h5py intel-tensorflow keras
    libclang ml-dtypes numpy opt-einsum paiio paisql pai-tf pip protobuf pyarrow setuptools six
    tensorboard tensorboard-data-server tensorflow tensorflow-cpu tensorflow-estimator
    tensorflow-gpu tensorflow-intel tensorflow-io-gcs-filesystem termcolor tf-estimator tf-nightly
    tf-slim typing-extensions wrapt""".split()
)

_NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)")
_COMMENT = re.compile(r"(^|\s)#.*$")
_NESTED = re.compile(r"^(?:-r|--requirement)[ =]\s*(.+)$")
_DEEPEST = 10


class RequirementsError(Exception):
    """What a list asks for cannot be had."""


class Requirements:
    """lines: for pip; names: of the packages, for people; left_out: lines that have no effect."""

    def __init__(self):
        self.lines = []
        self.names = []
        self.left_out = []


def read(path):
    """The Requirements of a file and of those that it includes. RequirementsError, OSError."""
    wanted = Requirements()
    _read_into(path, wanted, 0)
    # A list that only sets options asks for nothing.
    if not wanted.names:
        wanted.lines = []
    return wanted


def _read_into(path, wanted, depth):
    if depth > _DEEPEST:
        raise RequirementsError("requirements.txt includes itself: " + path)
    with open(path, encoding="utf-8-sig", errors="replace") as stream:
        text = stream.read().replace("\\\n", " ")
    for raw in text.splitlines():
        line = _COMMENT.sub("", raw).strip()
        nested = _NESTED.match(line)
        if nested:
            _read_into(os.path.join(os.path.dirname(path), nested[1]), wanted, depth + 1)
        elif line:
            _sort_in(line, wanted)


def _sort_in(line, wanted):
    if line.startswith("-"):
        wanted.lines.append(line)
        if line.startswith(("-e", "--editable")):
            wanted.names.append(line.split(None, 1)[-1])
        return
    name = _NAME.match(line)
    if name and canonical(name[1]) in _KEPT:
        wanted.left_out.append(line)
        return
    wanted.lines.append(line)
    wanted.names.append(line.split(";")[0].split(" --hash")[0].strip())


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def constraints():
    """Lines "name==version" of what stays as it is."""
    lines = []
    for name in sorted(_KEPT):
        try:
            lines.append("%s==%s" % (name, importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:
            pass
    return lines


def local_files(path, wanted):
    """The files beside the list that its lines name, such as wheels; sorted."""
    folder = os.path.dirname(path)
    found = set()
    for line in wanted.lines:
        for word in re.split(r"[\s=]+", line):
            place = os.path.normpath(os.path.join(folder, word))
            if not place.startswith(folder + os.sep):
                continue
            if os.path.isfile(place):
                found.add(place)
            for parent, _, names in os.walk(place):
                found.update(os.path.join(parent, name) for name in names)
    return sorted(name for name in found if os.path.isfile(name))
