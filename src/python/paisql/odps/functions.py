"""Functions of the project: classes in Python that SQL calls."""

from paisql.odps.absent import Named
from paisql.odps.errors import NoSuchObject
from paisql.odps.facts import moment
from paisql.odps.resources import Resource
from paisql.odps.statements import quoted_name, quoted_text


class Function(Named):
    """A function. What is known of it is asked for when somebody reads it."""

    _face = "Function"
    is_sql_function = False

    def __init__(self, odps, name, project=None, row=None):
        self._odps = odps
        self._row = row
        self._changed = {}
        self.name = name
        self.project_name = project or odps.project

    def reload(self):
        """Asks again."""
        found = [one for one in self._odps.list_functions(self.project_name) if one.name.lower() == self.name.lower()]
        if not found:
            raise NoSuchObject(f"Function {self.name} not found in project {self.project_name}")
        self._row = found[0]._row
        self._changed = {}

    def _cell(self, column):
        if self._row is None:
            self.reload()
        return self._row[column] or ""

    owner = property(lambda self: self._cell(1))
    creation_time = property(lambda self: moment(self._cell(2)))

    @property
    def class_type(self):
        """The class: "module.Class"."""
        return self._changed.get("class_type") or self._cell(3)

    @class_type.setter
    def class_type(self, value):
        self._changed["class_type"] = value

    @property
    def resources(self):
        """Its resources, each a Resource."""
        if "resources" in self._changed:
            return self._changed["resources"]
        return [Resource(self._odps, name, project=self.project_name) for name in self._cell(4).split(",") if name]

    @resources.setter
    def resources(self, value):
        self._changed["resources"] = value

    def update(self):
        """Makes it anew as it has been changed here."""
        self._odps._make_function(self.name, self.class_type, self.resources, self.project_name, " -f")
        self.reload()

    def drop(self):
        self._odps.delete_function(self.name, self.project_name)

    def __repr__(self):
        return f"<Function {self.project_name}.{self.name}>"


class Functions:
    """The part of `o` that is about functions."""

    def list_functions(self, project=None, prefix=None, **_):
        """Function of each, by their names."""
        for row in self._run("LIST FUNCTIONS;", project).rows:
            if not prefix or row[0].startswith(prefix):
                yield Function(self, row[0], project, row)

    def exist_function(self, name, project=None, **_):
        return any(one.name.lower() == name.lower() for one in self.list_functions(project))

    def get_function(self, name, project=None, **_):
        return Function(self, name, project)

    def create_function(self, name, project=None, class_type=None, resources=None, **_):
        """Makes a function of a class in resources, which are names or Resources."""
        self._make_function(name, class_type, resources, project, "")
        return Function(self, name, project)

    def delete_function(self, name, project=None, **_):
        self._run(f"DROP FUNCTION {quoted_name(name)};", project)

    def _make_function(self, name, class_type, resources, project, flag):
        if not class_type or not resources:
            raise ValueError("a function has a class_type such as 'module.Class', and resources, in which it is")
        names = [one.name if isinstance(one, Resource) else str(one) for one in resources]
        used = quoted_text(",".join(names))
        made = f"CREATE FUNCTION {quoted_name(name)} AS {quoted_text(class_type)} USING {used}{flag};"
        self._run(made, project)
