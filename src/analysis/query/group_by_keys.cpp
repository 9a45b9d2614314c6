// The keys of GROUP BY, and the sets of them that GROUPING SETS, CUBE and ROLLUP make.

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/query/group_by.h"
#include "analysis/query/relations/from.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

constexpr size_t kMaxGroupingSets = 4096;

void Append(std::vector<size_t>& set, const std::vector<size_t>& keys) {
  for (size_t key : keys) {
    if (std::find(set.begin(), set.end(), key) == set.end()) set.push_back(key);
  }
}

Error TooManySets(const SourceRange& range) {
  return SemanticError(range,
                       fmt::format("GROUP BY makes more than {} grouping sets", kMaxGroupingSets),
                       "write the sets that you need with GROUPING SETS");
}

}  // namespace

Result<const syntax::Expression*> Grouping::MeantBy(
    const syntax::Expression& expression,
    const std::vector<const syntax::Expression*>& items) const {
  if (expression.kind == syntax::ExpressionKind::kColumn) {
    // A column of the input of that name wins.
    const syntax::QualifiedName& name = syntax::As<syntax::ColumnName>(expression).name;
    if (name.parts.size() != 1 || scope_.Find(name).ok()) return &expression;
    for (const syntax::SelectItem& item : select_->items) {
      if (item.aliases.size() == 1 && EqualsIgnoreCase(item.aliases[0].text, name.parts[0].text)) {
        return item.expression.get();
      }
    }
  }
  const syntax::Expression* meant = &expression;
  if (state_.context.group_by_position && expression.kind == syntax::ExpressionKind::kLiteral) {
    const auto& literal = syntax::As<syntax::Literal>(expression);
    if (literal.literal == syntax::LiteralKind::kInteger) {
      PAISQL_ASSIGN(Value value, LiteralValue(literal, false, state_.types()));
      const std::optional<int64_t> position = IntegerOf(value);
      if (!position || *position < 1 || *position > static_cast<int64_t>(items.size())) {
        return SemanticError(expression.range,
                             fmt::format("position {} is not in the select list", literal.text),
                             "positions count the select list from 1");
      }
      meant = items[static_cast<size_t>(*position - 1)];
      if (meant == nullptr) {
        return SemanticError(expression.range, "GROUP BY cannot count through *",
                             "write the column's name");
      }
    }
  }
  return meant;
}

Result<size_t> Grouping::Key(const syntax::Expression& expression,
                             const std::vector<const syntax::Expression*>& items) {
  PAISQL_ASSIGN(const syntax::Expression* meant, MeantBy(expression, items));
  ExpressionAnalyzer analyzer(state_, scope_, {.name = "GROUP BY"});
  plan::ExpressionPtr key = analyzer.Analyze(*meant);
  failed_ = failed_ || IsFailed(key->type);
  PAISQL_TRY(ExpectComparable(*key, "be a GROUP BY key"));
  if (key->type.id() == TypeId::kVoid) key = CoerceTo(state_, std::move(key), TypeId::kString);
  if (const std::optional<size_t> known = known_keys_.Find(*key)) return *known;
  const std::string name = key->kind == plan::ExpressionKind::kColumn
                               ? plan::As<plan::ColumnRef>(*key).name
                               : fmt::format("key{}", keys_.size());
  key_columns_.push_back(state_.Column(name, key->type));
  known_keys_.Add(*key, keys_.size());
  keys_.push_back(std::move(key));
  return keys_.size() - 1;
}

Result<Grouping::Sets> Grouping::SetsOf(const syntax::GroupingItem& item,
                                        const std::vector<const syntax::Expression*>& items) {
  if (item.kind == syntax::GroupingKind::kGroupingSets) {
    Sets sets;
    for (const syntax::GroupingItem& element : item.elements) {
      PAISQL_ASSIGN(Sets of_element, SetsOf(element, items));
      if (sets.size() + of_element.size() > kMaxGroupingSets) return TooManySets(item.range);
      for (std::vector<size_t>& set : of_element) sets.push_back(std::move(set));
    }
    return sets;
  }
  // Each part is a composite of keys: (a, b) counts as one step of a CUBE or ROLLUP.
  Sets parts;
  for (const std::vector<syntax::ExpressionPtr>& set : item.sets) {
    std::vector<size_t> keys;
    for (const syntax::ExpressionPtr& expression : set) {
      const std::optional<size_t> key = state_.errors.TakeValue(Key(*expression, items));
      if (key) Append(keys, {*key});
      failed_ = failed_ || !key;
    }
    parts.push_back(std::move(keys));
  }
  switch (item.kind) {
    case syntax::GroupingKind::kExpression:
    case syntax::GroupingKind::kGroupingSets:
      return parts;
    case syntax::GroupingKind::kRollup: {
      Sets sets;
      for (size_t length = parts.size() + 1; length-- > 0;) {
        std::vector<size_t> set;
        for (size_t i = 0; i < length; ++i) Append(set, parts[i]);
        sets.push_back(std::move(set));
      }
      return sets;
    }
    case syntax::GroupingKind::kCube:
      break;
  }
  if (parts.size() > 12) {
    return SemanticError(item.range,
                         fmt::format("CUBE of {} parts makes more than {} grouping "
                                     "sets",
                                     parts.size(), kMaxGroupingSets),
                         "write the sets that you need with GROUPING SETS");
  }
  Sets sets;
  for (size_t mask = size_t{1} << parts.size(); mask-- > 0;) {
    std::vector<size_t> set;
    for (size_t i = 0; i < parts.size(); ++i) {
      if ((mask >> (parts.size() - 1 - i)) & 1) Append(set, parts[i]);
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

Status Grouping::AddKeys(const syntax::Select& select,
                         const std::vector<const syntax::Expression*>& items) {
  select_ = &select;
  Sets combined = {{}};
  for (size_t n = 0; n < select.group_by.size(); ++n) {
    const syntax::GroupingItem& item = select.group_by[n];
    PAISQL_ASSIGN(Sets sets, SetsOf(item, items));
    if (item.kind != syntax::GroupingKind::kExpression) has_sets_ = true;
    // In the trailing form the list before the sets only names the keys and their order.
    if (select.trailing_grouping_sets && n + 1 < select.group_by.size()) continue;
    Sets products;
    if (combined.size() * sets.size() > kMaxGroupingSets) return TooManySets(item.range);
    for (const std::vector<size_t>& left : combined) {
      for (const std::vector<size_t>& right : sets) {
        std::vector<size_t> product = left;
        Append(product, right);
        products.push_back(std::move(product));
      }
    }
    combined = std::move(products);
  }
  if (!has_sets_) return Status::Ok();
  if (keys_.size() > kMaxGroupingSetKeys) {
    return SemanticError(
        select.group_by_range,
        fmt::format("grouping sets may have {} keys at most", kMaxGroupingSetKeys));
  }
  sets_ = std::move(combined);
  places_.resize(keys_.size());
  for (size_t i = 0; i < keys_.size(); ++i) {
    const bool used = std::any_of(sets_.begin(), sets_.end(), [&](const std::vector<size_t>& set) {
      return std::find(set.begin(), set.end(), i) != set.end();
    });
    if (used) places_[i] = used_keys_++;
  }
  grouping_id_ = state_.Column("grouping__id", TypeId::kBigint);
  return Status::Ok();
}

}  // namespace paisql::analysis
