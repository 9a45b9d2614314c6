#pragma once

// `paisql verify [--repair [--give-up-missing]]`: checks a home, and mends what can be mended.

#include <string>

#include "store/upkeep/verification.h"

namespace paisql::tools {

// Findings go to standard output, one a line; what was checked goes to standard error, with the
// progress on a terminal. The exit status: 0 when nothing is wrong, 1 with findings, also when they
// were mended, 3 for a home or catalog that cannot be read. What `options` say of reports, progress
// and stopping is set here.
int RunVerify(const std::string& home_path, store::VerifyOptions options);

}  // namespace paisql::tools
