#include "pai/value/query_places.h"

#include <algorithm>

#include "pai/value/values.h"

namespace paisql::pai {

SourceRange QueryPlaces::InStatement(const SourceRange& range) const {
  if (!range.known()) return range;
  // The end of the query is told at its last character.
  const size_t begin = std::min(begin_ + range.begin, end_ - 1);
  const size_t end = std::clamp(begin_ + range.end, begin + 1, end_);
  return PlaceInValue(parameter_, statement_text_, begin, end);
}

Error QueryPlaces::InStatement(Error error) const {
  for (Error& other : error.others) other = InStatement(std::move(other));
  error.range = error.range.known() ? InStatement(error.range)
                                    : PlaceInValue(parameter_, statement_text_, begin_, end_);
  return error;
}

}  // namespace paisql::pai
