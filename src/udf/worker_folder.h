#pragma once

// The folder in which a worker process runs: what its functions find beside their own code.

#include <string>

#include "base/result.h"
#include "udf/function_spec.h"

namespace paisql::udf {

// Makes the folder. Files stand in it under their names, as copies, so that a function which
// changes one changes nobody else's; archives are unpacked into work/<name>; a module of the
// statement's own text is <its name>.py.
Status FillWorkerFolder(const Environment& environment, const std::string& folder);

}  // namespace paisql::udf
