#pragma once

// The Python environment that pythonEnv of Alink's script components names. Private to pai.

#include <memory>
#include <string>

#include "pai/value/values.h"

namespace paisql::pai {

struct PythonEnv {
  std::string packages;              // its folder site-packages, absolute
  std::string version;               // "3.7"
  std::shared_ptr<const void> kept;  // of an archive: what was unpacked is there as long as this
};

// A folder as venv and conda make it, or an archive of one, alone or in a folder; named as
// userFiles are. kInvalidCommand, with the place, for what is not there or has no
// lib/python3.<n>/site-packages.
Result<PythonEnv> ResolvePythonEnv(const Part& part, const BuildContext& context);

}  // namespace paisql::pai
