#pragma once

// Every limit on the size and shape of a statement, in one table (limits.def). What exceeds one is
// refused at its place by an error that names the limit and the cure, before a stack, the memory or
// somebody's patience ends. docs/sql.md lists them; a test compares the two.

#include <cstddef>
#include <span>
#include <string_view>

#include "base/error.h"

namespace paisql {

enum class Limit {
#define PAISQL_LIMIT(name, value, detail, cure, source) name,
#include "base/limits.def"
#undef PAISQL_LIMIT
};

struct LimitRow {
  size_t value;
  std::string_view detail;  // {} stands for the value
  std::string_view cure;
  std::string_view source;
};

inline constexpr LimitRow kLimits[] = {
#define PAISQL_LIMIT(name, value, detail, cure, source) {value, detail, cure, source},
#include "base/limits.def"
#undef PAISQL_LIMIT
};

constexpr size_t ValueOf(Limit limit) { return kLimits[static_cast<size_t>(limit)].value; }

Error LimitError(Limit limit, ErrorCode code, const SourceRange& range);

}  // namespace paisql
