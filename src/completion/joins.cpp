#include "completion/statement.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "syntax/expected.h"

namespace paisql::completion {

namespace {

struct Equality {
  const Relation* left = nullptr;
  const Relation* right = nullptr;
  const ColumnName* left_column = nullptr;
  const ColumnName* right_column = nullptr;

  bool partition() const { return left_column->partition || right_column->partition; }
  bool same_type() const { return left_column->type == right_column->type; }
};

// The place in the scope of the relation that the JOIN adds, whose name ends at `name`.
std::optional<size_t> JoinedAt(const Token* name, const Scope& scope) {
  if (name == nullptr || !name->IsWord()) return std::nullopt;
  for (size_t i = scope.relations.size(); i-- > 0;) {
    if (EqualsIgnoreCase(scope.relations[i].name, name->Name())) return i;
  }
  return std::nullopt;
}

std::vector<Equality> Equalities(const Scope& scope, size_t joined) {
  std::vector<Equality> found;
  const Relation& right = scope.relations[joined];
  for (size_t i = 0; i < joined; ++i) {
    const Relation& left = scope.relations[i];
    for (const ColumnName& column : left.columns) {
      const auto same = std::find_if(
          right.columns.begin(), right.columns.end(),
          [&](const ColumnName& other) { return EqualsIgnoreCase(other.name, column.name); });
      if (same != right.columns.end()) found.push_back({&left, &right, &column, &*same});
    }
  }
  const auto rank = [](const Equality& one) {
    return (one.same_type() ? 0 : 2) + (one.partition() ? 1 : 0);
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const Equality& a, const Equality& b) { return rank(a) < rank(b); });
  return found;
}

std::string Written(const Relation& relation, const ColumnName& column) {
  return syntax::NameAsWritten(relation.name) + "." + syntax::NameAsWritten(column.name);
}

}  // namespace

void OfferJoinConditions(const Place& place, const Scope& scope, Offer& offer) {
  if (place.inside != Inside::kNothing || place.Back(1) == nullptr || !place.Back(1)->Is("ON"))
    return;
  const std::optional<size_t> joined = JoinedAt(place.Back(2), scope);
  if (!joined.has_value()) return;
  for (const Equality& one : Equalities(scope, *joined)) {
    if (one.left->name.empty()) continue;
    const std::string detail = one.same_type()
                                   ? one.left_column->type
                                   : one.left_column->type + " and " + one.right_column->type;
    offer.Add(Written(*one.left, *one.left_column) + " = " + Written(*one.right, *one.right_column),
              Kind::kColumn, detail);
  }
}

bool OfferSharedColumns(const Place& place, const Scope& scope, Offer& offer) {
  const size_t open = OpenBracketOf(place);
  if (open == std::string::npos || open < 2 || !place.tokens[open - 1].Is("USING")) return false;
  const std::optional<size_t> joined = JoinedAt(&place.tokens[open - 2], scope);
  if (!joined.has_value()) return false;
  const std::vector<Equality> equalities = Equalities(scope, *joined);
  for (const Equality& one : equalities)
    offer.AddName(one.left_column->name, place, Kind::kColumn, one.left_column->type);
  return !equalities.empty();
}

}  // namespace paisql::completion
