"""What all operators that write files have."""

from paisql.alink import environment, files
from paisql.alink.relational import OneInput


class FileSink(OneInput):
    """Writes its input when something is executed; `write` of a class does it."""

    def linkFrom(self, *inputs):
        super().linkFrom(*inputs)
        environment.current().lazy.append(self.write)
        return self

    def new_path(self):
        """The path of the file to write; ValueError for several, FileExistsError for one that is there."""
        if self.value("numFiles") != 1:
            raise ValueError("%s writes one file; leave numFiles out" % type(self).__name__)
        return files.new_file(self.needed("filePath"), self.value("overwriteSink"))

    def write(self):
        """Writes the file now."""
        raise NotImplementedError

    def source(self):
        return self.of()
