from odps.distcache import get_cache_table
from odps.udf import annotate


@annotate("string->string")
class Rows(object):
    def __init__(self):
        self.known = {}

    def evaluate(self, name):
        if name not in self.known:
            rows = [tuple(str(v) if hasattr(v, "year") else v for v in row) for row in get_cache_table(name)]
            self.known[name] = repr(sorted(rows, key=repr))
        return self.known[name]


@annotate("string->string")
class Kinds(object):
    def evaluate(self, name):
        [row] = get_cache_table(name)
        at, ntz, number, day, times, numbers, record, data, real = row
        told = [at, ntz, number, day, list(map(str, times)), numbers, "%s %s" % (record.x, record.y), data, real]
        return "|".join(map(str, told))


@annotate("timestamp,timestamp_ntz->string")
class Words(object):
    def evaluate(self, *moments):
        return " ".join(map(str, moments))
