"""The parameters of a statement with the types that learners need.

The statement's checks have filled in defaults and refused values outside of a range, so a learner only says what
it reads. Names match in any letter case. What is wrong all the same is a LearnerError that names the parameter.
"""

from paisql.learners.learner_task import LearnerError


class Settings:
    """See the head of this file."""

    def __init__(self, parameters):
        self._values = {name.lower(): value for name, value in parameters.items()}

    def has(self, name):
        """Whether the parameter was given or has a default."""
        return str(self._values.get(name.lower(), "")).strip() != ""

    def text(self, name, default=""):
        """The value without blanks around it."""
        return str(self._values[name.lower()]).strip() if self.has(name) else default

    def word(self, name, default=""):
        """The value in small letters."""
        return self.text(name, default).lower()

    def number(self, name, default=None):
        """A float; `default` for a parameter that was not given."""
        if not self.has(name):
            return default
        try:
            return float(self.text(name))
        except ValueError:
            raise LearnerError("%s=%s is not a number" % (name, self.text(name))) from None

    def integer(self, name, default=None):
        """An int; `default` for a parameter that was not given."""
        if not self.has(name):
            return default
        number = self.number(name)
        if not number.is_integer():
            raise LearnerError("%s=%s is not a whole number" % (name, self.text(name)))
        return int(number)

    def boolean(self, name, default=False):
        """Whether the value is true."""
        if not self.has(name):
            return default
        word = self.word(name)
        if word not in ("true", "false", "1", "0"):
            raise LearnerError("%s=%s is neither true nor false" % (name, self.text(name)))
        return word in ("true", "1")

    def columns(self, name, available):
        """The columns of `available` that the parameter lists, as `available` spells them; None if it was not given.

        A list is separated by commas; f0..f9 is all columns from f0 to f9 in the table's order.
        """
        if not self.has(name):
            return None
        positions = {column.lower(): index for index, column in enumerate(available)}
        found = []
        for item in filter(None, (part.strip() for part in self.text(name).split(","))):
            first, dots, last = item.partition("..")
            begin = _position(first.strip(), name, positions, available)
            end = _position(last.strip(), name, positions, available) if dots else begin
            if end < begin:
                raise LearnerError("%s names the range %s, but %s stands before %s" % (name, item, last, first))
            found += available[begin : end + 1]
        return list(dict.fromkeys(found))

    def column(self, name, available):
        """The one column that the parameter names; None if it was not given."""
        found = self.columns(name, available)
        if found and len(found) > 1:
            raise LearnerError("%s names %d columns, and it takes one" % (name, len(found)))
        return found[0] if found else None


def _position(column, name, positions, available):
    if column.lower() not in positions:
        raise LearnerError(
            "%s names the column %s, which the input does not have; it has %s" % (name, column, ", ".join(available))
        )
    return positions[column.lower()]
