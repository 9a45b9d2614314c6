"""Components that learn: a module each, with fit(task) and predict(task) (learner_task.py has what a task is)."""

import os as _os

# Threads of OpenMP that wait for each other spin by default. Where another program has the CPU of one of
# them, that takes hundreds of times as long as the work between two waits. OpenMP reads this when a library
# loads it, which is after this module.
_os.environ.setdefault("OMP_WAIT_POLICY", "passive")
