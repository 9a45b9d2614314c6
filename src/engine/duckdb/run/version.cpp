#include "engine/version.h"

#include "engine/duckdb/values/api.h"

namespace paisql::engine {

std::string_view EngineVersion() { return kDuckdbVersion; }

}  // namespace paisql::engine
