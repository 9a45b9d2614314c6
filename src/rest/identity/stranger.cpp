#include "rest/identity/stranger.h"

#include <algorithm>

#include "base/text.h"
#include "session/permissions.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

// The place of the project's name in the path; 0 where it has none.
size_t ProjectAt(const Call& call) {
  const auto found = std::ranges::find(call.path, "projects");
  const auto at = static_cast<size_t>(found - call.path.begin());
  return at + 1 < call.path.size() ? at + 1 : 0;
}

}  // namespace

std::optional<Answer> RefuseStranger(const Call& call, Service& service) {
  const size_t at = ProjectAt(call);
  if (at == 0) return std::nullopt;
  const std::string project = store::ProjectOfPlace(call.path[at]);
  if (at + 2 < call.path.size() && call.path[at + 1] == "instances") {
    const std::string& id = call.path[at + 2];
    const instances::InstancePtr instance = service.instances.Find(id);
    const bool elsewhere =
        instance != nullptr &&
        !EqualsIgnoreCase(store::ProjectOfPlace(instance->submission().project), project);
    if (elsewhere) return XmlError(404, "NoSuchObject", "The instance " + id + " is not found");
  }
  if (call.user.empty()) return std::nullopt;
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Status may = session::Permissions(**catalog, call.user).RequireUser(project, {});
  // A project that is not there is the row's own answer.
  if (may.ok() || may.error().code == ErrorCode::kProjectNotFound) return std::nullopt;
  return XmlErrorOf(may.error());
}

}  // namespace paisql::rest
