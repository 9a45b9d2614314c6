#include <array>

#include <nlohmann/json.hpp>

#include "base/version.h"
#include "console/access/project_access.h"
#include "console/answers.h"
#include "console/console.h"
#include "console/route.h"

namespace paisql::console {

namespace {

// GET /me: tells a page its user, the user's projects, and the program's version.
rest::Answer AnswerMe(const rest::Call& call, Console& console) {
  const Result<std::vector<std::string>> projects = ProjectsOf(call, console);
  if (!projects.ok()) return RefusalOf(projects.error(), call);
  return JsonAnswer({{"user", call.user},
                     {"owner", call.user.empty()},
                     {"local", console.local},
                     {"signs_in", !call.access_id.empty()},
                     {"projects", *projects},
                     {"project", session::kDefaultProject},
                     {"home", call.user.empty() ? console.service.options.home_path : ""},
                     {"version", kVersion}});
}

constexpr std::array kRoutes = {
    Route{"GET", "/me", AnswerMe, kUsualBodyBytes, true},
};

}  // namespace

std::span<const Route> AccountRoutes() { return kRoutes; }

}  // namespace paisql::console
