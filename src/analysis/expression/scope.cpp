#include "analysis/expression/scope.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/context/state.h"
#include "base/text.h"
#include "store/place.h"

namespace paisql::analysis {

std::vector<ScopeColumn> ToScopeColumns(const std::vector<plan::OutputColumn>& columns) {
  std::vector<ScopeColumn> result;
  result.reserve(columns.size());
  for (const plan::OutputColumn& column : columns) result.push_back({column, false});
  return result;
}

bool ScopeRelation::IsNamed(const syntax::QualifiedName& name, size_t count) const {
  if (!EqualsIgnoreCase(alias, name.parts[count - 1].text)) return false;
  if (count == 1) return true;
  if (project.empty() || count > 3) return false;
  const store::Place place = store::PlaceOf(project);
  const std::string& first = name.parts[0].text;
  if (count == 2) {
    return EqualsIgnoreCase(first, project) || EqualsIgnoreCase(first, place.schema);
  }
  return EqualsIgnoreCase(first, place.project) &&
         EqualsIgnoreCase(name.parts[1].text, place.schema);
}

void Scope::SetAliases(std::vector<plan::OutputColumn> aliases, AliasRule rule) {
  aliases_ = std::move(aliases);
  alias_rule_ = rule;
}

bool Scope::Owns(plan::ColumnId id) const {
  for (const ScopeRelation& relation : relations_) {
    for (const ScopeColumn& column : relation.columns) {
      if (column.column.id == id) return true;
    }
  }
  return false;
}

const std::unordered_multimap<std::string, Scope::Place>& Scope::Index() const {
  if (indexed_) return index_;
  for (size_t i = 0; i < relations_.size(); ++i) {
    for (size_t j = 0; j < relations_[i].columns.size(); ++j) {
      index_.emplace(ToLower(relations_[i].columns[j].column.name), Place{i, j});
    }
  }
  indexed_ = true;
  return index_;
}

Result<Scope::Match> Scope::FindAlias(const syntax::QualifiedName& name) const {
  const plan::OutputColumn* found = nullptr;
  for (const plan::OutputColumn& alias : aliases_) {
    if (!EqualsIgnoreCase(alias.name, name.parts[0].text)) continue;
    if (found != nullptr) {
      return Error{ErrorCode::kSemantic,
                   fmt::format("{} is ambiguous, can be both null.{} or null.{}", name.ToString(),
                               found->name, alias.name),
                   name.range, "give the columns different aliases"};
    }
    found = &alias;
  }
  if (found == nullptr) return Match{};
  return Match{found, 1};
}

Error Scope::Ambiguous(const syntax::QualifiedName& name, const std::vector<Place>& places) const {
  const auto full_name = [&](const Place& place) {
    const ScopeRelation& relation = relations_[place.relation];
    return (relation.alias.empty() ? "null" : relation.alias) + "." +
           relation.columns[place.column].column.name;
  };
  return {ErrorCode::kSemantic,
          fmt::format("{} is ambiguous, can be both {} or {}", name.ToString(),
                      full_name(places[0]), full_name(places[1])),
          name.range,
          full_name(places[0]) == full_name(places[1])
              ? "give the columns of the subquery different names"
              : "write the table's name or alias in front of the column"};
}

Result<Scope::Match> Scope::FindUnqualified(const syntax::QualifiedName& name,
                                            AliasRule rule) const {
  if (rule == AliasRule::kBeforeInput) {
    PAISQL_ASSIGN(Match match, FindAlias(name));
    if (match.column != nullptr) return match;
  }
  std::vector<Place> places;
  const auto [begin, end] = Index().equal_range(ToLower(name.parts[0].text));
  for (auto it = begin; it != end; ++it) {
    const ScopeColumn& column = relations_[it->second.relation].columns[it->second.column];
    if (!column.hidden) places.push_back(it->second);
  }
  if (places.size() > 1) {
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
      return a.relation != b.relation ? a.relation < b.relation : a.column < b.column;
    });
    return Ambiguous(name, places);
  }
  if (places.size() == 1) {
    return Match{&relations_[places[0].relation].columns[places[0].column].column, 1};
  }
  if (rule == AliasRule::kAfterInput) return FindAlias(name);
  return Match{};
}

Result<Scope::Match> Scope::FindQualified(const syntax::QualifiedName& name,
                                          size_t relation_parts) const {
  const syntax::Identifier& column_name = name.parts[relation_parts];
  std::vector<Place> places;
  const auto [begin, end] = Index().equal_range(ToLower(column_name.text));
  for (auto it = begin; it != end; ++it) {
    const ScopeRelation& relation = relations_[it->second.relation];
    if (!relation.IsNamed(name, relation_parts)) continue;
    places.push_back(it->second);
  }
  if (places.empty()) return Match{};
  if (places.size() > 1) return Ambiguous(name, places);
  return Match{&relations_[places[0].relation].columns[places[0].column].column,
               relation_parts + 1};
}

Result<Scope::Match> Scope::FindHere(const syntax::QualifiedName& name, AliasRule rule) const {
  if (name.parts.size() == 1) return FindUnqualified(name, rule);
  PAISQL_ASSIGN(Match match, FindQualified(name, 1));
  if (match.column != nullptr) return match;
  for (size_t relation_parts = 2; relation_parts <= 3; ++relation_parts) {
    if (name.parts.size() <= relation_parts) break;
    PAISQL_ASSIGN(match, FindQualified(name, relation_parts));
    if (match.column != nullptr) return match;
  }
  // A column of type STRUCT followed by its fields.
  PAISQL_ASSIGN(match, FindUnqualified(name, rule));
  if (match.column == nullptr) return match;
  const bool has_fields = match.column->type.id() == TypeId::kStruct;
  if (has_fields || IsFailed(match.column->type)) return match;
  return Match{};
}

// The columns in reach of one relation, or of all when no name is given, sorted and once each.
std::vector<std::string> Scope::NearColumns(std::string_view relation_name) const {
  std::vector<std::string> columns;
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer_) {
    for (const ScopeRelation& relation : scope->relations_) {
      if (!relation_name.empty() && !EqualsIgnoreCase(relation.alias, relation_name)) continue;
      for (const ScopeColumn& column : relation.columns) columns.push_back(column.column.name);
    }
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

// For `a.b`: a near column of a relation a, else the relations that have such a column, else a
// relation with a near name. Names of one letter are all near to each other and say nothing.
std::string Scope::HintOfQualified(const syntax::QualifiedName& name) const {
  const std::string& qualifier = name.parts[0].text;
  std::vector<std::string> relations;
  std::vector<std::string> owners;
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer_) {
    for (const ScopeRelation& relation : scope->relations_) {
      if (EqualsIgnoreCase(relation.alias, qualifier)) {
        return DidYouMean(name.parts[1].text, NearColumns(qualifier));
      }
      relations.push_back(relation.alias);
      for (const ScopeColumn& column : relation.columns) {
        if (relation.alias.empty() || !EqualsIgnoreCase(column.column.name, name.parts[1].text)) {
          continue;
        }
        owners.push_back("'" + relation.alias + "." + column.column.name + "'");
      }
    }
  }
  constexpr size_t kMaxOwners = 3;
  if (!owners.empty() && owners.size() <= kMaxOwners) {
    return "did you mean " + Join(owners, " or ") + "?";
  }
  if (qualifier.size() > 1) {
    std::string hint = DidYouMean(qualifier, relations);
    if (!hint.empty()) return hint;
  }
  return DidYouMean(name.parts.back().text, NearColumns(""));
}

// Headers of files that cannot be names become comments: "c2 has the comment '城市'".
std::string Scope::HintOfComment(const syntax::QualifiedName& name) const {
  const size_t parts = name.parts.size();
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer_) {
    for (const ScopeRelation& relation : scope->relations_) {
      if (parts > 1 && !EqualsIgnoreCase(relation.alias, name.parts[parts - 2].text)) continue;
      const size_t count = std::min(relation.comments.size(), relation.columns.size());
      for (size_t i = 0; i < count; ++i) {
        const std::string_view comment = Trim(relation.comments[i]);
        if (comment.empty() || !EqualsIgnoreCase(comment, name.parts.back().text)) continue;
        return fmt::format("{} has the comment '{}'", relation.columns[i].column.name, comment);
      }
    }
  }
  return "";
}

namespace {

// 0x10 and 1FROM are names, which is rarely what was meant.
std::string HintOfDigits(std::string_view name) {
  const size_t word = name.find_first_not_of("0123456789");
  if (word == 0 || word == std::string_view::npos) return "";
  if (name.starts_with("0x") || name.starts_with("0X")) {
    return fmt::format("numbers are decimal: use CONV('{}', 16, 10), or X'…' for BINARY",
                       name.substr(2));
  }
  return "digits with letters after them are a name: put a blank between a number and the word "
         "after it";
}

}  // namespace

Error Scope::Unknown(const syntax::QualifiedName& name) const {
  for (const std::string& alias : invisible_) {
    if (name.parts.size() != 1 || !EqualsIgnoreCase(alias, name.parts[0].text)) continue;
    return {ErrorCode::kSemantic, fmt::format("column {} cannot be resolved", name.ToString()),
            name.range,
            fmt::format("{} is an alias of the select list, which is not visible here: repeat its "
                        "expression, or select from a subquery",
                        alias)};
  }
  std::string hint = HintOfComment(name);
  if (hint.empty()) {
    hint = name.parts.size() == 1 ? DidYouMean(name.parts[0].text, NearColumns(""))
                                  : HintOfQualified(name);
  }
  if (hint.empty()) hint = HintOfDigits(name.parts[0].text);
  return {ErrorCode::kSemantic, fmt::format("column {} cannot be resolved", name.ToString()),
          name.range, std::move(hint)};
}

bool Scope::MayBeLost(const syntax::QualifiedName& name) const {
  bool any_open = false;
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer_) {
    for (const ScopeRelation& relation : scope->relations_) {
      const bool open =
          std::any_of(relation.columns.begin(), relation.columns.end(),
                      [](const ScopeColumn& column) { return IsOpenColumn(column.column); });
      any_open = any_open || open;
      // A qualifier that means a known relation leaves nothing open.
      const bool named = name.parts.size() > 1 && !relation.alias.empty() &&
                         EqualsIgnoreCase(relation.alias, name.parts[0].text);
      if (named) return open;
    }
    for (const plan::OutputColumn& alias : scope->aliases_) {
      any_open = any_open || IsOpenColumn(alias);
    }
  }
  return any_open;
}

Result<Scope::Match> Scope::Find(const syntax::QualifiedName& name, bool inside_aggregate) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer_) {
    AliasRule rule = scope->alias_rule_;
    if (inside_aggregate && rule == AliasRule::kBeforeInput) rule = AliasRule::kAfterInput;
    PAISQL_ASSIGN(Match match, scope->FindHere(name, rule));
    if (match.column != nullptr) return match;
  }
  static const plan::OutputColumn lost{0, std::string(kOpenColumn), TypeId::kUnknown};
  if (MayBeLost(name)) return Match{&lost, name.parts.size()};
  return Unknown(name);
}

}  // namespace paisql::analysis
