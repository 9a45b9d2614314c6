"""Where the files of an operator's filePath lie."""

import os

from paisql.alink import environment

_SETTING = "paisql.alink.url."
_WEB = ("https://", "http://")


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
    """The path on this machine that a filePath means; ValueError for places that are none."""
    text = str(text)
    if text.lower().startswith(_WEB):
        return _from_web(text)
    if text.lower().startswith("file://"):
        text = text[len("file://") :]
    elif "://" in text:
        raise ValueError(
            "'%s': files are read from this machine; oss:// and hdfs:// are not offered, download "
            "the file first" % text
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


def new_file(text, overwrite):
    """path_of() a file to write; FileExistsError when it is there and may not be replaced."""
    path = path_of(text)
    if os.path.isdir(path) or os.path.exists(path) and not overwrite:
        raise FileExistsError(
            "%s is there; setOverwriteSink(True) replaces a file, and never a folder" % path
        )
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    return path
