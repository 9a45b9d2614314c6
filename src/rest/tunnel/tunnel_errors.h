#pragma once

// Errors of tunnels by the platform's names, as JSON.

#include "rest/call.h"

namespace paisql::rest {

// What a request to a tunnel has failed with.
Answer TunnelErrorOf(const Error& error);
// 404 of a session that is not there, or another user's: "NoSuchUpload", "The upload x is not
// found"
Answer NoSession(std::string_view name, std::string_view kind, const std::string& id);
// 409: the session is in another state.
Answer StatusConflict(const std::string& detail);

}  // namespace paisql::rest
