"""What each process of Alink's script components runs: a user's main(task_config)."""

from paisql.alink_run import task

task.run()
