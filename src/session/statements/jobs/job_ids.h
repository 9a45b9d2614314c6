#pragma once

// Finds a job by what people call it: its id, the beginning or the end of its id, or its name.

#include <string>

#include "session/state.h"

namespace paisql::session {

// The id of the one job that is meant. "" means the newest job of the project; a name the newest
// job of that name, and first of all one that has not ended. Says the id where it was not written.
// kInvalidCommand, with the candidates, for a text that several ids begin or end with; kJobNotFound
// for one that is nobody's.
Result<std::string> FindJobId(const std::string& text, const SourceRange& range, Run& run);

}  // namespace paisql::session
