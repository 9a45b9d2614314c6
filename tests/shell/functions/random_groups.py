"""A module of aggregate functions whose answers do not depend on the order of rows; the test calls the same classes by
hand, group by group."""

import random

from odps.udf import BaseUDAF, BaseUDTF, annotate

_WORDS = ("a", "b", "aa", "ä", "数据", "", "long" * 30)


def row(number, groups):
    """(group, number or None, word or None) of a row."""
    chance = random.Random(number)
    return (
        int(groups * chance.random() ** 2),
        None if chance.random() < 0.1 else chance.randint(-1000, 1000),
        None if chance.random() < 0.1 else chance.choice(_WORDS),
    )


@annotate("bigint,bigint->bigint,bigint,bigint,string")
class Rows(BaseUDTF):
    """So many rows of so many groups, with their numbers."""

    def process(self, count, groups):
        for number in range(count):
            self.forward(number, *row(number, groups))


@annotate("bigint,string->string")
class Folded(BaseUDAF):
    """Rows, NULLs, the sum, the least and the largest number, and how often each word is there."""

    def new_buffer(self):
        return {"rows": 0, "nulls": 0, "sum": 0, "least": None, "most": None, "words": {}}

    def iterate(self, buffer, number, word):
        buffer["rows"] += 1
        buffer["words"][word] = buffer["words"].get(word, 0) + 1
        if number is None:
            buffer["nulls"] += 1
        else:
            self._take(buffer, number, number, number)

    @staticmethod
    def _take(buffer, total, least, most):
        buffer["sum"] += total
        buffer["least"] = least if buffer["least"] is None else min(buffer["least"], least)
        buffer["most"] = most if buffer["most"] is None else max(buffer["most"], most)

    def merge(self, buffer, other):
        buffer["rows"] += other["rows"]
        buffer["nulls"] += other["nulls"]
        for word, count in other["words"].items():
            buffer["words"][word] = buffer["words"].get(word, 0) + count
        if other["least"] is not None:
            self._take(buffer, other["sum"], other["least"], other["most"])

    def terminate(self, buffer):
        words = sorted(((word or "-") + str(word is None), count) for word, count in buffer["words"].items())
        return "|".join(str(buffer[name]) for name in ("rows", "nulls", "sum", "least", "most")) + "|" + str(words)


def by_hand(rows):
    """{group: what terminate says} of rows (group, number, word)."""
    folded, buffers = Folded(), {}
    for group, number, word in rows:
        if group not in buffers:
            buffers[group] = folded.new_buffer()
        folded.iterate(buffers[group], number, word)
    return {group: folded.terminate(buffer) for group, buffer in buffers.items()}
