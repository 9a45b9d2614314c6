#pragma once

// A statement as the user wrote it: SQL, a client command or PAI. One struct a statement, which
// stands in statements/ with its family; its type says which one it is. Whoever hands statements on
// needs this header alone.

#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "base/error.h"

namespace paisql::syntax {

// What a statement says and what does nothing here, for a warning at its place.
struct StatementNote {
  SourceRange range;
  std::string text;
};

struct Statement {
  Statement() = default;
  virtual ~Statement() = default;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  SourceRange range;
  std::vector<StatementNote> notes;
};
using StatementPtr = std::unique_ptr<Statement>;

// Whether the statement is of one of these types.
template <typename... T>
bool IsA(const Statement& statement) {
  return ((typeid(statement) == typeid(T)) || ...);
}

// The statement as a T; null for any other one.
template <typename T>
const T* If(const Statement& statement) {
  return IsA<T>(statement) ? static_cast<const T*>(&statement) : nullptr;
}

template <typename T>
const T& As(const Statement& statement) {
  return static_cast<const T&>(statement);
}

}  // namespace paisql::syntax
