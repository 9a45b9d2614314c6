#pragma once

// What of a session's environment its scripts do not get (jobs/script/script_environment.h), so
// that a job that has failed can tell. Private to training.

#include <string>
#include <vector>

#include "jobs/script/script_environment.h"

namespace paisql::jobs {

// The names, in their order, of the caller's variables that scripts miss by the choice and that SET
// could name. Without those of which every shell has some and no program has need.
std::vector<std::string> WithheldVariables(const EnvironmentChoice& choice);

}  // namespace paisql::jobs
