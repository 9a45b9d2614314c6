// CREATE ROLE, DROP ROLE, SHOW ROLES, LIST ROLES, GRANT and REVOKE … ON BUCKET. What a role may do
// with buckets is the home's; who has it and all else is the project's.

#include "oss/roles.h"

#include <algorithm>

#include "access/principal.h"
#include "base/text.h"
#include "oss/folders.h"
#include "session/display/layout.h"
#include "session/statements/access/handlers.h"
#include "session/statements/access/named.h"
#include "session/statements/answers.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

using Roles = std::vector<store::Role>;

Error NoSuchRole(const Roles& roles, const std::string& name, const SourceRange& range) {
  std::vector<std::string> names;
  for (const store::Role& role : roles) names.push_back(role.name);
  const std::string near = DidYouMean(name, names);
  return Error{ErrorCode::kInvalidMetaOperation, "role '" + name + "' does not exist", range,
               near.empty() ? "CREATE ROLE " + name + "; makes it, SHOW ROLES; lists them" : near};
}

Result<store::Role*> RequireHomeRole(Roles& roles, const syntax::Word& word) {
  const store::Role* found = oss::FindRole(roles, word.text);
  if (found == nullptr) return NoSuchRole(roles, word.text, word.range);
  return &roles[static_cast<size_t>(found - roles.data())];
}

// privilegeproperties("type"="admin"): its users manage users and roles.
Result<bool> Administers(const syntax::RoleStatement& statement) {
  bool administers = false;
  for (const syntax::WordProperty& property : statement.properties) {
    const bool type = EqualsIgnoreCase(property.name.text, "type");
    administers = type && EqualsIgnoreCase(property.value.text, "admin");
    if (type && (administers || EqualsIgnoreCase(property.value.text, "resource"))) continue;
    return Error{
        ErrorCode::kInvalidCommand,
        "a role has no property '" + property.name.text + "'='" + property.value.text + "'",
        property.name.range, "write \"type\"=\"admin\", or \"type\"=\"resource\""};
  }
  return administers;
}

Error RoleExists(const std::string& name, const SourceRange& range) {
  return Error{ErrorCode::kInvalidMetaOperation, "role '" + name + "' already exists", range,
               "IF NOT EXISTS passes over it"};
}

Status CreateRole(const syntax::RoleStatement& statement, Run& run) {
  const std::string& name = statement.name.text;
  PAISQL_TRY_AT(statement.name.range, oss::CheckRoleName(name));
  if (access::IsBuiltinRole(name)) {
    return statement.conditional ? Status::Ok() : Status(RoleExists(name, statement.name.range));
  }
  if (statement.arn.has_value()) {
    PAISQL_TRY_AT(statement.arn->range, oss::CheckArn(statement.arn->text, name));
  }
  PAISQL_ASSIGN(const bool administers, Administers(statement));
  const std::string arn = statement.arn.has_value() ? statement.arn->text : oss::DefaultArn(name);
  PAISQL_ASSIGN(const store::ProjectSecurity before, ReadSecurity(run));
  if (access::FindRole(before, name) != nullptr) {
    return statement.conditional ? Status::Ok() : Status(RoleExists(name, statement.name.range));
  }
  const auto make = [&](store::ProjectSecurity* security, Roles* roles) -> Status {
    if (access::FindRole(*security, name) != nullptr) {
      return statement.conditional ? Status::Ok() : Status(RoleExists(name, statement.name.range));
    }
    security->roles.push_back({name, administers, ""});
    if (oss::FindRole(*roles, name) == nullptr) {
      roles->push_back({name, arn, oss::FirstGrants(name)});
    }
    return Status::Ok();
  };
  return store::SecurityBook(run.state.catalog()).ChangeWithRoles(run.state.project, make);
}

// A role that users have stays, as on the platform.
Status DropFromProject(const std::string& name, const SourceRange& range,
                       store::ProjectSecurity* security) {
  std::vector<std::string> users;
  for (const store::Membership& member : security->members) {
    if (EqualsIgnoreCase(member.role, name)) users.push_back(member.user);
  }
  if (!users.empty()) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "role '" + name + "' is in use: " + Join(users, ", ") +
                     (users.size() == 1 ? " has it" : " have it"),
                 range, "REVOKE " + name + " FROM " + users.front() + "; first"};
  }
  std::erase_if(security->roles,
                [&](const store::ProjectRole& role) { return EqualsIgnoreCase(role.name, name); });
  std::erase_if(security->privileges, [&](const store::Privilege& one) {
    return one.to_role && EqualsIgnoreCase(one.grantee, name);
  });
  return Status::Ok();
}

Status DropRole(const syntax::RoleStatement& statement, Run& run) {
  const std::string& name = statement.name.text;
  if (access::IsBuiltinRole(name)) {
    return Error{ErrorCode::kInvalidMetaOperation, "every project has the role " + ToLower(name),
                 statement.name.range, "REVOKE it FROM its users"};
  }
  PAISQL_ASSIGN(const store::ProjectSecurity before, ReadSecurity(run));
  PAISQL_ASSIGN(const bool others,
                store::SecurityBook(run.state.catalog()).OthersHaveRole(run.state.project, name));
  PAISQL_ASSIGN(const Roles known, run.state.catalog().ListRoles());
  const bool here = access::FindRole(before, name) != nullptr;
  const bool in_home = oss::FindRole(known, name) != nullptr && !others;
  if (!here && !in_home) {
    if (statement.conditional) return Status::Ok();
    return RequireRole(before, name, statement.name.range).error();
  }
  const auto drop = [&](store::ProjectSecurity* security, Roles* roles) -> Status {
    if (here) PAISQL_TRY(DropFromProject(name, statement.name.range, security));
    if (others) return Status::Ok();
    std::erase_if(*roles,
                  [&](const store::Role& role) { return EqualsIgnoreCase(role.name, name); });
    return Status::Ok();
  };
  return store::SecurityBook(run.state.catalog()).ChangeWithRoles(run.state.project, drop);
}

// The grants that the statement names, each checked: one for every permission.
Result<std::vector<store::Grant>> GrantsOf(const syntax::GrantStatement& statement, Run& run) {
  std::string bucket;
  if (statement.bucket.has_value()) {
    const SourceRange& range = statement.bucket->range;
    PAISQL_ASSIGN_AT(range, bucket, oss::BucketName(statement.bucket->text));
    // A bucket may be gone, and what roles may do with it is then still to be taken away.
    if (!statement.revoke && !run.state.checking()) {
      PAISQL_TRY_AT(range, oss::RequireBucket(run.state.home(), bucket));
    }
  }
  std::vector<store::Grant> grants;
  for (const syntax::Word& word : statement.actions) {
    PAISQL_ASSIGN_AT(word.range, std::string action, oss::CheckAction(word.text));
    grants.push_back({std::move(action), bucket});
  }
  if (!statement.actions.empty()) return grants;
  for (const oss::Action action : oss::kActions) {
    grants.push_back({std::string(oss::ActionName(action)), bucket});
  }
  return grants;
}

}  // namespace

Status RunRole(const syntax::RoleStatement& statement, Run& run) {
  PAISQL_TRY(statement.drop ? DropRole(statement, run) : CreateRole(statement, run));
  run.out.Done();
  return Status::Ok();
}

Status RunGrant(const syntax::GrantStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::vector<store::Grant> grants, GrantsOf(statement, run));
  PAISQL_TRY(run.state.catalog().ChangeRoles([&](Roles* roles) -> Status {
    PAISQL_ASSIGN(store::Role * role, RequireHomeRole(*roles, statement.role));
    if (!statement.revoke) {
      oss::Give(grants, role);
      return Status::Ok();
    }
    PAISQL_TRY_AT(statement.bucket.has_value() ? statement.bucket->range : SourceRange(),
                  oss::TakeAway(grants, role));
    return Status::Ok();
  }));
  run.out.Done();
  return Status::Ok();
}

Result<Answer> ShowRoles(const syntax::ShowStatement& statement, Run& run) {
  const auto matches = [&](const std::string& name) {
    return statement.pattern.empty() || MatchesStarPattern(statement.pattern, name);
  };
  Answer answer;
  if (statement.listed) {
    PAISQL_ASSIGN(const store::ProjectSecurity security, ReadSecurity(run));
    answer.columns = {"role"};
    std::vector<std::string> names = {std::string(access::kAdministrator)};
    for (const store::ProjectRole& role : security.roles) names.push_back(role.name);
    names.emplace_back(access::kSuperAdministrator);
    for (const std::string& name : names) {
      if (matches(name)) answer.rows.push_back({name});
    }
    answer.text = Lines(answer);
    return answer;
  }
  PAISQL_ASSIGN(const Roles roles, run.state.catalog().ListRoles());
  const TimeZone zone = run.state.Zone();
  answer.columns = {"role", "arn", "created"};
  for (const store::Role& role : roles) {
    if (!matches(role.name)) continue;
    answer.rows.push_back({role.name, role.arn, zone.Format(role.created_ms / 1000)});
  }
  answer.text = Box(answer) + std::to_string(answer.rows.size()) + " roles\n";
  return answer;
}

}  // namespace paisql::session
