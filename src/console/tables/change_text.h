#pragma once

// The statements that a page offers about a table: one row a kind. Pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/catalog/table_book.h"
#include "store/types.h"

namespace paisql::console {

struct ChangeAsked {
  std::string action;      // "drop", "comment", …
  std::string value = {};  // a comment, a name, a number of days, an LSN
  std::string column = {};
  std::vector<std::string> partition = {};
  std::string confirm = {};  // the table's name, where rows may be lost
};

struct ChangeKind {
  std::string_view action;
  // Whether the user has to write the name of the table.
  bool confirms = false;
  // "" where a table of this shape has no such change.
  std::string (*text)(const store::Table& table, store::TableShape shape, const ChangeAsked& asked);
};

std::span<const ChangeKind> ChangeKinds();

// kInvalidCommand for an action that is not offered, for a value that does not fit it, and where
// the confirmation is missing although the change is to `run`.
Result<std::string> ChangeText(const store::Table& table, store::TableShape shape,
                               const ChangeAsked& asked, bool run);

}  // namespace paisql::console
