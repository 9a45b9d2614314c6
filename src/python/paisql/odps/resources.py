"""Resources of the project: files that scripts and jobs use."""

import io
import os
import tempfile

from paisql.odps.absent import Named
from paisql.odps.statements import quoted_text

_TYPES = {"file": "FILE", "py": "PY", "archive": "ARCHIVE", "jar": "JAR"}


class Resource(Named):
    """A file of the project. `type` is "file", "py" or "archive"."""

    _face = "Resource"

    def __init__(self, odps, name, type=None, project=None):
        self._odps = odps
        self.name = name
        self.type = type
        self.project_name = project or odps.project

    def open(self, mode="r", encoding="utf-8", **_):
        """Its content, as a file to read: text, or bytes with mode "rb"."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "content")
            self._odps._run(f"GET RESOURCE {quoted_text(self.name)} {quoted_text(path)};", self.project_name)
            with open(path, "rb") as file:
                content = file.read()
        return io.BytesIO(content) if "b" in mode else io.StringIO(content.decode(encoding))

    def update(self, file_obj=None, **_):
        """Another content, of a text, bytes or a file to read."""
        self._odps.create_resource(self.name, self.type, file_obj=file_obj, project=self.project_name)

    def reload(self):
        pass

    def drop(self):
        self._odps.delete_resource(self.name, self.project_name)

    def __repr__(self):
        return f"<Resource {self.project_name}.{self.name}>"


class Resources:
    """The part of `o` that is about resources."""

    def list_resources(self, project=None, prefix=None, **_):
        """Resource of each, by their names."""
        for row in self._run("LIST RESOURCES;", project).rows:
            name = row[0].rpartition("/")[2]
            if not prefix or name.startswith(prefix):
                yield Resource(self, name, str(row[1]).lower(), project)

    def exist_resource(self, name, project=None, **_):
        return any(one.name == name for one in self.list_resources(project))

    def get_resource(self, name, project=None, **_):
        for one in self.list_resources(project):
            if one.name == name:
                return one
        return Resource(self, name, project=project)

    def open_resource(self, name, project=None, mode="r+", encoding="utf-8", **_):
        return self.get_resource(name, project).open(mode, encoding)

    def create_resource(self, name, type=None, file_obj=None, fileobj=None, project=None, **_):
        """Makes a resource, or another content of it, of a text, bytes or a file to read."""
        content = file_obj if file_obj is not None else fileobj
        if hasattr(content, "read"):
            content = content.read()
        kind = _TYPES.get(str(type or "file").lower())
        if kind is None or content is None:
            raise ValueError("a resource has a type (file, py, archive) and file_obj, its content")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, os.path.basename(name))
            with open(path, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
            self._run(f"ADD {kind} {quoted_text(path)} AS {quoted_text(name)} -f;", project)
        return Resource(self, name, str(type or "file").lower(), project)

    def delete_resource(self, name, project=None, **_):
        self._run(f"DROP RESOURCE {quoted_text(name)};", project)
