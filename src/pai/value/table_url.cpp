#include "pai/value/table_url.h"

#include <algorithm>

#include "base/text.h"
#include "store/place.h"

namespace paisql::pai {
namespace {

constexpr std::string_view kTableScheme = "odps://";

}  // namespace

std::optional<TableUrlParts> ReadTableUrl(std::string_view url) {
  if (!EqualsIgnoreCase(url.substr(0, kTableScheme.size()), kTableScheme)) return std::nullopt;
  std::vector<std::string> pieces = Split(url.substr(kTableScheme.size()), '/');
  if (!pieces.empty() && pieces.back().empty()) pieces.pop_back();
  const auto is = [&](size_t i, std::string_view word) {
    return i < pieces.size() && EqualsIgnoreCase(pieces[i], word);
  };
  size_t at = 1;
  if (is(at, "schemas")) at += 2;
  if (!is(at, "tables") || at + 1 >= pieces.size()) return std::nullopt;
  if (std::any_of(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                  [](const std::string& piece) { return piece.empty(); })) {
    return std::nullopt;
  }
  TableUrlParts parts;
  parts.place = at == 1 ? pieces[0] : store::PlaceText(pieces[0], pieces[2]);
  parts.table = pieces[at + 1];
  parts.rest.assign(pieces.begin() + static_cast<std::ptrdiff_t>(at) + 2, pieces.end());
  return parts;
}

std::string TableUrlOf(const std::string& place, const std::string& table) {
  const store::Place parts = store::PlaceOf(place);
  const bool plain = parts.schema == store::kDefaultSchema;
  return std::string(kTableScheme) + parts.project + (plain ? "" : "/schemas/" + parts.schema) +
         "/tables/" + table;
}

}  // namespace paisql::pai
