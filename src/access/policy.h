#pragma once

// Policies: JSON texts that allow and deny actions on objects by patterns. Pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::access {

inline constexpr size_t kPolicyBytes = 32 * 1024;  // of one policy, as the platform has it

// acs:CurrentTime compared with a moment.
struct TimeCondition {
  std::string_view comparison;  // "<", "<=", "=", "!=", ">=", ">"
  std::string moment;           // "2026-11-11T23:59:59Z"
};

struct PolicyStatement {
  bool allows = true;
  std::vector<std::string> principals;  // patterns of users; empty in the policy of a role
  std::vector<std::string> actions;     // patterns: "odps:Select", "odps:*"
  std::vector<std::string> resources;   // patterns: "acs:odps:*:projects/p/tables/t*"
  std::vector<TimeCondition> conditions;
};

struct Policy {
  std::vector<PolicyStatement> statements;
};

// kInvalidCommand with the cure for what is not a policy, or cannot be judged here. The policy of a
// role names no principals, that of a project must. Resources may leave "acs:odps:*:" out.
Result<Policy> ParsePolicy(std::string_view text, bool of_role, std::string_view account);

// Whether '*' for any text and '?' for one character make the pattern the text; letter case does
// not matter.
bool MatchesPattern(std::string_view pattern, std::string_view text);

// Whether the statement is about the action of this user on this resource at this moment (UTC
// milliseconds since the epoch).
bool AppliesTo(const PolicyStatement& statement, std::string_view user, std::string_view action,
               std::string_view resource, int64_t now_ms);

}  // namespace paisql::access
