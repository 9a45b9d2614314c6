"""What a script sees as `tensorflow`: face_v1.py is the 1.x face, face_v2.py that of 2.x.

They put the other modules here on: flags, the cluster of TF_CONFIG, names that only the platform has.
"""
