#pragma once

// Tells requests of pages in browsers from those of clients. A server without users answers
// everybody as the owner, and any page that the owner looks at could ask it. Pure functions.

#include <string_view>

namespace paisql::rest {

// `origin`: the header of a page that asks another place than its own. `host`: the name by which
// the client has found the server. A page whose own name leads here asks its own place, so a name
// that somebody can own is refused. Addresses, names without a dot and those that end with .local,
// .internal, .localhost or .test belong to nobody.
bool IsAskedByPage(std::string_view origin, std::string_view host);

}  // namespace paisql::rest
