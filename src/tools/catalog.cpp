#include <cstdio>
#include <string>

#include "render/error_report.h"
#include "script/runner.h"
#include "store/home/home_settings.h"
#include "store/move_catalog.h"
#include "tools/tools.h"

namespace paisql::tools {
namespace {

Result<std::string> ShowOrMoveCatalog(const std::string& home_path, const std::string& target) {
  if (target.empty() && !store::HasCatalog(home_path)) {
    return Error{ErrorCode::kEnvironment,
                 "there is no home at " + home_path,
                 {},
                 "name the home with --home or PAISQL_HOME"};
  }
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(home_path));
  if (!target.empty()) PAISQL_TRY(store::MoveCatalog(home, target));
  return store::CatalogPlace(home);
}

}  // namespace

int RunCatalog(const std::string& home_path, const std::string& target) {
  const Result<std::string> place = ShowOrMoveCatalog(home_path, target);
  if (!place.ok()) {
    render::PrintError(place.error());
    return script::kExitEnvironment;
  }
  std::printf("%s\n", place->c_str());
  return std::fflush(stdout) == 0 ? script::kExitDone : script::kExitEnvironment;
}

}  // namespace paisql::tools
