"""Asks a service for the price of a flat: ask.py ADDRESS TOKEN AREA."""

import json
import sys
import urllib.request

address, token, area = sys.argv[1:]
request = urllib.request.Request(
    address, json.dumps({"area": [[float(area)]]}).encode(), {"Authorization": token}
)
with urllib.request.urlopen(request) as answer:
    print("%.1f" % json.load(answer)["price"][0][0])
