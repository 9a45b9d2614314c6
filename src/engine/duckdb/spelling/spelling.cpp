#include "engine/duckdb/spelling/spelling.h"

#include <unordered_map>

#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

using Index = std::unordered_map<const functions::Overload*, const Spelling*>;

Index MakeIndex() {
  Index index;
  size_t count = 0;
  for (const SpellingTable& table : SpellingTables()) count += table.rows.size();
  index.reserve(count);
  for (const SpellingTable& table : SpellingTables()) {
    // Rows of one function stand together.
    const functions::Function* function = nullptr;
    std::string_view name;
    for (const Spelling& row : table.rows) {
      if (row.function != name) {
        name = row.function;
        function = table.find(name);
      }
      if (function == nullptr) continue;
      const functions::Overload* overload =
          functions::FindOverload(*function, row.signature, row.extra.modes);
      if (overload != nullptr) index.emplace(overload, &row);
    }
  }
  return index;
}

}  // namespace

std::span<const SpellingTable> SpellingTables() {
  static const SpellingTable tables[] = {
      {kAggregateSpelling},
      {kCollectionSpelling},
      {kConditionalSpelling},
      {kDateArithmeticSpelling},
      {kDateFieldSpelling},
      {kDateTextSpelling},
      {kEncodingSpelling},
      {kIdentityCardSpelling},
      {kJsonSpelling},
      {kLambdaSpelling},
      {kMapAggregateSpelling},
      {kMapSpelling},
      {kMathSpelling},
      {kNetworkSpelling},
      {kNumberTextSpelling},
      {kRegexSpelling},
      {kStatisticSpelling},
      {kStringSpelling},
      {kStringPartSpelling},
      {kStructSpelling},
      {kSystemSpelling},
      {kTableSpelling},
      {kTrigonometrySpelling},
      {kWindowSpelling},
      {kOperatorSpelling, functions::FindOperator},
      {kHiddenSpelling, functions::FindHidden},
  };
  return tables;
}

const functions::Overload* SpelledOverload(const SpellingTable& table, const Spelling& row) {
  const functions::Function* function = table.find(row.function);
  if (function == nullptr) return nullptr;
  return functions::FindOverload(*function, row.signature, row.extra.modes);
}

const Spelling* FindSpelling(const functions::Overload& overload) {
  static const Index index = MakeIndex();
  const auto found = index.find(&overload);
  if (found == index.end() || found->second->text == kRefused) return nullptr;
  return found->second;
}

}  // namespace paisql::engine
