#include "access/policy.h"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "access/principal.h"
#include "base/coding/json_depth.h"
#include "base/text.h"

namespace paisql::access {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kResourceBegin = "acs:odps:*:";
constexpr std::string_view kActionBegin = "odps:";
constexpr std::string_view kMembers[] = {"Effect", "Principal", "Action", "Resource", "Condition"};
constexpr std::string_view kTimeKey = "acs:CurrentTime";
constexpr std::pair<std::string_view, std::string_view> kComparisons[] = {
    {"DateEquals", "="},          {"DateNotEquals", "!="},  {"DateLessThan", "<"},
    {"DateLessThanEquals", "<="}, {"DateGreaterThan", ">"}, {"DateGreaterThanEquals", ">="},
};

Error Wrong(std::string detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, "the policy " + std::move(detail), {}, std::move(hint)};
}

const Json* Member(const Json& object, std::string_view name) {
  for (const auto& [key, value] : object.items()) {
    if (EqualsIgnoreCase(key, name)) return &value;
  }
  return nullptr;
}

// A text, or a list of texts.
Result<std::vector<std::string>> Texts(const Json& statement, std::string_view name) {
  const Json* const value = Member(statement, name);
  std::vector<std::string> texts;
  const auto refused = [&] {
    return Wrong("has a statement whose " + std::string(name) + " is not a text or a list of texts",
                 "write \"" + std::string(name) + "\": [\"…\"]");
  };
  if (value == nullptr) return texts;
  if (value->is_string()) {
    texts.push_back(value->get<std::string>());
    return texts;
  }
  if (!value->is_array() || value->empty()) return refused();
  for (const Json& element : *value) {
    if (!element.is_string()) return refused();
    texts.push_back(element.get<std::string>());
  }
  return texts;
}

bool IsMoment(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  return text.size() == kForm.size() &&
         std::equal(text.begin(), text.end(), kForm.begin(),
                    [](char c, char form) { return form == '0' ? IsDigit(c) : c == form; });
}

Result<std::vector<TimeCondition>> Conditions(const Json& statement) {
  std::vector<TimeCondition> conditions;
  const Json* const written = Member(statement, "Condition");
  if (written == nullptr) return conditions;
  const auto refused = [](const std::string& what) {
    return Wrong("has the condition " + what + ", which cannot be judged here",
                 "acs:CurrentTime can, with DateLessThan, DateGreaterThan and their like: "
                 "\"Condition\": {\"DateLessThan\": {\"acs:CurrentTime\": "
                 "\"2026-12-31T23:59:59Z\"}}");
  };
  if (!written->is_object()) return refused("'" + written->dump() + "'");
  for (const auto& [name, keys] : written->items()) {
    const std::string& comparison = name;
    const auto row = std::ranges::find_if(
        kComparisons, [&](const auto& one) { return EqualsIgnoreCase(one.first, comparison); });
    if (row == std::end(kComparisons) || !keys.is_object()) return refused(comparison);
    for (const auto& [key, moment] : keys.items()) {
      if (!EqualsIgnoreCase(key, kTimeKey)) return refused(comparison + " of " + key);
      if (!moment.is_string() || !IsMoment(moment.get<std::string>())) {
        return refused(comparison + " with '" + moment.dump() + "'");
      }
      conditions.push_back({row->second, moment.get<std::string>()});
    }
  }
  return conditions;
}

Result<PolicyStatement> ReadStatement(const Json& json, bool of_role, std::string_view account) {
  if (!json.is_object()) return Wrong("has a statement that is not an object", "write {…}");
  for (const auto& [key, value] : json.items()) {
    const std::string& name = key;
    if (std::ranges::any_of(kMembers, [&](auto one) { return EqualsIgnoreCase(one, name); })) {
      continue;
    }
    return Wrong("has a statement with '" + name + "'",
                 "there are Effect, Principal, Action, Resource and Condition");
  }
  PolicyStatement statement;
  PAISQL_ASSIGN(const std::vector<std::string> effect, Texts(json, "Effect"));
  const bool allow = effect.size() == 1 && EqualsIgnoreCase(effect[0], "Allow");
  if (!allow && (effect.size() != 1 || !EqualsIgnoreCase(effect[0], "Deny"))) {
    return Wrong("has a statement without an Effect", "write \"Effect\": \"Allow\", or \"Deny\"");
  }
  statement.allows = allow;
  PAISQL_ASSIGN(statement.principals, Texts(json, "Principal"));
  if (statement.principals.empty() != of_role) {
    return of_role
               ? Wrong("of a role names a Principal", "the role's users are meant: leave it out")
               : Wrong("of a project has a statement without a Principal",
                       "write \"Principal\": \"*\", or a list of users");
  }
  for (std::string& principal : statement.principals) {
    if (principal.find('*') != std::string::npos) continue;
    PAISQL_ASSIGN(principal, ReadUser(principal, account));
  }
  PAISQL_ASSIGN(statement.actions, Texts(json, "Action"));
  if (statement.actions.empty()) {
    return Wrong("has a statement without an Action", "write \"Action\": [\"odps:Select\"]");
  }
  for (const std::string& action : statement.actions) {
    if (action == "*" || EqualsIgnoreCase(action.substr(0, kActionBegin.size()), kActionBegin)) {
      continue;
    }
    return Wrong("has the invalid Action value '" + action + "'", "write odps:" + action);
  }
  PAISQL_ASSIGN(statement.resources, Texts(json, "Resource"));
  if (statement.resources.empty()) {
    return Wrong("has a statement without a Resource",
                 "write \"Resource\": \"acs:odps:*:projects/p/tables/*\"");
  }
  for (std::string& resource : statement.resources) {
    if (resource == "*" || resource.starts_with("acs:")) continue;
    resource = std::string(kResourceBegin) + resource;
  }
  PAISQL_ASSIGN(statement.conditions, Conditions(json));
  return statement;
}

std::string MomentText(int64_t now_ms) {
  const auto seconds = static_cast<time_t>(now_ms / 1000);
  tm utc{};
  gmtime_r(&seconds, &utc);
  char text[32];
  return std::string(text, strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc));
}

bool Holds(const TimeCondition& condition, const std::string& now) {
  const int order = now.compare(condition.moment);
  if (condition.comparison == "=") return order == 0;
  if (condition.comparison == "!=") return order != 0;
  if (condition.comparison == "<") return order < 0;
  if (condition.comparison == "<=") return order <= 0;
  return condition.comparison == ">" ? order > 0 : order >= 0;
}

bool MatchesAny(const std::vector<std::string>& patterns, std::string_view text) {
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return MatchesPattern(pattern, text); });
}

}  // namespace

Result<Policy> ParsePolicy(std::string_view text, bool of_role, std::string_view account) {
  if (text.size() > kPolicyBytes) {
    return Wrong("has " + std::to_string(text.size()) + " bytes, 32 KB are the most",
                 "write patterns in place of single objects: acs:odps:*:projects/p/tables/a_*");
  }
  if (IsDeepJson(text)) return Wrong("nests too deep", "a policy nests 5 deep");
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& failure) {
    return Wrong("is not JSON: " + std::string(failure.what()),
                 "a comma too many before } or ] is the usual slip");
  }
  const Json* const list = json.is_object() ? Member(json, "Statement") : nullptr;
  if (list == nullptr || !list->is_array()) {
    return Wrong("has no list of statements",
                 "write {\"Version\": \"1\", \"Statement\": [{\"Effect\": \"Allow\", …}]}");
  }
  Policy policy;
  for (const Json& one : *list) {
    PAISQL_ASSIGN(PolicyStatement statement, ReadStatement(one, of_role, account));
    policy.statements.push_back(std::move(statement));
  }
  return policy;
}

bool MatchesPattern(std::string_view pattern, std::string_view text) {
  const std::string wanted = ToLower(pattern);
  const std::string given = ToLower(text);
  size_t p = 0;
  size_t t = 0;
  size_t star = std::string::npos;
  size_t after = 0;
  while (t < given.size()) {
    if (p < wanted.size() && wanted[p] == '*') {
      star = p++;
      after = t;
    } else if (p < wanted.size() && (wanted[p] == '?' || wanted[p] == given[t])) {
      ++p;
      ++t;
    } else if (star != std::string::npos) {
      p = star + 1;
      t = ++after;
    } else {
      return false;
    }
  }
  while (p < wanted.size() && wanted[p] == '*') ++p;
  return p == wanted.size();
}

bool AppliesTo(const PolicyStatement& statement, std::string_view user, std::string_view action,
               std::string_view resource, int64_t now_ms) {
  const std::string now = MomentText(now_ms);
  return (statement.principals.empty() || MatchesAny(statement.principals, user)) &&
         MatchesAny(statement.actions, std::string(kActionBegin) + std::string(action)) &&
         MatchesAny(statement.resources, resource) &&
         std::ranges::all_of(statement.conditions,
                             [&](const TimeCondition& condition) { return Holds(condition, now); });
}

}  // namespace paisql::access
