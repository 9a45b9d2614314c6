#pragma once

// The session that the command line asks for: home, project, engines, variables, settings.

#include <string>

#include "jobs/spec/runtime.h"
#include "script/options/flags.h"
#include "session/session.h"

namespace paisql::script {

// Where the program finds what it needs beside itself: lib/ in a build folder, ../lib/paisql/ when
// installed.

struct Paths {
  std::string library_folder;  // of engines
  jobs::Installation installation;
};

Paths FindPaths();

// Says on standard error what it leaves out of odps_config.ini. An error's detail is for
// "paisql: …".
Result<session::SessionOptions> MakeSessionOptions(const Flags& flags, bool interactive);

}  // namespace paisql::script
