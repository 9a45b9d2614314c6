// /authorization: statements about users, roles and permissions, and bearer tokens.

#include <array>
#include <nlohmann/json.hpp>

#include "access/policy.h"
#include "base/coding/json_depth.h"
#include "base/coding/xml_reader.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/routes.h"
#include "rest/security/question.h"
#include "session/permissions.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

constexpr double kHourSeconds = 3600;
constexpr double kDefaultHours = 24;
constexpr double kMostHours = 24.0 * 30;

Answer Told(std::string_view result) {
  return {200, "application/xml", Nested("Authorization", Element("Result", result))};
}

// The project and its owner, where the user may enter it.
Result<store::Project> EnteredProjectOf(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::optional<store::Project> project,
                catalog.FindProject(store::ProjectOfPlace(call.path[1])));
  if (!project.has_value()) {
    return Error{
        ErrorCode::kProjectNotFound, "project " + call.path[1] + " cannot be resolved", {}, ""};
  }
  PAISQL_TRY(session::Permissions(catalog, call.user).RequireUser(project->name, {}));
  return *project;
}

// Clients read it as JSON whatever they have asked for.
std::string WhoamiJson(const Call& call, const store::Project& project) {
  const std::string& name = call.user.empty() ? project.owner : call.user;
  return nlohmann::json{{"DisplayName", name}, {"ID", name}, {"ProjectName", project.name}}.dump();
}

// The schema that the settings name, for names of tables.
std::string PlaceAsked(const Call& call, const XmlElement& root, const std::string& project) {
  const XmlElement* const settings = root.Child("Settings");
  std::string schema = SchemaOf(call);
  if (settings != nullptr && !IsDeepJson(settings->text)) {
    const nlohmann::json json = nlohmann::json::parse(settings->text, nullptr, false);
    const auto named = json.is_object() ? json.find("odps.default.schema") : json.end();
    if (json.is_object() && named != json.end() && named->is_string() &&
        !named->get_ref<const std::string&>().empty()) {
      schema = *named;
    }
  }
  return store::PlaceText(project, schema);
}

// The question's answer, or what speaks against it.
Answer AnswerOf(const Call& call, Service& service, store::Catalog& catalog,
                const store::Project& project, const XmlElement& root) {
  const XmlElement* const query = root.Child("Query");
  const XmlElement* const format = root.Child("ResponseInJsonFormat");
  const bool json = format != nullptr && EqualsIgnoreCase(format->text, "true");
  const std::string words = ToUpper(Trim(query->text.substr(0, query->text.find(';'))));
  if (words == "WHOAMI") return Told(WhoamiJson(call, project));
  // Users of both kinds are known here (access/principal.h).
  if (words == "LIST ACCOUNTPROVIDERS") return Told(json ? R"(["ALIYUN","RAM"])" : "ALIYUN, RAM");
  const Result<Question> question = ReadQuestion(query->text);
  if (!question.ok()) return XmlErrorOf(question.error());
  const auto security = store::SecurityBook(catalog).Read(project.name);
  if (!security.ok()) return XmlErrorOf(security.error());
  const Result<std::string> answer =
      AnswerQuestion(call, service, PlaceAsked(call, root, project.name), *question, json);
  if (answer.ok()) return Told(*answer);
  std::optional<Answer> refusal;
  if (answer.error().code == ErrorCode::kInvalidMetaOperation) {
    refusal = RefuseNames(*question, *security, session::AccountOf(project));
  }
  return refusal ? *std::move(refusal) : XmlErrorOf(answer.error());
}

Answer AskSecurity(const Call& call, Service& service) {
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  if (!document.ok()) return XmlError(400, "InvalidParameter", document.error().detail);
  if (document->root().Child("Query") == nullptr) {
    return XmlError(400, "InvalidParameter", "there is no <Query>");
  }
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<store::Project> project = EnteredProjectOf(call, **catalog);
  if (!project.ok()) return XmlErrorOf(project.error());
  return AnswerOf(call, service, **catalog, *project, document->root());
}

struct TokenWish {
  std::string policy;
  int64_t seconds = 0;
};

// {"expires_in_hours": 24, "policy": {…}}, or a policy alone.
Result<TokenWish> ReadWish(const std::string& body) {
  const auto wrong = [](std::string detail) {
    return Error{ErrorCode::kRuntimeArguments, std::move(detail), {}, ""};
  };
  if (body.size() > 2 * access::kPolicyBytes || IsDeepJson(body)) {
    return wrong("the policy of a token is too large");
  }
  const nlohmann::json json = nlohmann::json::parse(body, nullptr, false);
  if (!json.is_object()) return wrong("the body is not a JSON object");
  const auto hours = json.find("expires_in_hours");
  const auto policy = json.find("policy");
  double asked = kDefaultHours;
  if (hours != json.end()) asked = hours->is_number() ? hours->get<double>() : 0;
  if (!(asked > 0 && asked <= kMostHours)) {
    return wrong("expires_in_hours is a number up to 720");
  }
  const nlohmann::json& text = policy == json.end() ? json : *policy;
  return TokenWish{text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                   static_cast<int64_t>(asked * kHourSeconds)};
}

Answer SignToken(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<store::Project> project = EnteredProjectOf(call, **catalog);
  if (!project.ok()) return XmlErrorOf(project.error());
  const Result<TokenWish> wish = ReadWish(call.body);
  if (!wish.ok()) return XmlErrorOf(wish.error());
  const Result<access::Policy> policy = access::ParsePolicy(wish->policy, true, "");
  if (!policy.ok()) return XmlErrorOf(policy.error());
  return Told(service.identities.Now()->SignToken(call.access_id, wish->policy,
                                                  NowMs() / 1000 + wish->seconds));
}

constexpr std::array kAuthorizationRoutes = {
    Route{"POST", "/projects/{}/authorization", "sign_bearer_token", SignToken},
    Route{"POST", "/projects/{}/authorization", "", AskSecurity},
};

}  // namespace

std::span<const Route> AuthorizationRoutes() { return kAuthorizationRoutes; }

}  // namespace paisql::rest
