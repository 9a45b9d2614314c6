"""Three functions for the iris data: a value for a row, rows for a row, and a value for many rows."""

import math

from odps.udf import BaseUDAF, BaseUDTF, annotate


@annotate("double,double->double")
class PetalArea(object):
    """UDF: the area of a petal, taken for an ellipse."""

    def evaluate(self, length, width):
        if length is None or width is None:
            return None
        return math.pi * length * width / 4


@annotate("double,double,double,double->string,double")
class Measures(BaseUDTF):
    """UDTF: the four columns of a flower as four rows."""

    NAMES = ("sepal length", "sepal width", "petal length", "petal width")

    def process(self, *values):
        for name, value in zip(self.NAMES, values):
            if value is not None:
                self.forward(name, value)


@annotate("double->struct<n:bigint,mean:double,deviation:double>")
class Spread(BaseUDAF):
    """UDAF: how many values there are, their mean and their deviation.

    A buffer is [count, mean, sum of squared distances]. Buffers of parts of a group are merged (Chan et al., 1979).
    """

    def new_buffer(self):
        return [0, 0.0, 0.0]

    def iterate(self, buffer, value):
        if value is not None:
            self.merge(buffer, [1, value, 0.0])

    def merge(self, buffer, other):
        if other[0] == 0:
            return
        count = buffer[0] + other[0]
        distance = other[1] - buffer[1]
        buffer[2] += other[2] + distance * distance * buffer[0] * other[0] / count
        buffer[1] += distance * other[0] / count
        buffer[0] = count

    def terminate(self, buffer):
        count, mean, squares = buffer
        if count == 0:
            return None
        return count, mean, math.sqrt(squares / (count - 1)) if count > 1 else None
