// docs/server-requests.md is made of the table of routes, so that it cannot differ from it.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "committed_file.h"
#include "rest/routes.h"

namespace paisql::rest {
namespace {

// "GET ?meta": a request of a path.
std::string RequestOf(const Route& route) {
  std::string request = "`" + std::string(route.method);
  if (!route.action.empty()) request += " ?" + std::string(route.action);
  return request + "`";
}

std::string RoutesTable() {
  std::map<std::string, std::vector<std::string>> requests;  // by their paths
  for (const Route& route : AllRoutes()) {
    requests[std::string(route.path)].push_back(RequestOf(route));
  }
  std::string table = "| path | requests |\n|---|---|\n";
  for (const auto& [path, of_path] : requests) {
    table += "| `" + path + "` | " + Join(of_path, ", ") + " |\n";
  }
  return table;
}

TEST(RoutesDocs, CommittedTableIsTheGeneratedOne) {
  ExpectTables("server-requests.md", {{"## Requests", RoutesTable()}}, "rest_test");
}

// A row that another one hides would promise what nobody answers.
TEST(RoutesDocs, EveryRowAnswers) {
  const std::vector<Route> all = AllRoutes();
  std::set<std::string> whole;  // requests that a row without an action answers
  for (const Route& route : all) {
    const std::string request = std::string(route.method) + " " + std::string(route.path);
    EXPECT_FALSE(whole.contains(request)) << request << " ?" << route.action;
    if (route.action.empty()) whole.insert(request);
  }
}

}  // namespace
}  // namespace paisql::rest
