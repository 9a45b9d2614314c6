// CREATE ROLE, DROP ROLE, GRANT and REVOKE … ON BUCKET, SHOW ROLES, SHOW GRANTS.

#include "oss/roles.h"

#include <algorithm>

#include "base/text.h"
#include "oss/folders.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/storage/handlers.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

using Roles = std::vector<store::Role>;

constexpr std::string_view kAllBuckets = "*";

Error NoSuchRole(const Roles& roles, const std::string& name, const SourceRange& range) {
  std::vector<std::string> names;
  for (const store::Role& role : roles) names.push_back(role.name);
  const std::string near = DidYouMean(name, names);
  return Error{ErrorCode::kInvalidMetaOperation, "role '" + name + "' does not exist", range,
               near.empty() ? "CREATE ROLE " + name + "; makes it, SHOW ROLES; lists them" : near};
}

Result<store::Role*> RequireRole(Roles& roles, const syntax::Word& word) {
  const store::Role* found = oss::FindRole(roles, word.text);
  if (found == nullptr) return NoSuchRole(roles, word.text, word.range);
  return &roles[static_cast<size_t>(found - roles.data())];
}

Status CreateRole(const syntax::RoleStatement& statement, Run& run) {
  const std::string& name = statement.name.text;
  PAISQL_TRY_AT(statement.name.range, oss::CheckRoleName(name));
  if (statement.arn.has_value()) {
    PAISQL_TRY_AT(statement.arn->range, oss::CheckArn(statement.arn->text, name));
  }
  const std::string arn = statement.arn.has_value() ? statement.arn->text : oss::DefaultArn(name);
  return run.state.catalog().ChangeRoles([&](Roles* roles) -> Status {
    if (oss::FindRole(*roles, name) != nullptr) {
      if (statement.conditional) return Status::Ok();
      return Error{ErrorCode::kInvalidMetaOperation, "role '" + name + "' already exists",
                   statement.name.range, "IF NOT EXISTS passes over it"};
    }
    roles->push_back({name, arn, oss::FirstGrants(name)});
    return Status::Ok();
  });
}

Status DropRole(const syntax::RoleStatement& statement, Run& run) {
  return run.state.catalog().ChangeRoles([&](Roles* roles) -> Status {
    const store::Role* found = oss::FindRole(*roles, statement.name.text);
    if (found == nullptr && statement.conditional) return Status::Ok();
    if (found == nullptr) return NoSuchRole(*roles, statement.name.text, statement.name.range);
    roles->erase(roles->begin() + (found - roles->data()));
    return Status::Ok();
  });
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
    PAISQL_ASSIGN(store::Role * role, RequireRole(*roles, statement.role));
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
  PAISQL_ASSIGN(const Roles roles, run.state.catalog().ListRoles());
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"role", "arn", "created"};
  for (const store::Role& role : roles) {
    if (!statement.pattern.empty() && !MatchesStarPattern(statement.pattern, role.name)) continue;
    answer.rows.push_back({role.name, role.arn, zone.Format(role.created_ms / 1000)});
  }
  answer.text = Box(answer) + std::to_string(answer.rows.size()) + " roles\n";
  return answer;
}

Result<Answer> ShowGrants(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const Roles roles, run.state.catalog().ListRoles());
  const std::optional<syntax::Identifier>& wanted = statement.role;
  if (wanted.has_value() && oss::FindRole(roles, wanted->text) == nullptr) {
    return NoSuchRole(roles, wanted->text, wanted->range);
  }
  std::string bucket;
  if (statement.bucket.has_value()) {
    PAISQL_ASSIGN_AT(statement.bucket->range, bucket, oss::BucketName(statement.bucket->text));
  }
  Answer answer;
  answer.columns = {"role", "bucket", "permission"};
  for (const store::Role& role : roles) {
    if (wanted.has_value() && &role != oss::FindRole(roles, wanted->text)) continue;
    for (const store::Grant& grant : role.grants) {
      if (!bucket.empty() && !grant.bucket.empty() && grant.bucket != bucket) continue;
      answer.rows.push_back({role.name,
                             grant.bucket.empty() ? std::string(kAllBuckets) : grant.bucket,
                             grant.action});
    }
  }
  answer.text = Box(answer) + std::to_string(answer.rows.size()) + " grants\n";
  return answer;
}

}  // namespace paisql::session
