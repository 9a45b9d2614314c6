"""The warm process: Python that has imported TensorFlow before there is a job (docs/pai-environment.md, "Start-up").

server.py is its program. It imports TensorFlow with the face that a job will ask for, and what a job's
process would import besides (ahead.py), and waits. For each job it makes one process for each of the
job's (child.py) below one that becomes the job's supervisor by exec, so that the supervisor is their
parent. The next job's supervisor and its first process are forked ahead, and wait for the request
themselves: a fork of so large a process takes longer than most of what follows. Each process then
runs the script as a Python that has just been started would, or becomes one by exec when that could
make a difference (rules.py, script_rules.py, statement_rules.py).

A session's messages and descriptors come over Unix sockets (messages.py).
"""
