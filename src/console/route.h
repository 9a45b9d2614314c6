#pragma once

// Which function answers a request of a page: a table of methods and paths below /console/api.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "rest/call.h"

namespace paisql::console {

struct Console;  // console/console.h

// Answers a request of somebody who has signed in. It is called on a thread that may wait for
// files, several at once. `call.path` has the parts below /console/api.
using Respond = rest::Answer (*)(const rest::Call& call, Console& console);

inline constexpr uint64_t kUsualBodyBytes = uint64_t{1} << 20;

struct Route {
  std::string_view method;
  // "{}" stands for one part of any text. A name that may hold a '/' is a parameter of the query.
  std::string_view path;
  Respond respond;
  uint64_t body_limit_bytes = kUsualBodyBytes;
  // Otherwise the request's project is there, and the user is in it, when the function is called.
  bool of_no_project = false;
};

// The rows of each page.
std::span<const Route> AccountRoutes();
std::span<const Route> EditorRoutes();
std::span<const Route> DesignerRoutes();
std::span<const Route> LogviewRoutes();
std::span<const Route> WorkflowRoutes();
std::span<const Route> ServiceRoutes();
std::span<const Route> TableRoutes();
std::span<const Route> ModelRoutes();

// All rows, in the order in which they are looked at.
std::vector<Route> AllRoutes();

struct FoundRoute {
  const Route* route = nullptr;
  bool path_is_known = false;  // by a row of another method
};
FoundRoute FindRoute(std::string_view method, const std::vector<std::string>& path);

}  // namespace paisql::console
