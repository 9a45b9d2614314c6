from bases import *
from bases import Twice

Doubled = Twice


@annotate(TYPES)
class Lines(Splitting):
    mark = ";"


def made(prototype):
    class Made(object):
        def evaluate(self, number):
            return number + 1

    return annotate(prototype)(Made)


Next = made("bigint->bigint")
