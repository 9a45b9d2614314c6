"""oss:// inside TensorFlow: GFile, Saver, FileWriter and SavedModel through a file system plugin.

The plugin (src/libraries/oss_plugin) maps oss://bucket[.host]/key to $PAISQL_OSS_ROOT/bucket/key.
"""

import os
import sys


def register():
    """Registers the plugin with TensorFlow. Without one, only a script that uses oss:// gets an error."""
    plugin = os.environ.get("PAISQL_OSS_PLUGIN", "")
    if not os.environ.get("PAISQL_OSS_ROOT"):
        return
    if plugin and os.path.exists(plugin):
        from tensorflow.python.framework import load_library

        load_library.register_filesystem_plugin(plugin)
    elif any("oss://" in argument for argument in sys.argv):
        sys.stderr.write(
            "paisql: oss:// cannot be read or written here: the file system plugin "
            "libpaisql_oss_fs.so was not built. Run scripts/setup (without --no-training) "
            "and build again.\n"
        )
