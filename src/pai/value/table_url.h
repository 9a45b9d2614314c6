#pragma once

// odps:// names of tables: odps://project/tables/table[/key=value…], with /schemas/schema after the
// project for a table of another schema than `default`.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::pai {

struct TableUrlParts {
  std::string place;  // as store/place.h writes it
  std::string table;
  std::vector<std::string> rest;  // "key=value", as they were written
};

// nullopt for any other text.
std::optional<TableUrlParts> ReadTableUrl(std::string_view url);
std::string TableUrlOf(const std::string& place, const std::string& table);

}  // namespace paisql::pai
