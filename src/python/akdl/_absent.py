"""What the original package has and this one has not: its import says so."""

_ABSENT = {
    "akdl.entry": "the component itself calls a script's main(task_config) here",
    "akdl.models.tf.deepar": "DeepAR is trained by DeepARTrainBatchOp, which is not offered",
    "akdl.models.tf.easyrec": "it is a face of the package easy_rec, which is made for TensorFlow 1",
    "akdl.models.tf.easytransfer": "it is a face of the package easytransfer, which is made for TensorFlow 1",
    "akdl.models.tf.lstnet": "LSTNet is trained by LSTNetTrainBatchOp, which is not offered",
    "akdl.models.tf.tft": "the Temporal Fusion Transformer is made for TensorFlow 1",
}


class _Absent:
    """The last finder of modules: names those of akdl that no other finder has."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _ABSENT:
            return None
        raise ModuleNotFoundError(
            "%s is not part of the akdl of paisql: %s; a script that needs the module brings it along in "
            "userFiles under a name of its own" % (name, _ABSENT[name]),
            name=name,
        )


def watch(finders):
    """Adds the finder to sys.meta_path once."""
    if _Absent not in finders:
        finders.append(_Absent)
