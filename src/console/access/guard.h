#pragma once

// Checks that a request of a browser comes from a page of this console, and that the browser
// reached the console by a name that nobody else can own. The token is checked after that. Pure
// functions.

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace paisql::console {

// Returns why the request is refused; nullopt if it may be answered. `local`: the console serves
// this machine alone, so Host must be an address or a name of this machine. A page that got here by
// DNS rebinding has another name there.
std::optional<std::string> WhyRefused(const http::Request& head, bool local);

// Reads the token of "Authorization: Bearer TOKEN"; "" for another header.
std::string_view BearerOf(std::string_view authorization);

}  // namespace paisql::console
