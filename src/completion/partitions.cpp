#include "completion/statement.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "syntax/literal_text.h"

namespace paisql::completion {

namespace {

using syntax::TokenClass;

constexpr std::array kComparisons = {"=", "==", "<>", "!=", "<", "<=", ">", ">=", "<=>"};

bool IsComparison(const Token* token) {
  return token != nullptr && std::any_of(kComparisons.begin(), kComparisons.end(),
                                         [&](const char* sign) { return token->text == sign; });
}

// A column as the statement names it, "" for the alias it does not have.
struct Reference {
  std::string relation;
  std::string column;
};

// The name that ends with the i-th token in front of the word.
std::optional<Reference> ReferenceAt(const Place& place, size_t i) {
  const Token* column = place.Back(i);
  if (column == nullptr || !column->IsWord()) return std::nullopt;
  Reference reference{"", column->Name()};
  const Token* relation = place.Back(i + 2);
  if (Is(place.Back(i + 1), ".") && relation != nullptr && relation->IsWord())
    reference.relation = relation->Name();
  return reference;
}

// The column that the word is compared with.
std::optional<Reference> ComparedWith(const Place& place) {
  if (IsComparison(place.Back(1))) return ReferenceAt(place, 2);
  if (Is(place.Back(1), "BETWEEN")) return ReferenceAt(place, Is(place.Back(2), "NOT") ? 3 : 2);
  // BETWEEN a AND
  if (Is(place.Back(1), "AND") && Is(place.Back(3), "BETWEEN"))
    return ReferenceAt(place, Is(place.Back(4), "NOT") ? 5 : 4);
  // IN (a, b,
  const size_t open = OpenBracketOf(place);
  if (open == std::string::npos || open == 0 || !place.tokens[open - 1].Is("IN"))
    return std::nullopt;
  if (!Is(place.Back(1), "(") && !Is(place.Back(1), ",")) return std::nullopt;
  const size_t in = place.before - (open - 1);
  return ReferenceAt(place, Is(place.Back(in + 1), "NOT") ? in + 2 : in + 1);
}

std::string LiteralValue(const Token& token) {
  if (token.kind != TokenClass::kString || token.text.size() < 2) return std::string(token.text);
  return syntax::UnescapeJava(token.text.substr(1, token.text.size() - 2));
}

// The value that the statement gives to the column: ds = '20260101'.
std::optional<std::string> GivenValue(const Place& place, std::string_view column) {
  for (size_t i = 0; i + 2 < place.tokens.size(); ++i) {
    const Token& value = place.tokens[i + 2];
    const bool constant = value.kind == TokenClass::kString || value.kind == TokenClass::kNumber;
    const bool equals = place.tokens[i + 1].text == "=" || place.tokens[i + 1].text == "==";
    if (constant && equals && place.tokens[i].IsWord() &&
        EqualsIgnoreCase(place.tokens[i].Name(), column))
      return LiteralValue(value);
  }
  return std::nullopt;
}

bool IsNumeric(std::string_view type) {
  return type == "TINYINT" || type == "SMALLINT" || type == "INT" || type == "BIGINT";
}

// As it stands in the statement, from the word's begin or from after its quote.
std::string Literal(const std::string& value, const Place& place, bool numeric) {
  if (place.inside != Inside::kString) return numeric ? value : syntax::QuoteLiteral(value);
  std::string literal;
  for (const char c : value) {
    if (c == place.quote || c == '\\') literal += '\\';
    literal += c;
  }
  if (!place.closed_behind) literal += place.quote;
  return literal;
}

// The group around the word, where that is PARTITION (…).
bool IsInPartition(const Place& place) {
  const size_t open = OpenBracketOf(place);
  return open != std::string::npos && open > 0 && place.tokens[open - 1].Is("PARTITION");
}

}  // namespace

void OfferPartitionColumns(const Place& place, Sources& sources, Offer& offer) {
  const std::optional<Relation> table = TargetOf(place, sources);
  if (!table.has_value()) return;
  const size_t open = OpenBracketOf(place);
  for (const ColumnName& column : table->columns) {
    if (!column.partition) continue;
    bool given = false;
    for (size_t i = open + 1; i < place.before; ++i) {
      given = given ||
              (place.tokens[i].IsWord() && EqualsIgnoreCase(place.tokens[i].Name(), column.name));
    }
    if (!given) offer.AddName(column.name, place, Kind::kPartition, column.type, "=");
  }
}

bool OfferPartitionValues(const Place& place, const Scope& scope, Sources& sources, Offer& offer) {
  const std::optional<Reference> reference = ComparedWith(place);
  if (!reference.has_value()) return false;
  std::vector<Relation> relations = scope.relations;
  if (IsInPartition(place)) {
    relations.clear();
    if (std::optional<Relation> target = TargetOf(place, sources))
      relations.push_back(*std::move(target));
  }
  for (const Relation& relation : relations) {
    if (!reference->relation.empty() && !EqualsIgnoreCase(reference->relation, relation.name))
      continue;
    std::vector<std::optional<std::string>> leading;
    for (const ColumnName& column : relation.columns) {
      if (!column.partition || relation.table.empty()) continue;
      if (!EqualsIgnoreCase(column.name, reference->column)) {
        leading.push_back(GivenValue(place, column.name));
        continue;
      }
      for (const std::string& value :
           sources.PartitionValues(relation.project, relation.table, leading, offer.typed())) {
        offer.AddAnyway({Literal(value, place, IsNumeric(column.type)), Kind::kPartition, "",
                         place.closed_behind});
      }
      return true;
    }
  }
  return false;
}

void OfferPartitionPath(const Relation& table, std::string_view front, std::string_view typed,
                        std::string_view separators, Sources& sources, Offer& offer) {
  const size_t last = typed.find_last_of(separators);
  const size_t begin = last == std::string_view::npos ? 0 : last + 1;
  std::vector<std::string> keys;  // given already
  std::vector<std::optional<std::string>> leading;
  for (size_t i = 0; i < begin;) {
    const size_t end = typed.find_first_of(separators, i);
    const std::string_view one = typed.substr(i, end - i);
    if (const size_t equals = one.find('='); equals != std::string_view::npos) {
      keys.emplace_back(one.substr(0, equals));
      leading.emplace_back(one.substr(equals + 1));
    }
    i = end + 1;
  }
  const std::string_view word = typed.substr(begin);
  const std::string before = std::string(front) + std::string(typed.substr(0, begin));
  const size_t equals = word.find('=');
  for (const ColumnName& column : table.columns) {
    if (!column.partition) continue;
    if (equals == std::string_view::npos) {
      if (std::none_of(keys.begin(), keys.end(),
                       [&](const std::string& key) { return EqualsIgnoreCase(key, column.name); }))
        offer.Add(before + column.name + "=", Kind::kPartition, column.type, true);
      continue;
    }
    if (!EqualsIgnoreCase(column.name, word.substr(0, equals))) continue;
    for (const std::string& value :
         sources.PartitionValues(table.project, table.table, leading, word.substr(equals + 1))) {
      offer.Add(before + std::string(word.substr(0, equals + 1)) + value, Kind::kPartition);
    }
  }
}

}  // namespace paisql::completion
