#pragma once

// Which SQL engine this program was built for.

#include <string_view>

namespace paisql::engine {

// It loads no other than this: "v1.2.3".
std::string_view EngineVersion();

}  // namespace paisql::engine
