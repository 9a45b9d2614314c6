"""Names that TensorFlow 2.15, Keras or NumPy 1.26 have dropped or moved since TensorFlow 1.15.

Libraries of that time import them from tensorflow.python.*, which was never a promise but is what
they do. A name that moved is found at its old place when it is asked for (names.py); a module that
moved is found by a finder after all others (modules.py); what has to change beside that, an argument
or a method, stands in calls.py and the files that it names. Nothing is imported for it before it is used.
"""
