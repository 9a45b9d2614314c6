"""Models of other kinds as SavedModels, in a process of its own (convert.py)."""
