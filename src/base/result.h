#pragma once

// Result<T> is a T or an Error; Status is Result without a value. Both are [[nodiscard]]: a caller
// either looks at the error or hands it on with PAISQL_TRY / PAISQL_ASSIGN. Taking the value of a
// failed Result is our own bug and stops the program.

#include <optional>
#include <utility>
#include <variant>

#include "base/assert.h"
#include "base/error.h"

namespace paisql {

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit on purpose
  Result(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose
  template <typename U>
  requires(!std::is_same_v<std::remove_cvref_t<U>, Result> &&
           !std::is_same_v<std::remove_cvref_t<U>, T> &&
           !std::is_same_v<std::remove_cvref_t<U>, Error> && std::is_convertible_v<U, T>)
      Result(U&& value)
      : state_(std::in_place_index<0>, std::forward<U>(value)) {}  // NOLINT: implicit on purpose

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    PAISQL_ASSERT(ok(), "value() of a failed Result");
    return std::get<0>(state_);
  }
  const T& value() const& {
    PAISQL_ASSERT(ok(), "value() of a failed Result");
    return std::get<0>(state_);
  }
  T&& value() && {
    PAISQL_ASSERT(ok(), "value() of a failed Result");
    return std::get<0>(std::move(state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& {
    PAISQL_ASSERT(!ok(), "error() of a Result that holds a value");
    return std::get<1>(state_);
  }
  Error&& error() && {
    PAISQL_ASSERT(!ok(), "error() of a Result that holds a value");
    return std::get<1>(std::move(state_));
  }

 private:
  std::variant<T, Error> state_;
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  static Status Ok() { return Status(); }
  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const& {
    PAISQL_ASSERT(!ok(), "error() of an Ok status");
    return *error_;
  }
  Error&& error() && {
    PAISQL_ASSERT(!ok(), "error() of an Ok status");
    return std::move(*error_);
  }

 private:
  std::optional<Error> error_;
};

// Errors of those who know no place in the statement, the store's for instance, get the caller's.

// Puts the place of the statement into an error that carries none.
inline Error WithRange(Error error, const SourceRange& range) {
  if (!error.range.known()) error.range = range;
  return error;
}

}  // namespace paisql

#define PAISQL_CONCAT_INNER(a, b) a##b
#define PAISQL_CONCAT(a, b) PAISQL_CONCAT_INNER(a, b)

// Returns the error of a Status or Result to the caller, or goes on.
#define PAISQL_TRY(expression)                      \
  do {                                              \
    auto paisql_try_outcome = (expression);         \
    if (!paisql_try_outcome.ok()) {                 \
      return std::move(paisql_try_outcome).error(); \
    }                                               \
  } while (false)

// PAISQL_ASSIGN(auto table, catalog.FindTable(name)): declares or assigns the value, or returns the
// error.
#define PAISQL_ASSIGN(target, expression) \
  PAISQL_ASSIGN_INNER(PAISQL_CONCAT(paisql_outcome_, __LINE__), target, expression)
#define PAISQL_ASSIGN_INNER(outcome, target, expression) \
  auto outcome = (expression);                           \
  if (!outcome.ok()) return std::move(outcome).error();  \
  target = std::move(outcome).value()

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
