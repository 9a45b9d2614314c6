#pragma once

// What the answers about services share.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.h"
#include "rest/call.h"
#include "store/catalog.h"
#include "store/services.h"

namespace paisql::console {

struct Console;

// Checks that the user may List the service's project, as DESC SERVICE does.
Status MaySeeService(const rest::Call& call, store::Catalog& catalog,
                     const store::Service& service);
// Finds the service that the path names, if the user may see it; else kResourceNotFound.
Result<store::Service> ServiceOf(const rest::Call& call, store::Catalog& catalog);

// Answers {"text", "next", "size"}: a piece of the log that begins at the byte. -1 asks for the
// last lines. A log that has become shorter is read from its beginning.
nlohmann::json ReadLogPiece(const std::string& path, int64_t after);

// The inputs and outputs of a service's models, asked of the service itself.
rest::Answer TellSignature(const rest::Call& call, Console& console);
// Sends the body's request to the service, with its token, and tells what it has answered.
rest::Answer CallService(const rest::Call& call, Console& console);

}  // namespace paisql::console
