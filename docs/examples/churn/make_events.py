"""Makes what users of a shop did on one day, as a CSV beside this file: data/events_<day>.csv.

usage: make_events.py DAY [ROWS]     DAY is yyyymmdd, ROWS is 50000 unless given

The same day gives the same bytes. Of a hundred rows about two came late, with a time of the day
before, and one is broken: a price that is not a number, a time that does not exist, or a field too few.
"""

import csv
import datetime
import os
import random
import sys

USERS = 2000
ROWS = 50000
KINDS = ["view"] * 70 + ["cart"] * 20 + ["buy"] * 10
# Who is about to leave only looks.
LAST_KINDS = ["view"] * 97 + ["cart"] * 3


def events(day, rows):
    """Lists of five texts; a broken row may have four."""
    chance = random.Random("churn %s" % day)
    # How much a user does stays the same from day to day.
    habits = random.Random("habits")
    weights = [habits.paretovariate(1.5) for _ in range(USERS)]
    # Some stop coming at noon, the less they do the likelier.
    leaves = [habits.random() < 0.5 / weight for weight in weights]
    start = datetime.datetime.strptime(day, "%Y%m%d")
    for number, user in enumerate(chance.choices(range(USERS), weights, k=rows)):
        seconds = chance.randrange(43200 if leaves[user] else 86400)
        moment = start + datetime.timedelta(seconds=seconds)
        kind = chance.choice(LAST_KINDS if leaves[user] else KINDS)
        price = "%.2f" % (chance.expovariate(1 / 40) if kind == "buy" else 0)
        what = chance.random()
        if what < 0.02:
            moment -= datetime.timedelta(days=1)
        row = ["%s%06d" % (day, number), str(user + 1), moment.strftime("%Y-%m-%d %H:%M:%S"), kind, price]
        if 0.02 <= what < 0.024:
            row[4] = "n/a"
        elif 0.024 <= what < 0.028:
            row[2] = "yesterday"
        elif 0.028 <= what < 0.03:
            row.pop()
        yield row


def main():
    day = sys.argv[1]
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else ROWS
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "events_%s.csv" % day)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["event_id", "user_id", "event_time", "kind", "price"])
        writer.writerows(events(day, rows))
    print("%s: %d rows" % (path, rows))


if __name__ == "__main__":
    main()
