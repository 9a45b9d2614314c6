"""The argument of a script's main: one class for each kind of script component."""


class BaseConfig:
    """The attributes of all tasks.

    tf_context   its flink_stream_dataset() is a TFRecordDataset that can be gone through once
    num_workers  workers, the chief among them
    cluster      as in TF_CONFIG, {"chief": [address], "worker": [...], "ps": [...]}
    task_type    "chief", "worker" or "ps"
    task_index   as in TF_CONFIG
    work_dir     a folder of this process, with the user's files
    user_params  the component's userParams, a dict of texts
    """

    def __init__(self, tf_context, num_workers, cluster, task_type, task_index, work_dir, user_params, **kwargs):
        self.tf_context = tf_context
        self.num_workers = num_workers
        self.cluster = cluster
        self.task_type = task_type
        self.task_index = task_index
        self.work_dir = work_dir
        self.user_params = user_params


class TrainTaskConfig(BaseConfig):
    """Of TFTableModelTrainBatchOp: the script exports a SavedModel below saved_model_dir."""

    def __init__(self, dataset_file, dataset_length, saved_model_dir, latest_ckpt_dir=None, **kwargs):
        super().__init__(**kwargs)
        self.dataset_file = dataset_file
        self.dataset_length = dataset_length
        self.saved_model_dir = saved_model_dir
        self.latest_ckpt_dir = latest_ckpt_dir


class BatchTaskConfig(BaseConfig):
    """Of TensorFlowBatchOp: rows in dataset_file, a file of TFRecords; rows out by output_writer."""

    def __init__(self, dataset_file, dataset_length, output_writer, **kwargs):
        super().__init__(**kwargs)
        self.dataset_file = dataset_file
        self.dataset_length = dataset_length
        self.output_writer = output_writer


class StreamTaskConfig(BaseConfig):
    """Of TensorFlowStreamOp: dataset_fn() is a dataset that can be gone through once."""

    def __init__(self, dataset_fn, output_writer, **kwargs):
        super().__init__(**kwargs)
        self.dataset_fn = dataset_fn
        self.output_writer = output_writer
