#pragma once

// The two lines with which a prompt on a terminal begins: what this is and where it works, and how
// to go on. They go to standard error.

#include <string>

#include "session/session.h"

namespace paisql::shell {

// Nothing where standard error is not a terminal, or one that cannot move its cursor: programs
// drive those.
void ShowBanner(const session::Session& session, const std::string& home_path);

}  // namespace paisql::shell
