#include "oss/roles.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace paisql::oss {

namespace {

constexpr size_t kRoleNameLength = 64;
constexpr std::string_view kArnBegin = "acs:ram::";
constexpr std::string_view kBeforeName = ":role/";

bool IsRoleCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
}

Error Invalid(const std::string& detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, detail, {}, std::move(hint)};
}

}  // namespace

Status CheckRoleName(std::string_view name) {
  const bool plain = std::all_of(name.begin(), name.end(), IsRoleCharacter);
  if (plain && !name.empty() && name.size() <= kRoleNameLength && name != "-") return Status::Ok();
  return Invalid("'" + std::string(name) + "' cannot be the name of a role",
                 "a name has 1 to 64 letters, digits, '.', '-' and '_'");
}

Status CheckArn(std::string_view arn, std::string_view role) {
  const bool whole = arn.starts_with(kArnBegin) && arn.find(kBeforeName) != std::string_view::npos;
  if (whole && EqualsIgnoreCase(RoleName(arn), role)) return Status::Ok();
  return Invalid("'" + std::string(arn) + "' is not an ARN of the role " + std::string(role),
                 "write acs:ram::<uid>:role/" + ToLower(role));
}

std::string DefaultArn(std::string_view role) {
  // The number of an account in the platform's form; a home has one account.
  return std::string(kArnBegin) + "1" + std::string(kBeforeName) + ToLower(role);
}

std::vector<store::Grant> FirstGrants(std::string_view role) {
  std::vector<store::Grant> grants;
  if (!EqualsIgnoreCase(role, kDefaultRole)) return grants;
  for (const Action action : kActions) grants.push_back({std::string(ActionName(action)), ""});
  return grants;
}

Result<std::string> CheckAction(std::string_view text) {
  std::vector<std::string> names;
  for (const Action action : kActions) {
    names.emplace_back(ActionName(action));
    if (EqualsIgnoreCase(text, names.back())) return names.back();
    if (EqualsIgnoreCase(std::string(text) + "s", names.back())) return names.back();
  }
  const std::string near = DidYouMean(text, names);
  return Invalid("there is no permission '" + std::string(text) + "'",
                 near.empty() ? "there are " + Join(names, ", ") + "; ALL means them all" : near);
}

const store::Role* FindRole(const std::vector<store::Role>& roles, std::string_view name_or_arn) {
  const std::string name = RoleName(name_or_arn);
  const auto found = std::find_if(roles.begin(), roles.end(), [&](const store::Role& role) {
    return EqualsIgnoreCase(role.name, name);
  });
  return found == roles.end() ? nullptr : &*found;
}

Access AccessOf(const std::vector<store::Role>& roles) {
  Access access;
  for (const store::Role& role : roles) {
    for (const store::Grant& grant : role.grants) {
      access.AddGrant(role.name, grant.bucket, grant.action);
    }
  }
  return access;
}

void Give(const std::vector<store::Grant>& grants, store::Role* role) {
  for (const store::Grant& grant : grants) {
    if (std::ranges::find(role->grants, grant) == role->grants.end()) role->grants.push_back(grant);
  }
}

Status TakeAway(const std::vector<store::Grant>& grants, store::Role* role) {
  for (const store::Grant& grant : grants) {
    const store::Grant on_all = {grant.action, ""};
    if (grant.bucket.empty() || std::ranges::find(role->grants, on_all) == role->grants.end()) {
      continue;
    }
    return Error{ErrorCode::kInvalidMetaOperation,
                 "role " + role->name + " has " + grant.action + " on all buckets",
                 {},
                 "REVOKE " + grant.action + " ON ALL BUCKETS FROM ROLE " + role->name +
                     "; then GRANT it on its buckets"};
  }
  std::erase_if(role->grants, [&](const store::Grant& held) {
    return std::ranges::any_of(grants, [&](const store::Grant& gone) {
      return gone.action == held.action && (gone.bucket.empty() || gone.bucket == held.bucket);
    });
  });
  return Status::Ok();
}

Status RevokeAll(store::Catalog& catalog, const std::string& bucket) {
  const auto of_bucket = [&](const store::Grant& grant) { return grant.bucket == bucket; };
  PAISQL_ASSIGN(const std::vector<store::Role> roles, catalog.ListRoles());
  const bool granted = std::any_of(roles.begin(), roles.end(), [&](const store::Role& role) {
    return std::any_of(role.grants.begin(), role.grants.end(), of_bucket);
  });
  if (!granted) return Status::Ok();
  return catalog.ChangeRoles([&](std::vector<store::Role>* changed) {
    for (store::Role& role : *changed) std::erase_if(role.grants, of_bucket);
    return Status::Ok();
  });
}

}  // namespace paisql::oss
