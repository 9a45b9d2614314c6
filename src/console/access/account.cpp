#include <array>

#include <nlohmann/json.hpp>

#include "base/version.h"
#include "console/answers.h"
#include "console/console.h"
#include "console/route.h"
#include "store/catalog.h"

namespace paisql::console {

namespace {

// GET /me: who asks, and what pages need to know of the place.
rest::Answer AnswerMe(const rest::Call& call, Console& console) {
  auto catalog = console.service.catalogs.Borrow();
  if (!catalog.ok()) return RefusalOf(catalog.error(), call);
  const Result<std::vector<store::Project>> projects = (*catalog)->ListProjects();
  if (!projects.ok()) return RefusalOf(projects.error(), call);
  nlohmann::json names = nlohmann::json::array();
  for (const store::Project& project : *projects) names.push_back(project.name);
  return JsonAnswer({{"user", call.user},
                     {"owner", call.user.empty()},
                     {"local", console.local},
                     {"signs_in", !call.access_id.empty()},
                     {"projects", std::move(names)},
                     {"project", session::kDefaultProject},
                     {"home", call.user.empty() ? console.service.options.home_path : ""},
                     {"version", kVersion}});
}

constexpr std::array kRoutes = {
    Route{"GET", "/me", AnswerMe},
};

}  // namespace

std::span<const Route> AccountRoutes() { return kRoutes; }

}  // namespace paisql::console
