#pragma once

// Which program a processor is.

#include <string>

#include "base/result.h"

namespace paisql::serving {

enum class ProcessorKind { kPython, kLibrary };

struct ProcessorFile {
  ProcessorKind kind = ProcessorKind::kPython;
  std::string path;    // app.py or the library, absolute
  std::string folder;  // where it lies, in which it runs
  std::string name;    // of the folder, or of the file; may be no name of a service
};

// `path` is a Python script, a library (.so), or a folder with app.py or with one library.
// kModelNotFound where there is none, kUnsupported for the kinds of PAI-EAS that are not offered.
Result<ProcessorFile> FindProcessor(const std::string& path);

}  // namespace paisql::serving
