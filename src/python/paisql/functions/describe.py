"""Says what the class of a user's function says of itself: reads {"path", "class"} as JSON on its standard input and
answers {"form", "annotate", "batch"} or {"error"} as JSON. The module is parsed, and nothing of it runs."""

import ast
import json
import os
import sys
import tarfile
import zipfile

FORMS = {"BaseUDAF": "aggregate", "BaseUDTF": "table"}


def main():
    request = json.load(sys.stdin)
    try:
        answer = describe(request["path"], request["class"])
    except (LookupError, ValueError, OSError, tarfile.TarError, zipfile.BadZipFile) as problem:
        answer = {"error": str(problem)}
    except SyntaxError as problem:
        answer = {"error": f"{problem.filename}, line {problem.lineno}: {problem.msg}"}
    print(json.dumps(answer))


def describe(path, name):
    *modules, class_name = name.split(".")
    text, file_name = source_of(path, modules)
    tree = parse(text, file_name)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            return describe_class(node, tree)
        if isinstance(node, ast.FunctionDef) and node.name == class_name:
            return {"form": "scalar", "annotate": annotation(node, tree), "batch": True}
    raise LookupError(f"{file_name} has no class {class_name}")


def describe_class(node, tree):
    form = form_of(node, {one.name: one for one in tree.body if isinstance(one, ast.ClassDef)}, set())
    return {"form": form, "annotate": annotation(node, tree), "batch": False}


def form_of(node, classes, seen):
    """By the class's bases, those of classes of the same file, too."""
    for base in node.bases:
        name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
        if name in FORMS:
            return FORMS[name]
        if name in classes and name not in seen:
            form = form_of(classes[name], classes, seen | {name})
            if form != "scalar":
                return form
    return "scalar"


def annotation(node, tree):
    """The text of @annotate('…'), which may be a constant of the module; None without one."""
    constants = {
        target.id: one.value
        for one in tree.body
        if isinstance(one, ast.Assign)
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    for decorator in node.decorator_list:
        if not isinstance(decorator, ast.Call):
            continue
        called = decorator.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        given = decorator.args or [one.value for one in decorator.keywords]
        if name != "annotate" or not given:
            continue
        value = given[0]
        if isinstance(value, ast.Name):
            value = constants.get(value.id, value)
        text = ast.literal_eval(value)
        if not isinstance(text, str):
            raise ValueError(f"line {decorator.lineno}: annotate takes a text")
        return text
    return None


def parse(text, file_name):
    try:
        return ast.parse(text, file_name)
    except SyntaxError as problem:
        from paisql.python2 import copies, syntax, tree

        decoded, _ = copies.decoded(text)
        try:
            return ast.parse(syntax.convert(decoded or ""), file_name)
        except (SyntaxError, ImportError, tree.Unconvertible):
            raise problem from None


def source_of(path, modules):
    """The text of the module, and its file's name."""
    below = ["/".join(modules) + ".py", "/".join(modules) + "/__init__.py"]
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return member(archive.namelist(), lambda name: archive.read(name), below, path)
    if tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            return member(archive.getnames(), lambda name: archive.extractfile(name).read(), below, path)
    with open(path, "rb") as file:
        return file.read(), os.path.basename(path)


def member(names, read, below, path):
    for name in names:
        if any(name == one or name.endswith("/" + one) for one in below):
            return read(name), name
    raise LookupError(f"{os.path.basename(path)} has no {below[0]}")


if __name__ == "__main__":
    main()
