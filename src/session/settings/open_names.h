#pragma once

// Settings that have no row in the table because their names end as the user likes.

#include <string_view>

namespace paisql::session {

// Whether the key is one of them, such as paisql.alink.url.<prefix>.
bool HasOpenName(std::string_view key);

}  // namespace paisql::session
