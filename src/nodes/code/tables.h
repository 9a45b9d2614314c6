#pragma once

// Which tables SQL reads and writes, as its text says: what nodes wait for is found by it before
// the catalog knows the tables. Names are "project.table" in lower case.

#include <set>
#include <string>
#include <string_view>

namespace paisql::nodes {

struct NodeTables {
  std::set<std::string> makes;   // CREATE TABLE, CREATE VIEW
  std::set<std::string> writes;  // rows of them, also by PAI
  std::set<std::string> reads;
  std::set<std::string> models_read;  // "project.model", by PAI
  std::set<std::string> models_written;
};

// `text` is a script in which variables have been put already; what cannot be parsed counts for
// nothing. Names without a project are the current one's, which USE changes.
NodeTables FindNodeTables(std::string_view text, const std::string& project);

}  // namespace paisql::nodes
