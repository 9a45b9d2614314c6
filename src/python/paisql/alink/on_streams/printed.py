"""The rows of an endless stream on standard output, as PyAlink shows them at a console."""

import json


class Rows:
    """Takes what the job of a stream prints; of that shows the rows, each as a list of its values.

    names    of the columns, None where they are not known before the first row
    title    what PyAlink calls key
    most     how many rows are shown, None for all; later ones come, and are not shown
    pass_on  what gets the other lines, those of the script
    """

    def __init__(self, names, title, most, pass_on):
        self._names, self._title, self._most, self._pass_on = names, title, most, pass_on
        self._shown, self._begun = 0, False

    def begin(self):
        """Shows the title and the columns."""
        if self._title:
            print("DataStream %s:" % self._title)
        if self._names is not None:
            print(list(self._names), flush=True)
        self._begun = True

    def __call__(self, text):
        if not self._begun:
            self.begin()
        for line in text.splitlines(keepends=True):
            row = self._row(line)
            if row is None:
                self._pass_on(line)
            elif self._most is None or self._shown < self._most:
                self._shown += 1
                print(list(row.values()), flush=True)

    def _row(self, line):
        """The row of a line; None for what a script prints."""
        try:
            row = json.loads(line) if line.startswith("{") else None
        except ValueError:
            return None
        if not isinstance(row, dict):
            return None
        if self._names is None:
            self._names = list(row)
            print(self._names)
        return row if [name.lower() for name in row] == [name.lower() for name in self._names] else None
