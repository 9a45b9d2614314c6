"""Processes of a job as the tasks of a barrier stage on Apache Spark (docs/internals/places.md, "Spark's barrier stage").

program       runs beside the job's supervisor, as its worker: begins the stages, gives orders, hands on what is told
stages        the stages of a job and what becomes of them
barrier_task  the function that Spark runs in each task
keeper        the process below a task that starts the job's process, again if it has to, and ends it
records       the files in the job's folder by which program and keepers talk
"""
