#pragma once

// Roles of a home: their possible names and permissions, and the rules that a job gets from them.
// oss/access.h applies the rules to file operations.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "oss/access.h"
#include "store/catalog.h"
#include "store/roles.h"

namespace paisql::oss {

// kInvalidCommand unless the name is 1 to 64 letters, digits, '.', '-' and '_'.
Status CheckRoleName(std::string_view name);
// The same for "acs:ram::<uid>:role/<name>" of this role.
Status CheckArn(std::string_view arn, std::string_view role);
// The ARN of a role that was given none.
std::string DefaultArn(std::string_view role);

// The grants of a new role. The platform's default role has all four permissions for all buckets,
// other roles have no permission.
std::vector<store::Grant> FirstGrants(std::string_view role);

// The permission as it is stored, in the spelling of its documents: letter case, and the
// oss:DeleteObject of newer documents, do not matter. kInvalidCommand, with those that there are,
// for any other.
Result<std::string> CheckAction(std::string_view text);

// By name or ARN, letter case apart. Null when there is none.
const store::Role* FindRole(const std::vector<store::Role>& roles, std::string_view name_or_arn);

// The role may do this from now on.
void Give(const std::vector<store::Grant>& grants, store::Role* role);
// The role may not do it any more; grants on all buckets (of bucket "") go with those on each.
// kInvalidMetaOperation where one bucket is named and the role has the permission on all.
Status TakeAway(const std::vector<store::Grant>& grants, store::Role* role);
// Revokes all grants for a dropped bucket: a later bucket of that name begins without grants.
Status RevokeAll(store::Catalog& catalog, const std::string& bucket);

// Every grant of every role, and no bucket.
Access AccessOf(const std::vector<store::Role>& roles);

}  // namespace paisql::oss
