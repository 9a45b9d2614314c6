"""What nodes of workflows run in Python: the conditions of branches, and a face of PyODPS.

The names and their behaviour are those of PyODPS (its documentation, "platform-d2") as far as they
run here (docs/flows.md); scripts of the platform find `o`, `odps` and `args` as they do there.
"""
