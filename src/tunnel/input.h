#pragma once

// The files that an upload reads. A stream (a FIFO, a pipe as /dev/stdin) gives its bytes once:
// what reads a file more than once reads a kept copy of it.

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/result.h"

namespace paisql::tunnel {

struct InputFile {
  std::string name;  // as people are told of it
  std::string path;  // where its bytes are
};

// Whether the path leads to something that can be read only once.
bool IsStream(const std::string& path);

// The file, or the files of a folder one level deep, in the order of their names. kIo, at `range`,
// when there is none or it cannot be looked at. A stream is not opened.
Result<std::vector<InputFile>> FilesToRead(const std::string& path, const SourceRange& range);

// A FIFO is opened before anybody writes to it. kIo for a device, which has no end.
Result<Descriptor> OpenInput(const std::string& path, const std::string& name);

// Waits until a stream has bytes or ends, or `check` fails: it is asked now and then.
Status AwaitBytes(int descriptor, const std::function<Status()>& check);

// Copies a stream to its end into a file of the folder, where `file` leads from then on. `check` is
// asked now and then whether to go on, also while the stream says nothing.
Status KeepStream(InputFile& file, const std::string& folder, const std::function<Status()>& check);

}  // namespace paisql::tunnel
