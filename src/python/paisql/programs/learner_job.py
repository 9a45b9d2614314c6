"""The process of a component that learns: calls fit or predict of its module (paisql/learners/learner_task.py)."""

from paisql.learners import learner_task

learner_task.run()
