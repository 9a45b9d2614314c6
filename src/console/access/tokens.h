#pragma once

// The tokens of pages. A user who signs in gets one, and the address of a console holds one. Pure
// functions: they read what they are given and change nothing.

#include <cstdint>
#include <string>

#include "rest/call.h"
#include "rest/identity/identities.h"

namespace paisql::console {

// The address that opens the console of a server without users for its owner. The token lies in the
// fragment, which browsers send nowhere.
std::string AddressWithToken(const std::string& url, const rest::Identities& identities,
                             int64_t now_ms);
// POST /sign-in {"access_id", "secret"}: {"token", "ends_ms"}. The only request without a token.
rest::Answer SignIn(const rest::Call& call, const rest::Identities& identities, int64_t now_ms);

}  // namespace paisql::console
