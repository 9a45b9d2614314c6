"""Keras files, .keras and .h5, as SavedModels.

A Keras file names the classes of its layers, and what it says is done: Lambda layers hold Python's
byte code, and an object may be of any module. So the file is read as data first (keras_check.py), and one
that would run more than Keras' own layers is refused.
"""

import io
import json
import os
import re
import zipfile

from paisql.models.keras_check import EXPORT, check, missing
from paisql.models.refusal import Refusal, first_line

_WEIGHTS = "model.weights.h5"
_PICKLES = "model.weights.npz"
_HDF5 = b"\x89HDF\r\n\x1a\n"
# A file of zeros may be packed a thousand times; weights are hardly packed at all.
_MOST_UNPACKED = 64 << 20
_MOST_RATIO = 100


def convert(request):
    """Writes request["target"]; gives the path of the file. Raises Refusal."""
    path, name = request["source"], request["name"]
    with open(path, "rb") as stream:
        begin = stream.read(len(_HDF5))
    is_hdf5 = begin == _HDF5
    if not is_hdf5 and not zipfile.is_zipfile(path):
        raise Refusal("%s is not a Keras file, damaged or cut off" % name, "save the model again")
    config, version = (_hdf5_config if is_hdf5 else _zip_config)(path, name)
    check(config, name)
    # Keras goes by the name's ending, which may be another than what is in the file.
    known = os.path.join(request["work"], "model.h5" if is_hdf5 else "model.keras")
    os.symlink(os.path.abspath(path), known)
    _export(_load(known, name, version), name, request["target"])
    return path


def _zip_config(path, name):
    """What the archive's config.json says, and which Keras wrote it."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = {member.filename: member for member in archive.infolist()}
            unpacked = sum(member.file_size for member in members.values())
            if unpacked > max(_MOST_UNPACKED, _MOST_RATIO * os.path.getsize(path)):
                raise Refusal(
                    "%s would unpack to %d bytes, more than %d times its size" % (name, unpacked, _MOST_RATIO),
                    "save the model again",
                )
            for member in members:
                if member.startswith("/") or ".." in member.split("/"):
                    raise Refusal("%s has a member outside of itself: %s" % (name, member), "")
            if "config.json" not in members:
                raise Refusal("%s has no config.json: it is not a Keras file" % name, EXPORT)
            metadata = json.loads(archive.read("metadata.json")) if "metadata.json" in members else {}
            _check_weights(archive, members, name)
            config = json.loads(archive.read("config.json"))
            # Keras forgets it, as nothing is trained here; it may name a loss of the script's.
            if isinstance(config, dict):
                config.pop("compile_config", None)
            return config, str(metadata.get("keras_version", ""))
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError) as error:
        raise Refusal("%s is damaged or cut off: %s" % (name, first_line(error)), "save the model again") from error


def _check_weights(archive, members, name):
    import h5py

    if _PICKLES in members:
        raise Refusal("%s has pickles (%s), which would run code; it is not read" % (name, _PICKLES), EXPORT)
    if _WEIGHTS in members:
        data = archive.read(_WEIGHTS)
        with h5py.File(io.BytesIO(data), "r") as file:
            _check_unpacked(h5py, file, name, len(data))


def _hdf5_config(path, name):
    import h5py

    try:
        with h5py.File(path, "r") as file:
            config = file.attrs.get("model_config")
            version = file.attrs.get("keras_version", "")
            _check_unpacked(h5py, file, name, os.path.getsize(path))
    except (OSError, RuntimeError, KeyError) as error:
        raise Refusal("%s is damaged or cut off: %s" % (name, first_line(error)), "save the model again") from error
    if config is None:
        raise Refusal(
            "%s holds weights only, and no model" % name,
            "save the whole model: model.save(…), not model.save_weights(…)",
        )
    text = config.decode() if isinstance(config, bytes) else str(config)
    try:
        return json.loads(text), version.decode() if isinstance(version, bytes) else str(version)
    except ValueError as error:
        raise Refusal("%s is damaged: its model_config is not JSON" % name, "save the model again") from error


def _check_unpacked(h5py, file, name, size):
    total = 0

    def add(_, thing):
        nonlocal total
        if isinstance(thing, h5py.Dataset):
            total += thing.nbytes
            outside = bool(thing.external) or thing.is_virtual
        else:
            outside = any(isinstance(thing.get(key, getlink=True), h5py.ExternalLink) for key in thing)
        # The model would hold what any file of this machine says.
        if outside:
            raise Refusal("%s has weights that lie in another file" % name, "save the model again")

    add("", file)
    file.visititems(add)
    if total > max(_MOST_UNPACKED, _MOST_RATIO * size):
        raise Refusal(
            "%s would unpack to %d bytes, more than %d times its size" % (name, total, _MOST_RATIO),
            "save the model again",
        )


def _load(path, name, version):
    import keras

    try:
        if path.endswith(".h5"):
            return keras.models.load_model(path, compile=False)
        return keras.models.load_model(path, compile=False, safe_mode=True)
    except Exception as error:
        said = str(error)
        custom = re.search(r"Unknown [\w ]+: '?([\w>.]+)'?", said) or re.search(
            r"Could not locate (?:class|function) '([^']+)'", said
        )
        if version.split(".")[0] not in ("", "1", "2"):
            raise Refusal(
                "%s was saved by Keras %s, here is %s, which cannot read it: %s"
                % (name, version, keras.__version__, first_line(error)),
                EXPORT,
            ) from error
        if custom:
            raise missing(name, custom[1]) from error
        raise Refusal(
            "%s cannot be read by Keras %s: %s" % (name, keras.__version__, first_line(error)),
            "save the model again; " + EXPORT,
        ) from error


def _export(model, name, target):
    if not model.built or not getattr(model, "inputs", None):
        raise Refusal(
            "%s does not say what its inputs look like" % name,
            "give the first layer an input_shape, or call model.build(…), and save it again",
        )
    model.save(target, save_format="tf", include_optimizer=False)
