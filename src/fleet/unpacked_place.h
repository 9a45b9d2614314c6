#pragma once

// Models and processors in archives, as clients of PAI-EAS bring them (model.tar.gz): unpacked once
// into the home, services/unpacked/<SHA-256 of the archive>/, from where they are copied or served.

#include <string>

#include "base/result.h"
#include "store/services.h"

namespace paisql::fleet {

std::string UnpackedFolder(const store::Home& home);

// Unpacks the archive into a folder of `base`, and gives the folder with its files; what it holds
// is found past folders that hold nothing but one folder. kModel with the entry's name for an
// archive that cannot be unpacked, or would lead out of its folder.
Result<std::string> UnpackPlace(const std::string& path, const std::string& base);

// Removes what no service serves and nobody has unpacked within the last hour.
void SweepUnpacked(store::Catalog& catalog, const std::string& base);

}  // namespace paisql::fleet
