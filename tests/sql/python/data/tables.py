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
