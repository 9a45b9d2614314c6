#pragma once

// The PAI statement of a component that a client submits as XML. Pure.

#include <string>

#include "base/result.h"
#include "rest/tasks/job_request.h"

namespace paisql::rest {

// Values stand in it so that they are read as they are, whatever letters they have: no quote, end
// of a line, comment or ${variable} of theirs counts. kInvalidArgumentType for a name that cannot
// be one.
Result<std::string> PaiText(const JobRequest& request);

}  // namespace paisql::rest
