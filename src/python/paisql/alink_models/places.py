"""Where a SavedModel lies: a folder, an archive, or what a table's zip file was unpacked into."""

import os
import shutil
import stat
import tarfile
import zipfile

from paisql.alink_models import ModelError
from paisql.alink_task import exported_model

_ARCHIVES = (".zip", ".tar.gz", ".tgz", ".tar")
_MOST_ENTRIES = 100_000
_MOST_BYTES = 64 << 30


def is_archive(path):
    return path.lower().endswith(_ARCHIVES)


def find_model(folder, what):
    """As newest_model of paisql.alink_task.exported_model; `what` names the place in the ModelError for none."""
    found = exported_model.newest_model(folder)
    if found is None:
        raise ModelError("%s holds no SavedModel: there is no saved_model.pb, in it or in a folder of it" % what)
    return found


def unpack(path, folder, what):
    """Unpacks an archive into a new folder.

    ModelError for an archive that cannot be read, and for an entry that leads out of the folder: an
    absolute path, "..", a link, a device.
    """
    os.makedirs(folder)
    try:
        if path.lower().endswith(".zip"):
            _unpack_zip(path, folder, what)
        else:
            _unpack_tar(path, folder, what)
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        EOFError,
        OSError,
        ValueError,
        RuntimeError,
        NotImplementedError,
    ) as error:
        raise ModelError("%s cannot be unpacked: %s" % (what, error)) from None


def _target(name, folder, what):
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or "\0" in name or ":" in parts[0]:
        raise ModelError("%s is refused: its entry '%s' leads out of the model's folder" % (what, name))
    return os.path.join(folder, *[part for part in parts if part not in ("", ".")])


def _check_sizes(entries, sizes, what):
    if entries > _MOST_ENTRIES or sizes > _MOST_BYTES:
        raise ModelError("%s is refused: it has %d entries of %d bytes" % (what, entries, sizes))


def _write(stream, target, size, what):
    """Copies at most `size` bytes, which the archive has promised."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "wb") as out:
        shutil.copyfileobj(stream, out, 1 << 20)
        if out.tell() != size:
            raise ModelError("%s is damaged: an entry has another size than it says" % what)


def _unpack_zip(path, folder, what):
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        _check_sizes(len(entries), sum(entry.file_size for entry in entries), what)
        for entry in entries:
            target = _target(entry.filename, folder, what)
            kind = stat.S_IFMT(entry.external_attr >> 16)
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise ModelError("%s is refused: its entry '%s' is a link or a device" % (what, entry.filename))
            if entry.is_dir():
                os.makedirs(target, exist_ok=True)
                continue
            with archive.open(entry) as stream:
                _write(stream, target, entry.file_size, what)


def _unpack_tar(path, folder, what):
    with tarfile.open(path) as archive:
        count = size = 0
        for entry in archive:
            count, size = count + 1, size + entry.size
            _check_sizes(count, size, what)
            target = _target(entry.name, folder, what)
            if entry.isdir():
                os.makedirs(target, exist_ok=True)
            elif entry.isfile():
                with archive.extractfile(entry) as stream:
                    _write(stream, target, entry.size, what)
            else:
                raise ModelError("%s is refused: its entry '%s' is a link or a device" % (what, entry.name))
