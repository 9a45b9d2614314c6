// Query acceleration MaxQA: how clients get to it. Its instances are like all others, since this
// machine runs each statement as soon as it can.

#include "rest/instances/maxqa.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>

#include "rest/named.h"
#include "rest/routes.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kConnectionBegin = "paisql-maxqa:";
constexpr std::string_view kUsualQuota = "maxqa";
constexpr size_t kQuotaBytes = 128;

bool CanBeQuota(std::string_view name) {
  const auto fits = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
           letter == '-' || letter == '.';
  };
  return !name.empty() && name.size() <= kQuotaBytes && std::ranges::all_of(name, fits);
}

std::optional<Answer> RefuseConnection(const std::string& quota, const std::string& project,
                                       Service& service) {
  if (!CanBeQuota(quota)) {
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
  const std::string quota = call.Get("quota", kUsualQuota);
  if (auto refusal = RefuseConnection(quota, call.Get("project"), service)) return *refusal;
  const nlohmann::json info = {
      {"connInfo", MaxQaConnection(quota)}, {"quotaNickName", quota}, {"quotaType", "FUXI_VW"}};
  return {200, "application/json", info.dump()};
}

// The same for clients in C++.
Answer OpenSession(const Call& call, Service& service) {
  if (!call.interactive) return XmlError(404, "NoSuchObject", "sessions are those of /mcqa");
  const std::string quota = call.Get("quota", kUsualQuota);
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

std::string MaxQaConnection(std::string_view quota) {
  return std::string(kConnectionBegin) + std::string(quota);
}

bool IsMaxQaConnection(std::string_view text) {
  return text.starts_with(kConnectionBegin) && CanBeQuota(text.substr(kConnectionBegin.size()));
}

std::span<const Route> MaxQaRoutes() { return kMaxQaRoutes; }

}  // namespace paisql::rest
