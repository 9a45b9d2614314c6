from odps.udf import annotate


@annotate("bigint,bigint->double")
class Ratio(object):
    def evaluate(self, part, whole):
        return float(part) / whole
