#include "analysis/query/relations/from.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace paisql::analysis {
namespace {

constexpr size_t kMaxMapJoinTables = 128;

struct HintForm {
  std::string_view name;
  size_t min_tables;
  size_t max_tables;
  size_t max_groups;  // parentheses after a table's name
  std::string_view form;
  bool free_form = false;  // what it may say is published nowhere: anything passes
};

constexpr HintForm kForms[] = {
    {"mapjoin", 1, kMaxMapJoinTables, 0, "MAPJOIN(a, b) with up to 128 names"},
    {"skewjoin", 1, 1, 2, "SKEWJOIN(a), SKEWJOIN(a(c, d)) or SKEWJOIN(a(c, d)((1, 2), (3, 4)))"},
    {"distmapjoin", 1, 1, 1, "DISTMAPJOIN(a(shard_count=5, replica_count=1))"},
    {"dynamicfilter", 1, kMaxMapJoinTables, 0, "DYNAMICFILTER(a, b)"},
    {"subquery_mapjoin", 0, 0, 0, "SUBQUERY_MAPJOIN without arguments"},
    {"materialize", 0, 0, 0, "MATERIALIZE without arguments"},
    {"rangejoin", 0, 0, 0, "", true},
    {"conditionaljoin", 0, 0, 0, "", true},
    {"selectivity", 0, 0, 0, "", true},
};

const ScopeRelation* FindRelation(const std::vector<ScopeRelation>& relations,
                                  const std::string& name) {
  const auto found =
      std::find_if(relations.begin(), relations.end(), [&](const ScopeRelation& relation) {
        return EqualsIgnoreCase(relation.alias, name) ||
               (!relation.project.empty() &&
                EqualsIgnoreCase(relation.project + "." + relation.alias, name));
      });
  return found == relations.end() ? nullptr : &*found;
}

Error WrongForm(const HintForm& form, const SourceRange& range) {
  return {ErrorCode::kParse, fmt::format("invalid arguments of hint {}", form.name), range,
          fmt::format("a hint reads {}", form.form)};
}

// The words between commas of "(a, b = 1)".
std::vector<std::string> WordsOf(std::string_view group) {
  std::vector<std::string> words;
  for (const std::string& word : Split(group.substr(1, group.size() - 2), ',')) {
    words.emplace_back(Trim(word));
  }
  return words;
}

bool IsShardOption(const std::string& word) {
  const size_t sign = word.find('=');
  if (sign == std::string::npos) return false;
  const std::string name = ToLower(Trim(word.substr(0, sign)));
  const std::string value(Trim(word.substr(sign + 1)));
  return (name == "shard_count" || name == "replica_count") && !value.empty() &&
         value.find_first_not_of("0123456789") == std::string::npos;
}

void WarnOfColumns(State& state, const syntax::Hint::Argument& argument,
                   const ScopeRelation& relation) {
  for (const std::string& name : WordsOf(argument.groups[0])) {
    const bool known = std::any_of(
        relation.columns.begin(), relation.columns.end(),
        [&](const ScopeColumn& column) { return EqualsIgnoreCase(column.column.name, name); });
    if (!known) {
      state.Warn(argument.range, fmt::format("hint skewjoin names {}.{}, which cannot be resolved",
                                             argument.name, name));
    }
  }
}

Status CheckArgument(State& state, const HintForm& form, const syntax::Hint::Argument& argument,
                     const std::vector<ScopeRelation>& relations) {
  if (argument.groups.size() > form.max_groups) return WrongForm(form, argument.range);
  if (form.name == "distmapjoin" && !argument.groups.empty()) {
    const std::vector<std::string> words = WordsOf(argument.groups[0]);
    if (!std::all_of(words.begin(), words.end(), IsShardOption)) {
      return WrongForm(form, argument.range);
    }
  }
  const ScopeRelation* relation = FindRelation(relations, argument.name);
  if (relation == nullptr) {
    state.Warn(argument.range,
               fmt::format("hint {} names {}, which is not a table or alias of FROM", form.name,
                           argument.name));
  } else if (form.name == "skewjoin" && !argument.groups.empty()) {
    WarnOfColumns(state, argument, *relation);
  }
  return Status::Ok();
}

}  // namespace

Status CheckHints(State& state, const std::vector<syntax::Hint>& hints,
                  const std::vector<ScopeRelation>& relations) {
  for (const syntax::Hint& hint : hints) {
    const HintForm* form =
        std::find_if(std::begin(kForms), std::end(kForms),
                     [&](const HintForm& entry) { return entry.name == hint.name; });
    if (form == std::end(kForms)) {
      state.Warn(hint.range, fmt::format("hint {} is unknown and has no effect", hint.name));
      continue;
    }
    if (form->free_form) continue;
    if (hint.malformed.known()) return WrongForm(*form, hint.malformed);
    if (hint.arguments.size() < form->min_tables || hint.arguments.size() > form->max_tables) {
      return WrongForm(*form, hint.range);
    }
    for (const syntax::Hint::Argument& argument : hint.arguments) {
      PAISQL_TRY(CheckArgument(state, *form, argument, relations));
    }
  }
  return Status::Ok();
}

const syntax::Hint::Argument* MapJoinOf(const std::vector<syntax::Hint>& hints,
                                        const std::vector<ScopeRelation>& relations) {
  for (const syntax::Hint& hint : hints) {
    if (hint.name != "mapjoin" && hint.name != "distmapjoin") continue;
    for (const syntax::Hint::Argument& argument : hint.arguments) {
      if (FindRelation(relations, argument.name) != nullptr) return &argument;
    }
  }
  return nullptr;
}

}  // namespace paisql::analysis
