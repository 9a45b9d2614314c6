#pragma once

// The names of users. A user of an account is ALIYUN$<account>, one that an account has made is
// RAM$<account>:<user>, and a role that it has made RAM$<account>:role/<role>. Names compare
// without regard to letter case. Pure.

#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::access {

// The whole name: "bob@aliyun.com" is ALIYUN$bob@aliyun.com, and "RAM$allen" is RAM$<account>:allen
// for the account that owns the project. kInvalidCommand for anything that is not a name.
Result<std::string> ReadUser(std::string_view text, std::string_view account);

// Users with one of these roles administer a project; every project has them.
inline constexpr std::string_view kAdministrator = "admin";
inline constexpr std::string_view kSuperAdministrator = "super_administrator";
bool IsBuiltinRole(std::string_view role);

}  // namespace paisql::access
