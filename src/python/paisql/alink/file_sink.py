"""What all operators that write files have."""

import os

from paisql.alink import environment, files
from paisql.alink.relational import OneInput


class FileSink(OneInput):
    """Writes its input when something is executed; `write_files` of a class does it.

    overwriteSink  whether a file, or a folder that a sink has written, is replaced
    numFiles       with more than one filePath is a folder of the files 1, 2, ..., to which rows are dealt
    """

    def linkFrom(self, *inputs):
        super().linkFrom(*inputs)
        self.one()
        environment.current().lazy.add(self.write)
        return self

    def write(self):
        """Writes the file, or the files, now; of what is not finished nothing is left.

        FileExistsError for one that is there, ValueError for what does not go into such a file.
        """
        count = self.needed("numFiles")
        path = files.new_file(self.needed("filePath"), self.value("overwriteSink"))
        with files.replacing(path) as part:
            try:
                if count == 1:
                    self.write_files([part])
                else:
                    os.mkdir(part)
                    self.write_files([os.path.join(part, str(number + 1)) for number in range(count)])
            except environment.AlinkError as error:
                said = error.message.replace(part, path)
                raise environment.AlinkError(error.code, said, error.hint) from None
            except OSError as error:
                raise OSError(error.errno, error.strerror, path) from None

    def write_files(self, paths):
        """Writes new files at the paths, row i into file i modulo their number."""
        raise NotImplementedError

    def source(self):
        return self.of()
