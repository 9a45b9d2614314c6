"""odps.options: every name may be set; those of _MEANINGS go with each statement.

sql.settings                     settings, as SET has them, of all statements after it
sql.use_odps2_extension          the types of edition 2.0
default_project                  not taken: the workflow's `project`
tunnel.…, verbose, lifecycle, …  mean nothing here: all rows come, at any setting
"""


class _Options:
    """A name that was not set takes further names, and is false."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = self.__dict__[name] = _Options()
        return made

    def __bool__(self):
        return bool(self.__dict__)


options = _Options()
options.verbose = True


def settings_of_statements():
    """{name: value} that go before each statement."""
    settings = {}
    extension = vars(options.sql).get("use_odps2_extension")
    if extension is not None:
        settings["odps.sql.type.system.odps2"] = extension
    settings.update(vars(options.sql).get("settings") or {})
    return settings


def allows_bytes_texts():
    """Whether a text such as b'u5' may be written into a table: SET paisql.bytes.text=write;"""
    settings = vars(options.sql).get("settings") or {}
    return settings.get("paisql.bytes.text") == "write"
