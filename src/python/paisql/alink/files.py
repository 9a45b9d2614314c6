"""Where the files of an operator's filePath lie, and how they are opened and replaced."""

import contextlib
import gzip
import io
import os
import shutil
import zlib

from paisql.alink import environment

_SETTING = "paisql.alink.url."
_WEB = ("https://", "http://")
_GZIP = b"\x1f\x8b"


def _bare(text):
    """A URL without its scheme."""
    for scheme in _WEB:
        if text.lower().startswith(scheme):
            return text[len(scheme) :]
    return text


def _from_web(url):
    """The file that stands for a URL: what SET paisql.alink.url.<prefix>=<folder> says."""
    wanted, best, folder = _bare(url.split("?")[0]), "", ""
    for name, value in environment.current().settings():
        if not name.lower().startswith(_SETTING):
            continue
        prefix = _bare(name[len(_SETTING) :]).rstrip("/")
        below = wanted == prefix or wanted.startswith(prefix + "/")
        if prefix and below and len(prefix) > len(best):
            best, folder = prefix, value
    if not best:
        raise ValueError(
            "'%s' is not fetched: nothing here uses the network; useLocalEnv(1, "
            "config={'paisql.alink.url.<prefix>': '<folder>'}) says in which folder the files of "
            "such URLs lie" % url
        )
    return os.path.join(folder, wanted[len(best) :].lstrip("/"))


def path_of(text):
    """The path on this machine that a filePath means; ValueError for other places."""
    text = str(text)
    if text.lower().startswith(_WEB):
        return _from_web(text)
    if text.lower().startswith("file://"):
        text = text[len("file://") :]
    elif "://" in text:
        raise ValueError(
            "'%s': files are read from this machine; oss:// and hdfs:// are not offered, download the file first" % text
        )
    return os.path.expanduser(text)


def existing(text):
    """path_of() a file or folder that is there; FileNotFoundError else."""
    path = path_of(text)
    if not os.path.exists(path):
        raise FileNotFoundError("the file %s does not exist" % path)
    return path


def files_of(text):
    """The file, or all files of the folder in the order of their names; hidden ones are left out."""
    path = existing(text)
    if not os.path.isdir(path):
        return [path]
    found = []
    for base, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name[0] not in "._")
        found += [os.path.join(base, name) for name in sorted(names) if name[0] not in "._"]
    return found


def opened(path):
    """A file as a stream of bytes, unpacked where it is one of gzip. ValueError, while it is read, for a damaged one."""
    with open(path, "rb") as stream:
        packed = stream.read(len(_GZIP)) == _GZIP
    return io.BufferedReader(_Unpacked(path), 1 << 20) if packed else open(path, "rb")


def is_packed(stream):
    """Whether opened() unpacks the file."""
    return isinstance(stream.raw, _Unpacked)


class _Unpacked(io.RawIOBase):
    """What a file of gzip has packed."""

    def __init__(self, path):
        self._path, self._stream = path, gzip.open(path, "rb")

    def readable(self):
        return True

    def readinto(self, buffer):
        try:
            return self._stream.readinto(buffer)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise ValueError("%s is a damaged file of gzip: %s" % (self._path, error)) from None

    def close(self):
        self._stream.close()
        super().close()


def new_file(text, overwrite):
    """path_of() a file, or a folder of files, to write, whose own folder is made.

    FileExistsError when it is there and may not be replaced; ValueError for a pipe or a device.
    """
    path = os.path.realpath(path_of(text))
    if os.path.exists(path):
        if not overwrite:
            raise FileExistsError("%s is there; setOverwriteSink(True) replaces it" % path)
        if os.path.isdir(path) and not _is_of_sink(path):
            raise FileExistsError(
                "%s is a folder with other files than those of a sink, 1, 2, ..., and is not replaced" % path
            )
        if not os.path.isdir(path) and not os.path.isfile(path):
            raise ValueError("%s is a device or a pipe, and no file to write" % path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def _is_of_sink(folder):
    """Whether a folder holds what a sink with numFiles has written, and nothing else."""
    with os.scandir(folder) as entries:
        return all(one.name.isdigit() and one.is_file(follow_symlinks=False) for one in entries)


@contextlib.contextmanager
def replacing(path):
    """Gives a path for what takes the place of new_file(); of what is not finished nothing is left."""
    part = os.path.join(os.path.dirname(path), ".%s.%d.part" % (os.path.basename(path), os.getpid()))
    try:
        yield part
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif os.path.isdir(part) and os.path.exists(path):
            os.remove(path)
        os.replace(part, path)
    finally:
        _remove(part)


def _remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path, ignore_errors=True)
    elif os.path.exists(path):
        os.remove(path)
