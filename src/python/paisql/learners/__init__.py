"""Components that learn: a module each, with fit(task) and predict(task) (learner_task.py has what a task is)."""
