"""A disk of a few megabytes, which a test fills."""

from spark_servers import may_run


class SmallDisk:
    """A file system in memory at a folder. `made` is False where none may be mounted."""

    def __init__(self, folder, megabytes):
        folder.mkdir()
        self.folder = folder
        self.made = may_run("mount", "-t", "tmpfs", "-o", "size=%dm,mode=0755" % megabytes, "tmpfs", folder)

    def close(self):
        if self.made:
            may_run("umount", "-l", self.folder)
