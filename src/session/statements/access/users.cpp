// ADD USER, REMOVE USER, PURGE PRIVS FROM USER, LIST USERS, SHOW PRINCIPALS.

#include <algorithm>

#include "base/system/clock.h"
#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/access/handlers.h"
#include "session/statements/access/named.h"
#include "session/statements/answers.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

Status Add(const std::string& user, const SourceRange& range, store::ProjectSecurity* security) {
  if (access::HasUser(*security, user)) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "principal " + user + " already exists in the project", range,
                 "LIST USERS; lists them"};
  }
  security->users.push_back({user, NowMs()});
  return Status::Ok();
}

// What was granted on objects stays for the day on which the user comes back, as on the platform.
Status Remove(const std::string& user, const SourceRange& range, store::ProjectSecurity* security) {
  const std::vector<std::string> roles = access::RolesOf(*security, user);
  if (!roles.empty()) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "user " + user + " still has the role " + Join(roles, ", "), range,
                 "REVOKE " + roles.front() + " FROM " + user + "; first"};
  }
  std::erase_if(security->users, [&](const store::ProjectUser& one) { return one.name == user; });
  return Status::Ok();
}

Status Purge(const std::string& user, const SourceRange& range, store::ProjectSecurity* security) {
  if (access::HasUser(*security, user)) {
    return Error{ErrorCode::kInvalidMetaOperation, "user " + user + " is in the project", range,
                 "REMOVE USER " + user + "; first, or REVOKE single permissions"};
  }
  std::erase_if(security->privileges, [&](const store::Privilege& one) {
    return !one.to_role && EqualsIgnoreCase(one.grantee, user);
  });
  return Status::Ok();
}

}  // namespace

Status RunUser(const syntax::UserStatement& statement, Run& run) {
  const SourceRange& range = statement.name.range;
  PAISQL_ASSIGN(const std::string user, UserNamed(statement.name.text, range, run));
  PAISQL_TRY(ChangeSecurity(run, [&](store::ProjectSecurity* security) -> Status {
    switch (statement.action) {
      case syntax::UserAction::kAdd:
        return Add(user, range, security);
      case syntax::UserAction::kRemove: {
        PAISQL_ASSIGN(const std::string known, RequireUser(*security, user, range, run));
        return Remove(known, range, security);
      }
      case syntax::UserAction::kPurge:
        return Purge(user, range, security);
    }
    PAISQL_UNREACHABLE("a statement about users without its case");
  }));
  run.out.Done();
  return Status::Ok();
}

Result<Answer> ShowUsers(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::ProjectSecurity security, ReadSecurity(run));
  Answer answer;
  answer.columns = {"user"};
  for (const store::ProjectUser& user : security.users) {
    if (!statement.pattern.empty() && !MatchesStarPattern(statement.pattern, user.name)) continue;
    answer.rows.push_back({user.name});
  }
  answer.text = Lines(answer);
  return answer;
}

Result<Answer> ShowPrincipals(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::ProjectSecurity security, ReadSecurity(run));
  PAISQL_ASSIGN(const std::string role,
                RequireRole(security, statement.role->text, statement.role->range));
  Answer answer;
  answer.columns = {"user"};
  for (const store::Membership& member : security.members) {
    if (EqualsIgnoreCase(member.role, role)) answer.rows.push_back({member.user});
  }
  answer.text = Lines(answer);
  return answer;
}

}  // namespace paisql::session
