#include "session/statements/services/service_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/result.h"
#include "base/text.h"
#include "fleet/running_services.h"
#include "fleet/stored_properties.h"
#include "serving/settings/group.h"

namespace paisql::session {

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
  return serving::ReadGroupPlace(fleet::StoredProperties(service.properties));
}

Result<std::vector<Service>> ServicesOf(const std::string& group, Run& run) {
  store::ServiceCatalog services(run.state.catalog());
  PAISQL_ASSIGN(std::vector<Service> all, services.List());
  std::erase_if(all, [&](const Service& one) { return !EqualsIgnoreCase(GroupOf(one), group); });
  return all;
}

Error ImpossibleAt(std::string detail, const SourceRange& range, std::string hint = "") {
  return {ErrorCode::kInvalidMetaOperation, std::move(detail), range, std::move(hint)};
}

// Its processes that take requests of whoever names no version.
int64_t ReadyOf(const Service& service, const fleet::RunningServices& running) {
  int64_t ready = 0;
  for (const ServiceVersion& version : service.versions) {
    const bool answers = version.role == ServiceRole::kMain || version.role == ServiceRole::kGrey;
    if (answers && version.weight > 0) ready += running.Ready(service.id, version.version);
  }
  return ready;
}

const syntax::Word* ValueOf(const syntax::ServiceStatement& statement, std::string_view name) {
  for (const syntax::WordProperty& property : statement.properties) {
    if (property.name.text == name) return &property.value;
  }
  return nullptr;
}

Status SetWeight(const Service& service, const char* weight, Run& run) {
  const auto set = [weight](Service* now) {
    now->properties = fleet::WithProperties(now->properties, {{kWeight, weight}});
    return Status::Ok();
  };
  PAISQL_TRY(store::ServiceCatalog(run.state.catalog()).Change(service.id, set));
  return Status::Ok();
}

}  // namespace

std::string GroupOf(const Service& service) { return PlaceOf(service).group; }

Status JoinGroup(const syntax::ServiceStatement& statement, const Service* before,
                 ServiceProperties* properties, Run& run) {
  const syntax::Word* const named = ValueOf(statement, kGroup);
  const syntax::Word* const weight = ValueOf(statement, kWeight);
  const std::string known = before == nullptr ? "" : GroupOf(*before);
  if (weight != nullptr && (named == nullptr ? known : named->text).empty()) {
    return Error{ErrorCode::kInvalidCommand, "the service is in no group", weight->range,
                 "'metadata.group'='live' names one"};
  }
  if (named == nullptr || named->text.empty()) return Status::Ok();
  if (EqualsIgnoreCase(named->text, known)) {
    properties->group[kGroup] = known;  // its first spelling stays, and so does its share
    return Status::Ok();
  }
  const SourceRange& range = named->range;
  store::ServiceCatalog services(run.state.catalog());
  PAISQL_ASSIGN_AT(range, const std::optional<Service> same, services.Find(named->text));
  if (same.has_value() || EqualsIgnoreCase(named->text, statement.name.text)) {
    return ImpossibleAt(fmt::format("a service has the name '{}'", named->text), range,
                        "a group has an address of its own, and so another name");
  }
  PAISQL_ASSIGN_AT(range, const std::vector<Service> others, ServicesOf(named->text, run));
  if (others.empty()) return Status::Ok();
  const std::string& project =
      before == nullptr ? ReadServiceName(statement.name.text, run).project : before->project;
  if (!EqualsIgnoreCase(others.front().project, project)) {
    return ImpossibleAt(
        fmt::format("group '{}' is one of project {}", named->text, others.front().project), range);
  }
  properties->group[kGroup] = GroupOf(others.front());
  if (weight == nullptr) properties->group.insert_or_assign(kWeight, std::string(kNoShare));
  if (before == nullptr && !properties->token.has_value()) {
    properties->token = others.front().token;
  }
  return Status::Ok();
}

Status CheckNoGroup(const std::string& service, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN_AT(range, const std::vector<Service> members, ServicesOf(service, run));
  if (members.empty()) return Status::Ok();
  return ImpossibleAt(fmt::format("a group of services has the name '{}'", service), range);
}

Result<std::optional<GroupShare>> GroupShareOf(const Service& service,
                                               const fleet::RunningServices& running, Run& run) {
  const std::string group = GroupOf(service);
  if (group.empty()) return std::optional<GroupShare>();
  PAISQL_ASSIGN(std::vector<Service> members, ServicesOf(group, run));
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

Status SwitchGroup(const Service& service, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const fleet::RunningServices running, fleet::ReadRunning(run.state.catalog()));
  if (!run.state.checking() && (!service.running || ReadyOf(service, running) == 0)) {
    return ImpossibleAt(fmt::format("no process of service {} is ready", service.name), range,
                        fmt::format("DESC SERVICE {} shows how it is", service.name));
  }
  PAISQL_ASSIGN_AT(range, const std::vector<Service> members, ServicesOf(GroupOf(service), run));
  // Its own weight comes first, so that at no time nobody has one.
  PAISQL_TRY_AT(range, SetWeight(service, kAllShare, run));
  for (const Service& other : members) {
    if (other.id != service.id) PAISQL_TRY_AT(range, SetWeight(other, kNoShare, run));
  }
  return Status::Ok();
}

Result<std::vector<Service>> LeaveShare(const Service& leaving, Run& run) {
  const GroupPlace place = PlaceOf(leaving);
  std::vector<Service> heirs;
  if (place.group.empty() || place.percent == 0) return heirs;
  PAISQL_ASSIGN(std::vector<Service> others, ServicesOf(place.group, run));
  std::erase_if(others, [&](const Service& one) { return one.id == leaving.id; });
  const auto has_weight = [](const Service& one) { return PlaceOf(one).percent != 0; };
  if (std::any_of(others.begin(), others.end(), has_weight)) return heirs;
  for (const Service& other : others) PAISQL_TRY(SetWeight(other, kAnyShare, run));
  return others;
}

void TakeShareBack(const std::vector<Service>& heirs, Run& run) {
  // The error that has led here is the one to tell.
  for (const Service& heir : heirs) (void)SetWeight(heir, kNoShare, run);
}

}  // namespace paisql::session
