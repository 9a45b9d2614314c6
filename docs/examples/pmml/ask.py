"""Asks a service about two tumours, as one asks PAI-EAS' PMML processor: ask.py ADDRESS TOKEN."""

import json
import sys
import urllib.request

address, token = sys.argv[1:]
rows = [
    {"worst_radius": 25.4, "worst_texture": 17.3, "worst_smoothness": 0.16, "worst_concavity": 0.71},
    {"worst_radius": 12.3, "worst_texture": 22.5, "worst_smoothness": 0.11, "worst_concavity": 0.09},
]
request = urllib.request.Request(address, json.dumps(rows).encode(), {"Authorization": token})
with urllib.request.urlopen(request) as answer:
    for row in json.load(answer):
        print(row["prediction_result"], "%.2f" % row["p_malignant"])
