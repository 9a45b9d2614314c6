import sys

from odps.udf import annotate


@annotate("double,double,double,double->double")
class Distance(object):
    def __init__(self):
        sys.path.insert(0, "work/geometry.zip")

    def evaluate(self, x1, y1, x2, y2):
        from geometry import length

        return length(x2 - x1, y2 - y1)
