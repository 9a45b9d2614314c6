#pragma once

// `paisql eas VERB …`: the verbs of PAI-EAS' own client, which are statements about services here.

#include <string>
#include <vector>

#include "session/session.h"

namespace paisql::tools {

// The text of `paisql eas --help`.
std::string EasHelp();

// `words` are those after "eas". Errors of a service.json have their place in it. Returns the exit
// status.
int RunEas(const std::vector<std::string>& words, session::SessionOptions options);

}  // namespace paisql::tools
