#pragma once

// Rows of a query as texts, read through a session, so that the permissions of its user hold.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/session.h"

namespace paisql::console::canvas {

struct TableRows {
  struct Column {
    std::string name;
    std::string type;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::optional<std::string>>> rows;

  // The position of the column, in any letter case; nullopt for none.
  std::optional<size_t> Find(std::string_view name) const;
};

// Gives the statement's last answer: the rows of a query, or the table of DESC. Texts of more than
// `longest` bytes are cut.
Result<TableRows> ReadRows(session::Session& session, const std::string& statement,
                           size_t longest = size_t{1} << 20);

}  // namespace paisql::console::canvas
