#include "rest/security/question.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "access/judge.h"
#include "access/principal.h"
#include "base/text.h"
#include "rest/statements.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"
#include "syntax/statements/access.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/show.h"
#include "syntax/statements/storage.h"
#include "syntax/statements/tables.h"

namespace paisql::rest {

namespace {

using syntax::If;

bool IsAboutSecurity(const syntax::Statement& statement) {
  using syntax::ShowWhat;
  if (const auto* show = If<syntax::ShowStatement>(statement)) {
    constexpr ShowWhat kWhats[] = {ShowWhat::kUsers,     ShowWhat::kRoles,    ShowWhat::kGrants,
                                   ShowWhat::kAcl,       ShowWhat::kSecurity, ShowWhat::kOwner,
                                   ShowWhat::kPrincipals};
    return std::ranges::find(kWhats, show->what) != std::end(kWhats);
  }
  if (const auto* describe = If<syntax::DescribeStatement>(statement)) {
    return describe->what == syntax::DescribeWhat::kRole;
  }
  // PUT POLICY reads a file, which the client sends in another way.
  if (const auto* policy = If<syntax::PolicyStatement>(statement)) {
    return policy->action != syntax::PolicyAction::kPut;
  }
  return syntax::IsA<syntax::UserStatement, syntax::RoleStatement, syntax::PrivilegeStatement,
                     syntax::GrantStatement, syntax::NoEffectStatement>(statement);
}

Answer NoObject(const std::string& what) {
  return XmlError(404, "NoSuchObject", "ODPS-0420111: " + what + " does not exist");
}

Answer Exists(const std::string& what) {
  return XmlError(409, "ObjectAlreadyExists", "ODPS-0420041: " + what + " already exists");
}

bool HasRole(const store::ProjectSecurity& security, const std::string& name) {
  return access::IsBuiltinRole(name) || access::FindRole(security, name) != nullptr;
}

bool KnowsUser(const store::ProjectSecurity& security, const std::string& name,
               std::string_view account) {
  const Result<std::string> user = access::ReadUser(name, account);
  return user.ok() && access::HasUser(security, *user);
}

std::optional<Answer> RefuseGrant(const syntax::PrivilegeStatement& grant,
                                  const store::ProjectSecurity& security,
                                  std::string_view account) {
  if (!grant.object.has_value()) {
    for (const syntax::Word& role : grant.actions) {
      if (!HasRole(security, role.text)) return NoObject("the role " + role.text);
    }
  }
  const std::string& name = grant.grantee.name.text;
  if (grant.grantee.role && !HasRole(security, name)) return NoObject("the role " + name);
  if (!grant.grantee.role && !KnowsUser(security, name, account)) {
    return NoObject("the user " + name);
  }
  return std::nullopt;
}

// The rows of SHOW GRANTS, those of one grantee and object together.
nlohmann::json GrantsJson(const session::Answer& answer) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& row : answer.rows) {
    if (row.size() < 3 || !row[2].has_value() || row[2]->empty()) continue;
    const bool same =
        !list.empty() && list.back()["Principal"] == *row[0] && list.back()["Resource"] == *row[1];
    if (!same) {
      list.push_back({{"Effect", "Allow"},
                      {"Principal", *row[0]},
                      {"Resource", *row[1]},
                      {"Action", nlohmann::json::array()}});
    }
    list.back()["Action"].push_back("odps:" + *row[2]);
  }
  return list;
}

// Lists of one column are lists, and settings an object.
nlohmann::json AnswerJson(const session::Answer& answer) {
  if (answer.columns == std::vector<std::string>{"grantee", "object", "permission"}) {
    return {{"ACL", GrantsJson(answer)}};
  }
  nlohmann::json list = nlohmann::json::array();
  for (const auto& row : answer.rows) {
    if (row.size() == 1) {
      list.push_back(row[0].value_or(""));
      continue;
    }
    nlohmann::json object = nlohmann::json::object();
    for (size_t i = 0; i < row.size() && i < answer.columns.size(); ++i) {
      object[answer.columns[i]] = row[i].value_or("");
    }
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace

Result<Question> ReadQuestion(std::string_view text) {
  std::string_view one = Trim(text);
  while (one.ends_with(';')) one = Trim(one.substr(0, one.size() - 1));
  Question question{std::string(one), nullptr};
  PAISQL_ASSIGN(question.statement, syntax::ParseStatement(question.text));
  if (question.statement != nullptr && IsAboutSecurity(*question.statement)) return question;
  return Error{ErrorCode::kUnsupported,
               "this statement is not about users, roles or permissions",
               {},
               "submit it as an instance"};
}

std::optional<Answer> RefuseNames(const Question& question, const store::ProjectSecurity& security,
                                  std::string_view account) {
  const syntax::Statement& statement = *question.statement;
  if (const auto* user = If<syntax::UserStatement>(statement)) {
    const bool known = KnowsUser(security, user->name.text, account);
    const std::string what = "the user " + user->name.text;
    if (user->action == syntax::UserAction::kAdd && known) return Exists(what);
    if (user->action == syntax::UserAction::kRemove && !known) return NoObject(what);
  } else if (const auto* role = If<syntax::RoleStatement>(statement)) {
    const bool known = HasRole(security, role->name.text);
    const std::string what = "the role " + role->name.text;
    if (!role->conditional && !role->drop && known) return Exists(what);
    if (!role->conditional && role->drop && !known) return NoObject(what);
  } else if (const auto* grant = If<syntax::PrivilegeStatement>(statement)) {
    return RefuseGrant(*grant, security, account);
  } else if (const auto* describe = If<syntax::DescribeStatement>(statement)) {
    const std::string name = describe->name.ToString();
    if (!HasRole(security, name)) return NoObject("the role " + name);
  }
  return std::nullopt;
}

Result<std::string> AnswerQuestion(const Call& call, Service& service, const std::string& place,
                                   const Question& question, bool json) {
  PAISQL_ASSIGN(const Said said, RunForAnswers(call, service, place, question.text));
  if (!json) return said.text;
  if (said.answers.empty()) return nlohmann::json("OK").dump();
  return AnswerJson(said.answers.front())
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace paisql::rest
