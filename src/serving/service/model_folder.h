#pragma once

// Where a SavedModel lies, and which version it is.

#include <string>

#include "base/result.h"

namespace paisql::serving {

struct ModelFolder {
  std::string path;     // holds saved_model.pb
  std::string version;  // digits: the folder's name where it is a number, else "1"
  std::string name;     // of the folder above the version; may be no name of a service
};

// `path` is the folder of a SavedModel, or a folder of versions: folders whose names are numbers,
// of which the highest that holds a SavedModel counts. kModelNotFound when it is neither.
Result<ModelFolder> FindModelFolder(const std::string& path);

}  // namespace paisql::serving
