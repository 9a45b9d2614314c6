#include "console/editor/find_run.h"

namespace paisql::console {

Result<instances::InstancePtr> FindRun(const rest::Call& call, Console& console) {
  const std::string& id = call.path[2];
  instances::InstancePtr instance = rest::FindInstance(id, call.user, console.service);
  if (instance != nullptr) return instance;
  return Error{ErrorCode::kJobNotFound, "instance " + id + " is not found", {}, ""};
}

}  // namespace paisql::console
