#pragma once

// DuckDB's own account of a statement that has run: its physical operators as a tree.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/values/api.h"

namespace paisql::engine {

struct ProfileNode {
  std::string name;  // "HASH_JOIN"
  int64_t rows = 0;  // handed on
  double seconds = 0;
  std::map<std::string, std::string> details;  // "Conditions": "c2 = c4"
  std::vector<ProfileNode> children;

  std::string_view Detail(const std::string& key) const {
    const auto found = details.find(key);
    return found == details.end() ? std::string_view() : found->second;
  }
};

// The newest statement's topmost operator; nullopt when profiling was off.
std::optional<ProfileNode> ReadProfile(const DuckdbApi& api, duckdb_connection connection);

// "{Join Type=INNER, Conditions='c2 = c4'}" as DuckDB prints a map of texts.
std::map<std::string, std::string> ParseDetails(std::string_view text);

}  // namespace paisql::engine
