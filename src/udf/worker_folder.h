#pragma once

// The folder in which a worker process runs: what its functions find beside their own code.

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "udf/function_spec.h"

namespace paisql::udf {

// Makes the folder. Files stand in it under their names, as copies, so that a function which
// changes one changes nobody else's; archives are unpacked into work/<name>; a module of the
// statement's own text is <its name>.py. `stopped` ends the unpacking of an archive, too.
Status FillWorkerFolder(const Environment& environment, const std::string& folder,
                        const std::function<bool()>& stopped);

// The files with the rows of a resource of the kind kTable, as the file at its path names them.
std::vector<std::string> TableFiles(const Resource& resource);

}  // namespace paisql::udf
