import math

from odps.udf import BaseUDAF, annotate


@annotate("double->double")
class GeometricMean(BaseUDAF):
    def new_buffer(self):
        return [0.0, 0]  # the sum of logarithms, the number of values

    def iterate(self, buffer, value):
        if value is not None:
            buffer[0] += math.log(value)
            buffer[1] += 1

    def merge(self, buffer, other):
        buffer[0] += other[0]
        buffer[1] += other[1]

    def terminate(self, buffer):
        return math.exp(buffer[0] / buffer[1]) if buffer[1] else None
