#pragma once

// `paisql verify [--repair]`: checks a home, and mends what can be mended.

#include <string>

namespace paisql::shell {

// Findings go to standard output, one a line; what was checked goes to standard error, with the
// progress on a terminal. The exit status: 0 when nothing is wrong, 1 with findings, also when they
// were mended, 3 for a home or catalog that cannot be read.
int RunVerify(const std::string& home_path, bool repair);

}  // namespace paisql::shell
