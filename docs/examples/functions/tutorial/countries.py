from odps.distcache import get_cache_file
from odps.udf import annotate


@annotate("string->string")
class Country(object):
    def __init__(self):
        self.names = {}
        with get_cache_file("prefixes.txt") as lines:
            for line in lines:
                prefix, name = line.split()
                self.names[prefix] = name

    def evaluate(self, phone):
        return self.names.get(phone.split("-")[0], "unknown")
