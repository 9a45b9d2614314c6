// Query acceleration MaxQA: how clients get to it. Its instances are like all others, since this
// machine runs each statement as soon as it can.

#include "rest/maxqa.h"

#include <array>
#include <nlohmann/json.hpp>

#include "rest/named.h"
#include "rest/routes.h"

namespace paisql::rest {

namespace {

std::optional<Answer> RefuseConnection(const std::string& quota, const std::string& project,
                                       Service& service) {
  if (!CanBeMaxQaQuota(quota)) {
    return XmlError(400, "InvalidParameter", "'" + quota + "' is not a name of a quota");
  }
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  Call call;
  call.path = {"projects", project};
  const Result<std::string> found = ProjectOf(call, **catalog);
  if (!found.ok()) return XmlErrorOf(found.error());
  return std::nullopt;
}

// What clients ask first.
Answer TellConnection(const Call& call, Service& service) {
  const std::string quota = call.Get("quota", kMaxQaQuota);
  if (auto refusal = RefuseConnection(quota, call.Get("project"), service)) return *refusal;
  const nlohmann::json info = {
      {"connInfo", MaxQaConnection(quota)}, {"quotaNickName", quota}, {"quotaType", "FUXI_VW"}};
  return {200, "application/json", info.dump()};
}

// The same for clients in C++.
Answer OpenSession(const Call& call, Service& service) {
  if (!call.interactive) return XmlError(404, "NoSuchObject", "sessions are those of /mcqa");
  const std::string quota = call.Get("quota", kMaxQaQuota);
  if (auto refusal = RefuseConnection(quota, call.path[1], service)) return *refusal;
  Answer answer{200, "application/json", "{}"};
  answer.headers.emplace_back(kMaxQaHeader, MaxQaConnection(quota));
  return answer;
}

constexpr std::array kMaxQaRoutes = {
    Route{"GET", "/connection/mcqa", "", TellConnection},
    Route{"POST", "/projects/{}/sessions", "", OpenSession},
};

}  // namespace

std::span<const Route> MaxQaRoutes() { return kMaxQaRoutes; }

}  // namespace paisql::rest
