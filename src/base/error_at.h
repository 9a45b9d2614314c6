#pragma once

// Errors of those who know no place in the statement, the store's for instance, get the caller's.

#include <utility>

#include "base/result.h"

namespace paisql {

// Puts the place of the statement into an error that carries none.
inline Error WithRange(Error error, const SourceRange& range) {
  if (!error.range.known()) error.range = range;
  return error;
}

}  // namespace paisql

// PAISQL_TRY and PAISQL_ASSIGN for calls whose errors know no place.
#define PAISQL_TRY_AT(range, expression)                                        \
  do {                                                                          \
    auto paisql_try_outcome = (expression);                                     \
    if (!paisql_try_outcome.ok()) {                                             \
      return ::paisql::WithRange(std::move(paisql_try_outcome).error(), range); \
    }                                                                           \
  } while (false)
#define PAISQL_ASSIGN_AT(range, target, expression) \
  PAISQL_ASSIGN_AT_INNER(PAISQL_CONCAT(paisql_outcome_, __LINE__), range, target, expression)
#define PAISQL_ASSIGN_AT_INNER(outcome, range, target, expression)                  \
  auto outcome = (expression);                                                      \
  if (!outcome.ok()) return ::paisql::WithRange(std::move(outcome).error(), range); \
  target = std::move(outcome).value()
