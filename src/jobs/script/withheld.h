#pragma once

// Lists the variables that a session's scripts do not get (jobs/script/script_environment.h), so
// that a failed job can name them. Private to jobs.

#include <string>
#include <vector>

#include "jobs/script/script_environment.h"

namespace paisql::jobs {

// The names, in their order, of the caller's variables that scripts miss by the choice and that SET
// could name. Without those of which every shell has some and no program has need.
std::vector<std::string> WithheldVariables(const EnvironmentChoice& choice);

}  // namespace paisql::jobs
