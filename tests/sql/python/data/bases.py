from odps.udf import BaseUDTF, annotate

TYPES = "string->string"


class Splitting(BaseUDTF):
    """What other files inherit from."""

    mark = ","

    def process(self, text):
        for piece in (text or "").split(self.mark):
            self.forward(piece)


@annotate("bigint->bigint")
class Twice(object):
    def evaluate(self, number):
        return number * 2
