#include <array>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/coding/hmac.h"
#include "base/hex.h"
#include "base/version.h"
#include "console/access/project_access.h"
#include "console/answers.h"
#include "console/console.h"
#include "console/route.h"

namespace paisql::console {

namespace {

// The name under which a browser keeps what the user types in this home: several users may have one
// browser, and several homes one address after another. The name tells nothing of either.
std::string KeeperOf(const rest::Call& call, const Console& console) {
  constexpr size_t kLetters = 16;
  std::error_code failed;
  const std::filesystem::path home =
      std::filesystem::weakly_canonical(console.service.options.home_path, failed);
  return ToHex(HmacSha256(home.string(), call.user)).substr(0, kLetters);
}

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
                     {"keeper", KeeperOf(call, console)},
                     {"version", kVersion}});
}

constexpr std::array kRoutes = {
    Route{"GET", "/me", AnswerMe, kUsualBodyBytes, true},
};

}  // namespace

std::span<const Route> AccountRoutes() { return kRoutes; }

}  // namespace paisql::console
