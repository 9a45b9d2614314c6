"""Copies of models outside of the catalog: the components modeltransfer and generalmodeltransfer2oss.

modeltransfer writes <model>.pmml into a partition of a volume. generalmodeltransfer2oss writes below a folder of a
bucket: with format=pmml the file <model>.xml, and with format=original the folder <model>/ with the files of the model.
"""

import os
import shutil

from paisql.learners import model_folder, pmml
from paisql.learners.learner_task import LearnerError
from paisql.learners.settings import Settings


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    name = settings.text("modelName").replace("/offlinemodels/", ".").rpartition(".")[2]
    source = task.models["modelName"]
    if "volumeName" in task.folders:
        _replace(os.path.join(task.folders["volumeName"], name + ".pmml"), _pmml_of(source, name))
        return
    target = os.path.join(task.folders["ossPath"], settings.text("rename") or name)
    if settings.word("format") == "pmml":
        target += ".xml"
    if os.path.exists(target) and not settings.boolean("overwrite"):
        raise LearnerError("%s exists already: overwrite=true replaces it" % os.path.basename(target))
    if settings.word("format") == "pmml":
        _replace(target, _pmml_of(source, name))
    else:
        _copy(source, target)


def _pmml_of(folder, name):
    """The PMML of a model's folder as bytes."""
    kept = os.path.join(folder, pmml.FILE)
    if os.path.exists(kept):
        with open(kept, "rb") as stream:
            return stream.read()
    if not os.path.exists(os.path.join(folder, model_folder.FILE)):
        raise LearnerError("model %s has no PMML: no component of this program has trained it" % name)
    try:
        return pmml.text_of(folder).encode()
    except pmml.NoPmml as why:
        raise LearnerError("model %s has no PMML: %s" % (name, why)) from None


def _replace(path, content):
    """Writes a file that appears when it is whole."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    unfinished = path + ".part"
    with open(unfinished, "wb") as stream:
        stream.write(content)
    os.replace(unfinished, path)


def _copy(source, target):
    unfinished = target + ".part"
    shutil.rmtree(unfinished, ignore_errors=True)
    shutil.copytree(source, unfinished)
    for folder, _, files in os.walk(unfinished):
        os.chmod(folder, 0o755)
        for file in files:
            os.chmod(os.path.join(folder, file), 0o644)
    if os.path.isdir(target):
        shutil.rmtree(target)
    os.replace(unfinished, target)
