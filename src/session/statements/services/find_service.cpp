#include "session/statements/services/find_service.h"

#include "base/text.h"

namespace paisql::session {

ServiceName ReadServiceName(std::string_view written, Run& run) {
  const size_t dot = written.find('.');
  if (dot == std::string_view::npos || dot == 0) return {run.state.project, std::string(written)};
  return {std::string(written.substr(0, dot)), std::string(written.substr(dot + 1))};
}

Result<store::Service> FindService(const ServiceName& name, const SourceRange& range, Run& run) {
  store::ServiceCatalog services(run.state.catalog());
  PAISQL_ASSIGN_AT(range, std::optional<store::Service> found, services.Find(name.name));
  if (found.has_value() && EqualsIgnoreCase(found->project, name.project)) return *std::move(found);
  std::string hint;
  if (found.has_value()) {
    hint = "one of project " + found->project + " has this name: " + found->project + "." +
           found->name;
  } else {
    PAISQL_ASSIGN_AT(range, const std::vector<store::Service> others, services.List(name.project));
    std::vector<std::string> names;
    for (const store::Service& other : others) names.push_back(other.name);
    hint = DidYouMean(name.name, names);
  }
  return Error{ErrorCode::kResourceNotFound,
               "service " + name.project + "." + name.name + " does not exist", range,
               hint.empty() ? "SHOW SERVICES lists them" : hint};
}

}  // namespace paisql::session
