"""What is wrong with the day's file, beside it: data/profile_<day>.txt. Its code is run by the workflow."""

import csv
import os
import sys

day = sys.argv[1]
counts = {"rows": 0, "short": 0, "late": 0}
date = "%s-%s-%s" % (day[:4], day[4:6], day[6:])
with open(os.path.join("data", "events_%s.csv" % day), newline="") as file:
    rows = csv.reader(file)
    next(rows)
    for row in rows:
        counts["rows"] += 1
        counts["short"] += len(row) < 5
        counts["late"] += len(row) == 5 and row[2][:4].isdigit() and not row[2].startswith(date)
with open(os.path.join("data", "profile_%s.txt" % day), "w") as file:
    for name, count in counts.items():
        file.write("%s %d\n" % (name, count))
print(", ".join("%d %s" % (count, name) for name, count in counts.items()))
