#include "fleet/service_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "fleet/stored_properties.h"
#include "serving/settings/group.h"

namespace paisql::fleet {

namespace {

using serving::GroupPlace;
using store::Service;
using store::ServiceRole;
using store::ServiceVersion;

constexpr double kPercent = 100;
constexpr const char* kNoShare = "0";
constexpr const char* kAllShare = "100";
constexpr const char* kAnyShare = "auto";

const std::string kGroup(serving::kGroupProperty);
const std::string kWeight(serving::kGroupWeightProperty);

GroupPlace PlaceOf(const Service& service) {
  return serving::ReadGroupPlace(StoredProperties(service.properties));
}

Result<std::vector<Service>> ServicesOf(const std::string& group, store::Catalog& catalog) {
  store::ServiceCatalog services(catalog);
  PAISQL_ASSIGN(std::vector<Service> all, services.List());
  std::erase_if(all, [&](const Service& one) { return !EqualsIgnoreCase(GroupOf(one), group); });
  return all;
}

Error GroupRefused(std::string detail, std::string hint = "") {
  return {ErrorCode::kInvalidMetaOperation, std::move(detail), {}, std::move(hint)};
}

// Its processes that take requests of whoever names no version.
int64_t ReadyOf(const Service& service, const RunningServices& running) {
  int64_t ready = 0;
  for (const ServiceVersion& version : service.versions) {
    const bool answers = version.role == ServiceRole::kMain || version.role == ServiceRole::kGrey;
    if (answers && version.weight > 0) ready += running.Ready(service.id, version.version);
  }
  return ready;
}

Status SetWeight(const Service& service, const char* weight, store::Catalog& catalog) {
  const auto set = [weight](Service* now) {
    now->properties = WithProperties(now->properties, {{kWeight, weight}});
    return Status::Ok();
  };
  PAISQL_TRY(store::ServiceCatalog(catalog).Change(service.id, set));
  return Status::Ok();
}

}  // namespace

std::string GroupOf(const Service& service) { return PlaceOf(service).group; }

Status JoinGroup(const Service& service, store::Catalog& catalog, ServiceProperties* properties) {
  const bool has_weight = properties->group.contains(kWeight);
  const bool has_group = properties->group.contains(kGroup);
  const std::string known = GroupOf(service);
  const std::string named = has_group ? properties->group[kGroup] : known;
  if (has_weight && named.empty()) {
    return Error{ErrorCode::kInvalidCommand,
                 "the service is in no group",
                 {},
                 "'metadata.group'='live' names one"};
  }
  if (!has_group || named.empty()) return Status::Ok();
  if (EqualsIgnoreCase(named, known)) {
    properties->group[kGroup] = known;  // its first spelling stays, and so does its share
    return Status::Ok();
  }
  store::ServiceCatalog services(catalog);
  PAISQL_ASSIGN(const std::optional<Service> same, services.Find(named));
  if (same.has_value() || EqualsIgnoreCase(named, service.name)) {
    return GroupRefused(fmt::format("a service has the name '{}'", named),
                        "a group has an address of its own, and so another name");
  }
  PAISQL_ASSIGN(const std::vector<Service> others, ServicesOf(named, catalog));
  if (others.empty()) return Status::Ok();
  const Service& first = others.front();
  if (!EqualsIgnoreCase(first.project, service.project)) {
    return GroupRefused(fmt::format("group '{}' is one of project {}", named, first.project));
  }
  properties->group[kGroup] = GroupOf(first);
  if (!has_weight) properties->group[kWeight] = kNoShare;
  if (service.id == 0 && !properties->token.has_value()) properties->token = first.token;
  return Status::Ok();
}

Status CheckNoGroup(const std::string& service, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::vector<Service> members, ServicesOf(service, catalog));
  if (members.empty()) return Status::Ok();
  return GroupRefused(fmt::format("a group of services has the name '{}'", service));
}

Result<std::optional<GroupShare>> GroupShareOf(const Service& service,
                                               const RunningServices& running,
                                               store::Catalog& catalog) {
  const std::string group = GroupOf(service);
  if (group.empty()) return std::optional<GroupShare>();
  PAISQL_ASSIGN(std::vector<Service> members, ServicesOf(group, catalog));
  std::erase_if(members, [](const Service& one) { return !one.running; });
  std::vector<serving::GroupMember> counted;
  counted.reserve(members.size());
  for (const Service& one : members) {
    counted.push_back({PlaceOf(one).percent, ReadyOf(one, running)});
  }
  const std::vector<int64_t> weights = serving::GroupWeights(counted);
  int64_t all = 0;
  int64_t own = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    all += weights[i];
    if (members[i].id == service.id) own = weights[i];
  }
  const double share =
      all == 0 ? 0 : kPercent * static_cast<double>(own) / static_cast<double>(all);
  return std::optional(GroupShare{group, fmt::format("{:.4g} %", share)});
}

Status CheckAnswers(const Service& service, store::Catalog& catalog) {
  PAISQL_ASSIGN(const RunningServices running, ReadRunning(catalog));
  if (service.running && ReadyOf(service, running) > 0) return Status::Ok();
  return GroupRefused(fmt::format("no process of service {} is ready", service.name),
                      fmt::format("DESC SERVICE {} shows how it is", service.name));
}

Status SwitchGroup(const Service& service, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::vector<Service> members, ServicesOf(GroupOf(service), catalog));
  // Its own weight comes first, so that at no time nobody has one.
  PAISQL_TRY(SetWeight(service, kAllShare, catalog));
  for (const Service& other : members) {
    if (other.id != service.id) PAISQL_TRY(SetWeight(other, kNoShare, catalog));
  }
  return Status::Ok();
}

Result<std::vector<Service>> LeaveShare(const Service& leaving, store::Catalog& catalog) {
  const GroupPlace place = PlaceOf(leaving);
  std::vector<Service> heirs;
  if (place.group.empty() || place.percent == 0) return heirs;
  PAISQL_ASSIGN(std::vector<Service> others, ServicesOf(place.group, catalog));
  std::erase_if(others, [&](const Service& one) { return one.id == leaving.id; });
  const auto has_weight = [](const Service& one) { return PlaceOf(one).percent != 0; };
  if (std::any_of(others.begin(), others.end(), has_weight)) return heirs;
  for (const Service& other : others) PAISQL_TRY(SetWeight(other, kAnyShare, catalog));
  return others;
}

void TakeShareBack(const std::vector<Service>& heirs, store::Catalog& catalog) {
  // The error that has led here is the one to tell.
  for (const Service& heir : heirs) (void)SetWeight(heir, kNoShare, catalog);
}

}  // namespace paisql::fleet
