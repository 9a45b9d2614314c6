#pragma once

// `paisql serve --model DIR`: answers predictions of one model over HTTP, in the foreground; with
// --processor, those of a custom processor.

#include "jobs/spec/runtime.h"
#include "script/options/flags.h"

namespace paisql::tools {

// Standard output gets one line, the address of the service, when it is ready; standard error what
// people should know. Ends at SIGTERM, SIGINT or SIGHUP, when what had been asked is answered. The
// exit status: 0 (also when it has been ended while it was loading), 1 when some of that could not
// be answered in time, 2 for a name or an address that cannot be, 3 for a model or a machine that
// cannot serve. The token is told to nobody. `home` is the one of the request log, "" for the
// default one.
int RunServe(const script::ServeFlags& flags, const std::string& home,
             const jobs::Installation& installation);

}  // namespace paisql::tools
