"""Numbers that functions count up: odps.udf.get_execution_context().get_counters()."""

import json

__all__ = ["Counter", "CounterGroup", "Counters"]


class Counter:
    def __init__(self, name, value=0):
        self.name, self.value = name, value

    def get_name(self):
        return self.name

    def get_value(self):
        return self.value

    def set_value(self, value):
        self.value = value

    def increment(self, incr=1):
        self.value += incr


class CounterGroup:
    def __init__(self, name):
        self.name, self.counters = name, {}

    def get_name(self):
        return self.name

    def add_counter(self, counter):
        self.counters[counter.get_name()] = counter

    def get_counter(self, counter_name):
        return self.counters.setdefault(counter_name, Counter(counter_name))

    def size(self):
        return len(self.counters)


class Counters:
    def __init__(self):
        self.groups = {}

    def get_group(self, group_name):
        return self.groups.setdefault(group_name, CounterGroup(group_name))

    def get_counter(self, group_name, counter_name):
        return self.get_group(group_name).get_counter(counter_name)

    def size(self):
        return len(self.groups)

    def to_json_string(self, **json_options):
        found = {
            key: {
                "name": group.name,
                "counters": [{"name": one.name, "value": one.value} for one in group.counters.values()],
            }
            for key, group in self.groups.items()
        }
        return json.dumps(found, **json_options)
