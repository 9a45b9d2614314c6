#pragma once

// Answers about the logs of an instance. Rows of routes.cpp; below
// /logview/instances/{}/logs/{role}/{index}/{stream}. The stream is "output": what a process prints
// to stdout and stderr is one log, in the order in which it came.

#include "console/console.h"
#include "rest/call.h"

namespace paisql::console {

// GET …?from=<line>|end&count=N: lines with their numbers, and how far the log is known. With
// from=byte:N the lines that begin there.
rest::Answer TellLines(const rest::Call& call, Console& console);
// GET …/search?text=&case=1&level=error|warn&from=<byte>&back=1: the next hit, or where to go on.
rest::Answer SearchLines(const rest::Call& call, Console& console);
// GET …/download: all that is kept, as it was printed.
rest::Answer DownloadLog(const rest::Call& call, Console& console);

}  // namespace paisql::console
