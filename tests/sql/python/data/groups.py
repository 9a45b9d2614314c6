from odps.udf import BaseUDAF, annotate


@annotate("double->double")
class Avg(BaseUDAF):
    def new_buffer(self):
        return [0.0, 0]

    def iterate(self, buffer, number):
        if number is not None:
            buffer[0] += number
            buffer[1] += 1

    def merge(self, buffer, other):
        buffer[0] += other[0]
        buffer[1] += other[1]

    def terminate(self, buffer):
        return buffer[0] / buffer[1] if buffer[1] else None


@annotate("*->bigint")
class Rows(BaseUDAF):
    """How many there are, of any arguments."""

    def new_buffer(self):
        return [0]

    def iterate(self, buffer, *values):
        buffer[0] += 1

    def merge(self, buffer, other):
        buffer[0] += other[0]

    def terminate(self, buffer):
        return buffer[0]


@annotate("string,string->array<string>")
class Words(BaseUDAF):
    """The different words of texts."""

    def new_buffer(self):
        return set()

    def iterate(self, buffer, text, mark):
        if text is not None:
            buffer.update(text.split(mark))

    def merge(self, buffer, other):
        buffer |= other

    def terminate(self, buffer):
        return sorted(buffer)


@annotate("bigint->string")
class Seen(BaseUDAF):
    """The numbers in the order in which they come."""

    def new_buffer(self):
        return []

    def iterate(self, buffer, number):
        buffer.append(number)

    def merge(self, buffer, other):
        buffer.extend(other)

    def terminate(self, buffer):
        return " ".join(map(str, buffer))


@annotate("map<string,bigint>,datetime,decimal(10,2)->struct<total:decimal(20,2),last:datetime,counts:map<string,bigint>>")
class Folded(BaseUDAF):
    """Values of types that have parts."""

    def new_buffer(self):
        return [0, "", {}]

    def iterate(self, buffer, counts, moment, price):
        buffer[0] += int((price or 0) * 100)
        buffer[1] = max(buffer[1], str(moment or ""))
        for key, count in (counts or {}).items():
            buffer[2][key] = buffer[2].get(key, 0) + count

    def merge(self, buffer, other):
        buffer[0] += other[0]
        buffer[1] = max(buffer[1], other[1])
        for key, count in other[2].items():
            buffer[2][key] = buffer[2].get(key, 0) + count

    def terminate(self, buffer):
        from datetime import datetime
        from decimal import Decimal

        last = datetime.strptime(buffer[1], "%Y-%m-%d %H:%M:%S") if buffer[1] else None
        return Decimal(buffer[0]) / 100, last, buffer[2]


class Broken(BaseUDAF):
    def new_buffer(self):
        return [0]

    def iterate(self, buffer, number):
        buffer[0] += number

    def merge(self, buffer, other):
        buffer[0] += other[0]

    def terminate(self, buffer):
        return buffer[0]


@annotate("bigint->bigint")
class FailsInIterate(Broken):
    def iterate(self, buffer, number):
        buffer[0] += 10 // number


@annotate("bigint->bigint")
class FailsInMerge(Broken):
    def merge(self, buffer, other):
        raise ValueError("no merge")


@annotate("bigint->bigint")
class FailsInTerminate(Broken):
    def terminate(self, buffer):
        return {}["gone"]


@annotate("bigint->bigint")
class GivesText(Broken):
    def terminate(self, buffer):
        return "text"


@annotate("bigint->bigint")
class KeepsObjects(Broken):
    def new_buffer(self):
        return [0, object()]


@annotate("bigint->bigint")
class KeepsMuch(Broken):
    def new_buffer(self):
        return [0, "x" * (3 << 20)]


@annotate("bigint->bigint")
class WithoutMerge(BaseUDAF):
    def new_buffer(self):
        return [0]

    def iterate(self, buffer, number):
        pass

    def terminate(self, buffer):
        return 1
