#pragma once

// The server's address as the client has reached it.

#include <string>

#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

// "http://127.0.0.1:8080": by the header Host, where it has one that can be an address.
std::string HostOf(const Call& call, const Service& service);
// The same with the endpoint's own path: "http://127.0.0.1:8080/api".
std::string EndpointOf(const Call& call, const Service& service);

}  // namespace paisql::rest
