#pragma once

// What a token lets its bearer ask. A pure function.

#include <cstdint>
#include <optional>

#include "access/policy.h"
#include "rest/call.h"

namespace paisql::rest {

// The answer to a request beyond the token's policy, 403; nullopt for a request that the policy
// allows, or that has no token. What is not known to be about a single object, or a project's list
// or new objects, is beyond every policy. Statements meet the policy once more when they run
// (session/permissions.h).
std::optional<Answer> RefuseBeyondToken(const Call& call, int64_t now_ms);

}  // namespace paisql::rest
