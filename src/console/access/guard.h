#pragma once

// What a request of a browser has to look like before anybody asks for its token: it was made by a
// page of this console, which was reached by a name that nobody else can own. Pure functions.

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace paisql::console {

// Why the request is refused; nullopt for one that may be answered. `local`: the console is for
// this machine alone, so only addresses and names of this machine lead to it (a page whose own name
// leads here, as DNS rebinding has it, has another one).
std::optional<std::string> WhyRefused(const http::Request& head, bool local);

// The token of "Authorization: Bearer TOKEN", "" for none.
std::string_view BearerOf(std::string_view authorization);

}  // namespace paisql::console
