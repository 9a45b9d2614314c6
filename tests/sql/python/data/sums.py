from odps.udf import annotate


@annotate("bigint,bigint->bigint")
class Plus(object):
    def evaluate(self, a, b):
        if a is None or b is None:
            return None
        return a + b


@annotate("*->string")
class Join(object):
    def evaluate(self, *values):
        return "-".join(str(value) for value in values)


class Bare(object):
    def evaluate(self, a):
        return a


@annotate("*->bigint")
class Calls(object):
    def __init__(self):
        self.calls = 0

    def evaluate(self, *values):
        self.calls += 1
        return self.calls


@annotate("->bigint")
class Three(object):
    def evaluate(self):
        return 3
