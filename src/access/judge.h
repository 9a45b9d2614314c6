#pragma once

// Whether a user of a project may do something. Pure.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "access/objects.h"
#include "store/security.h"

namespace paisql::access {

struct Question {
  std::string_view user;  // the whole name
  const ObjectType* type = nullptr;
  std::string project;
  std::string object;     // its name; "" for the project
  int64_t object_id = 0;  // of a table or view that is there
  std::string owner;      // who made it, "" for nobody
  std::string_view action;
  int64_t now_ms = 0;
};

struct Judgement {
  bool allowed = false;
  bool denied = false;  // by a policy
  // Only these columns are allowed, in lower case; nullopt: all of them.
  std::optional<std::set<std::string>> columns = {};
};

// The project's settings that count here, with their defaults.
struct SecuritySetting {
  std::string_view name;
  bool by_default;
};
inline constexpr SecuritySetting kUsesAcl = {"CheckPermissionUsingACL", true};
inline constexpr SecuritySetting kUsesPolicy = {"CheckPermissionUsingPolicy", true};
inline constexpr SecuritySetting kCreatorAccess = {"ObjectCreatorHasAccessPermission", true};
inline constexpr SecuritySetting kCreatorGrants = {"ObjectCreatorHasGrantPermission", true};
bool IsSet(const store::ProjectSecurity& security, const SecuritySetting& setting);

bool HasUser(const store::ProjectSecurity& security, std::string_view user);
// Null for an unknown name, and for a role that every project has.
const store::ProjectRole* FindRole(const store::ProjectSecurity& security, std::string_view name);
// The roles of the user, in the order of their names.
std::vector<std::string> RolesOf(const store::ProjectSecurity& security, std::string_view user);

enum class Rank {
  kUser,
  kManager,             // of users, roles and permissions: a role of the type "admin"
  kAdministrator,       // of everything but the security settings
  kSuperAdministrator,  // of everything
};
Rank RankOf(const store::ProjectSecurity& security, std::string_view user);

// For a user of the project who does not own it. Deny of a policy comes first, then what the roles
// admin and super_administrator allow, permissions on the object, Allow of a policy, and what the
// user has made.
Judgement Judge(const store::ProjectSecurity& security, const Question& question);

}  // namespace paisql::access
