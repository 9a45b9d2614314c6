"""What a job reports of itself: steps and loss, rows and bytes, and what its steps wait for.

progress.py is the pipe to the supervisor; hooks on sessions, Keras and optimizers feed it. step_time.py adds up the waiting,
and input_hints.py says when a slow way of input is worth a line.
"""
