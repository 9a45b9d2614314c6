#pragma once

// The session that the command line asks for: home, project, engines, variables, settings.

#include "script/options/flags.h"
#include "session/session.h"

namespace paisql::script {

// Says on standard error what it leaves out of odps_config.ini. An error's detail is for
// "paisql: …".
Result<session::SessionOptions> MakeSessionOptions(const Flags& flags, bool interactive);

}  // namespace paisql::script
