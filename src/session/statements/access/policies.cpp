// GET POLICY, PUT POLICY, DELETE POLICY: of the project, or of a role.

#include <filesystem>

#include "access/policy.h"
#include "base/files/source_file.h"
#include "base/text.h"
#include "session/statements/access/handlers.h"
#include "session/statements/access/named.h"
#include "session/statements/answers.h"

namespace paisql::session {

namespace {

// Of a policy that cannot be right, no more is read than says so.
Result<std::string> ReadPolicyFile(const syntax::Word& path, Run& run) {
  const std::string file = run.state.ResolvePath(path.text);
  PAISQL_ASSIGN_AT(path.range, std::string text, ReadSource(file, access::kPolicyBytes + 1));
  return text;
}

// The policy's place in the project's rows; kInvalidMetaOperation for an unknown role.
Result<std::string*> PolicyOf(const std::optional<syntax::Word>& role,
                              store::ProjectSecurity* security) {
  if (!role.has_value()) return &security->policy;
  PAISQL_ASSIGN(const std::string name, RequireRole(*security, role->text, role->range));
  for (store::ProjectRole& one : security->roles) {
    if (one.name == name) return &one.policy;
  }
  return Error{ErrorCode::kInvalidMetaOperation, "the role " + name + " has no policy of its own",
               role->range, "choose a role of the project: LIST ROLES; lists them"};
}

}  // namespace

Status RunPolicy(const syntax::PolicyStatement& statement, Run& run) {
  PAISQL_ASSIGN(store::ProjectSecurity security, ReadSecurity(run));
  PAISQL_ASSIGN(const std::string* const policy, PolicyOf(statement.role, &security));
  if (statement.action == syntax::PolicyAction::kGet) {
    Answer answer;
    answer.columns = {"policy"};
    if (!policy->empty()) answer.rows.push_back({std::string(Trim(*policy))});
    answer.text = policy->empty() || policy->ends_with('\n') ? *policy : *policy + "\n";
    PAISQL_TRY(run.out.Show(answer));
    run.out.Done();
    return Status::Ok();
  }
  std::string text;
  if (statement.action == syntax::PolicyAction::kPut) {
    PAISQL_ASSIGN(text, ReadPolicyFile(*statement.path, run));
    PAISQL_ASSIGN(const store::Project project, ThisProject(run));
    PAISQL_TRY_AT(statement.path->range,
                  access::ParsePolicy(text, statement.role.has_value(), AccountOf(project)));
  }
  PAISQL_TRY(ChangeSecurity(run, [&](store::ProjectSecurity* changed) -> Status {
    PAISQL_ASSIGN(std::string* const place, PolicyOf(statement.role, changed));
    *place = text;
    return Status::Ok();
  }));
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
