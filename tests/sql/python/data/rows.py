from odps.udf import BaseUDTF, annotate


@annotate("string,string->string,bigint")
class Words(BaseUDTF):
    """A row for each word of a text."""

    def process(self, text, mark):
        if text is None:
            return
        for place, word in enumerate(text.split(mark)):
            self.forward(word, place)


class Pairs(BaseUDTF):
    """Without annotate: texts."""

    def process(self, text):
        self.forward(text, text + text)


@annotate("bigint->bigint")
class Total(BaseUDTF):
    """One row in the end."""

    def __init__(self):
        BaseUDTF.__init__(self)
        self.total = 0

    def process(self, number):
        self.total += number

    def close(self):
        self.forward(self.total)


@annotate("bigint->bigint")
class Upto(BaseUDTF):
    """As many rows as the number says."""

    def process(self, number):
        for one in range(number):
            self.forward(one)


@annotate("string->array<string>,map<string,bigint>,struct<a:double,b:string>,datetime,decimal(10,2),binary,boolean")
class Kinds(BaseUDTF):
    """A value of each kind."""

    def process(self, text):
        import collections
        import datetime
        import decimal

        pair = collections.namedtuple("pair", "a b")(0.5, text)
        moment = datetime.datetime(2024, 2, 29, 8, 0, 1)
        self.forward([text, None], {text: 1}, pair, moment, decimal.Decimal("1.25"), b"\x00A", True)


@annotate("bigint->bigint")
class Inverse(BaseUDTF):
    def process(self, number):
        self.forward(12 // number)
