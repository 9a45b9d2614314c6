// ?policy: the JSON text of a project's or a role's policy.

#include <array>

#include "access/policy.h"
#include "access/principal.h"
#include "base/text.h"
#include "rest/named.h"
#include "rest/routes.h"
#include "rest/security/project_security.h"

namespace paisql::rest {

namespace {

// What a role without a policy has; clients read it as JSON.
constexpr std::string_view kNoStatements = R"({"Statement":[],"Version":"1"})";

bool IsOfRole(const Call& call) { return call.path.size() == 4; }

// The policy's place; null for the roles that every project has.
Result<std::string*> PolicyOf(const Call& call, store::ProjectSecurity* security) {
  if (!IsOfRole(call)) return &security->policy;
  for (store::ProjectRole& role : security->roles) {
    if (EqualsIgnoreCase(role.name, call.path[3])) return &role.policy;
  }
  if (access::IsBuiltinRole(call.path[3])) return nullptr;
  return Error{ErrorCode::kResourceNotFound, "role " + call.path[3] + " does not exist", {}, ""};
}

Result<std::string> PolicyText(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(ProjectAsked asked, SecurityOf(call, catalog, access::Rank::kAdministrator));
  PAISQL_ASSIGN(const std::string* const policy, PolicyOf(call, &asked.security));
  if (policy != nullptr && !policy->empty()) return *policy;
  return std::string(IsOfRole(call) ? kNoStatements : "");
}

Answer GetPolicy(const Call& call, Service& service) {
  Answer answer = AnswerRead(call, service, PolicyText);
  if (answer.status == 200) answer.content_type = "application/json";
  return answer;
}

Status Put(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked, SecurityOf(call, catalog, access::Rank::kAdministrator));
  const std::string text(Trim(call.body));
  if (!text.empty()) {
    PAISQL_TRY(access::ParsePolicy(text, IsOfRole(call), session::AccountOf(asked.project)));
  }
  return store::SecurityBook(catalog).Change(
      asked.project.name, [&](store::ProjectSecurity* security) -> Status {
        PAISQL_ASSIGN(std::string* const policy, PolicyOf(call, security));
        if (policy == nullptr) {
          return Error{ErrorCode::kRuntimeArguments,
                       "the role " + call.path[3] + " has no policy of its own",
                       {},
                       ""};
        }
        *policy = text;
        return Status::Ok();
      });
}

// An empty text removes the policy.
Answer PutPolicy(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  if (const Status put = Put(call, **catalog); !put.ok()) return XmlErrorOf(put.error());
  return {200, "application/xml", ""};
}

Answer NoSecurityPolicy(const Call& call, Service& /*service*/) {
  return XmlError(405, "MethodNotAllowed",
                  "the security policy of " + call.path[1] + " is not offered");
}

constexpr std::array kPolicyRoutes = {
    Route{"GET", "/projects/{}", "policy", GetPolicy},
    Route{"PUT", "/projects/{}", "policy", PutPolicy},
    Route{"GET", "/projects/{}", "security_policy", NoSecurityPolicy},
    Route{"PUT", "/projects/{}", "security_policy", NoSecurityPolicy},
    Route{"GET", "/projects/{}/roles/{}", "policy", GetPolicy},
    Route{"PUT", "/projects/{}/roles/{}", "policy", PutPolicy},
};

}  // namespace

std::span<const Route> PolicyRoutes() { return kPolicyRoutes; }

}  // namespace paisql::rest
