import sys

for line in sys.stdin:
    left, right = line.rstrip("\n").split("\t")
    print("\\N" if "\\N" in (left, right) else int(left) + int(right))
