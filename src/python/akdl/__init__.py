"""Alink's support for scripts (akdl), by its public contract, on this installation's TensorFlow.

akdl.runner is what a script component hands to main(task_config); akdl.engine and akdl.models help to
write one. A script may use none of it. Importing akdl.runner.config leaves TensorFlow as it is;
akdl.engine.run_config works in graphs and switches eager execution off, as the original does.
"""

import sys

from akdl import _absent

_absent.watch(sys.meta_path)
