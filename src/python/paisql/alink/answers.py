"""What a statement answers: the events that paisql writes of it, a JSON object each, become rows, notes or an error."""

from paisql.alink.global_configuration import AlinkGlobalConfiguration

# What a statement reports of its course.
_OF_COURSE = ("OK", "ID = ")
# How lines begin that a job prints, and that are about the rows: they are shown as notes are.
_OF_JOBS = ("evenSplit: ", "badRows: ", "pythonEnv ")


class AlinkError(Exception):
    """A statement failed: `code` is the platform's, `hint` says what would be right, "" for none."""

    def __init__(self, code, message, hint=""):
        super().__init__("%s: %s%s" % (code, message, " (%s)" % hint if hint else ""))
        self.code, self.message, self.hint = code, message, hint
        self.notes = []  # lines that the statement told before


class Answer:
    """What the events of a statement say.

    told  called with what its job prints
    tell  called with each note that the program should see
    """

    def __init__(self, told, tell):
        self._told, self._tell, self._begun = told, tell, ""
        self._columns, self._rows, self._notes, self._error = [], [], [], None

    def take(self, event):
        take = self._KINDS.get(event["event"])
        if take is not None:
            take(self, event)

    def result(self):
        """(columns, rows) with [(name, type)]; the statement's first error, with its notes."""
        if self._error is not None:
            self._error.notes = self._notes
            raise self._error
        columns = [(column["name"], column["type"]) for column in self._columns]
        return columns, _typed(self._rows, columns)

    def _take_rows(self, event):
        self._columns = self._columns or event.get("columns", [])
        self._rows.extend(event["rows"])

    def _take_output(self, event):
        self._told(event["text"])
        *lines, self._begun = (self._begun + event["text"]).split("\n")
        for line in lines:
            if line.startswith(_OF_JOBS) and not AlinkGlobalConfiguration.isPrintProcessInfo():
                self._tell(line)

    def _take_note(self, event):
        self._notes.append(event["text"])
        if not event["text"].startswith(_OF_COURSE):
            self._tell(event["text"])

    def _take_warning(self, event):
        self._tell("WARNING: " + event["message"])

    def _take_error(self, event):
        if self._error is None:
            self._error = AlinkError(event["code"], event["message"], event.get("hint", ""))

    _KINDS = {
        "rows": _take_rows,
        "output": _take_output,
        "message": _take_note,
        "warning": _take_warning,
        "error": _take_error,
    }


def _typed(rows, columns):
    """FLOAT and DOUBLE as floats: what JSON has no number for comes as a text."""
    floats = [i for i, (_, kind) in enumerate(columns) if kind in ("FLOAT", "DOUBLE")]
    for row in rows if floats else ():
        for i in floats:
            if row[i] is not None:
                row[i] = float(row[i])
    return rows
