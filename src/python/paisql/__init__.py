"""What runs inside the process of a user's training script.

The script itself knows nothing of this package: sitecustomize.py installs an import hook
(paisql.start.hook), and `import tensorflow` then gives the API that the algorithm's name promises, with
the platform's table functions in it.

The job's directory (environment variable PAISQL_JOB; docs/internals/formats.md, "Job directory") says what
may be read and written. Nothing here touches the catalog: rows written are staged files, which the
job's supervisor commits when the script has succeeded.

Environment:
    PAISQL_JOB         the job's directory
    PAISQL_FACE        "tensorflow1" (default), "tensorflow2" or "learner"
    PAISQL_OSS_ROOT    the folder that holds the buckets of oss://
    PAISQL_OSS_PLUGIN  TensorFlow file system plugin for oss://; empty when there is none
    PAISQL_OSS_ACCESS  what the job may do with buckets, read by the plugin; not set in a home
                       without roles
    PAISQL_CONFINE     folders of a confined job (paisql.start.confine); not set for others
    PAISQL_TABLE_SOURCE  libpaisql_tensors.so, where it does not stand beside this package's folder;
                       libpaisql_input_wait.so and libpaisql_examples.so stand beside it
    PAISQL_ALINK       the task of a script component of Alink (paisql.alink_task); not set for others
    PAISQL_PROGRESS_FD where to report progress (paisql.monitoring.progress); not set without a listener
    PAISQL_TIME_ZONE   zone in which DATETIME becomes text (default Asia/Shanghai)
"""
