#pragma once

// Models and processors in archives, as clients of PAI-EAS bring them (model.tar.gz): unpacked once
// into the home, services/unpacked/<SHA-256 of the archive>/, from where they are copied or served.

#include <string>

#include "base/result.h"
#include "session/state.h"

namespace paisql::session {

// The folder with the archive's files; what it holds is found past folders that hold nothing but
// one folder. A session that only checks unpacks into its own staging folder. kModel with the
// entry's name for an archive that cannot be unpacked, or would lead out of its folder.
Result<std::string> UnpackPlace(const std::string& path, Run& run);

// Removes what no service serves and nobody has unpacked within the last hour.
void SweepUnpacked(Run& run);

}  // namespace paisql::session
