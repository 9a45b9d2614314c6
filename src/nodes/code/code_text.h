#pragma once

// Reads the text of a node's code: its tables, its resources, and where it sets something. Pure.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/document/value.h"

namespace paisql::nodes {

// Which tables SQL reads and writes, as its text says: what nodes wait for is found by it before
// the catalog knows the tables. Names are "project.table" in lower case.

struct NodeTables {
  std::set<std::string> makes;   // CREATE TABLE, CREATE VIEW
  std::set<std::string> writes;  // rows of them, also by PAI
  std::set<std::string> reads;
  // "model project.m" of PAI, "function project.f", "resource project.r"
  std::set<std::string> objects_read;
  std::set<std::string> objects_written;
};

// `text` is a script in which variables have been put already; what cannot be parsed counts for
// nothing. Names without a project are the current one's, which USE changes.
NodeTables FindNodeTables(std::string_view text, const std::string& project);

// The names of lines ##@resource_reference{"words.py"}, each once, in their order. Names that are
// no name of a file are left out.
std::vector<std::string> ResourceReferences(std::string_view code);

// SET and USE among other statements: the scheduler of the platform runs them where they stand, its
// editor before everything else.

// The place, in the code, of the first of them that stands after another statement; nullopt where
// both orders are the same.
std::optional<Place> FindLateSetting(const std::string& code, const std::string& path);

// The code as the editor runs it. Lines of the other statements stay what they are.
std::string SettingsFirst(const std::string& code);

}  // namespace paisql::nodes
