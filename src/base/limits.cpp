#include "base/limits.h"

#include <string>

namespace paisql {

Error LimitError(Limit limit, ErrorCode code, const SourceRange& range) {
  const LimitRow& row = kLimits[static_cast<size_t>(limit)];
  std::string detail(row.detail);
  const size_t place = detail.find("{}");
  if (place != std::string::npos) detail.replace(place, 2, std::to_string(row.value));
  return Error{code, std::move(detail), range, std::string(row.cure)};
}

}  // namespace paisql
