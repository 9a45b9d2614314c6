// Checks of `paisql doctor` about the home's services.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "base/display/amounts.h"
#include "base/process/process.h"
#include "base/secrets/redact.h"
#include "store/catalog.h"
#include "store/home/home_settings.h"
#include "store/services.h"
#include "tools/doctor/doctor_checks.h"

namespace paisql::tools {

namespace {

// Where `paisql eas unit` says that its unit belongs.
bool HasUnit() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  const std::string folder = config != nullptr ? config
                             : home != nullptr ? std::string(home) + "/.config"
                                               : "";
  std::error_code unknown;
  return std::filesystem::exists(folder + "/systemd/user/paisql-services.service", unknown);
}

bool WantsProcesses(const store::Service& service) {
  return service.running &&
         std::ranges::any_of(service.versions, [](const store::ServiceVersion& version) {
           return version.role != store::ServiceRole::kRetired && version.instances > 0;
         });
}

}  // namespace

Examined ExamineServices(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  if (!store::HasCatalog(subject.home_path)) {
    return {Health::kOk, "none yet"};
  }
  const Result<std::unique_ptr<store::Catalog>> catalog =
      store::Catalog::OpenCopy(subject.home_path);
  if (!catalog.ok()) return {Health::kWarning, "cannot be listed: the catalog does not open"};
  store::ServiceCatalog services(**catalog);
  const auto all = services.List();
  const auto fleet = services.ReadFleet();
  if (!all.ok()) return {Health::kWarning, Redact(all.error().detail)};
  const auto running = static_cast<size_t>(std::ranges::count_if(*all, WantsProcesses));
  if (running == 0) return {Health::kOk, "none is to run"};
  const bool supervised =
      fleet.ok() && fleet->has_value() &&
      IsAlive({(*fleet)->supervisor.pid, (*fleet)->supervisor.start, (*fleet)->boot_id});
  if (!supervised) {
    return {Health::kNote,
            fmt::format("{} to run, and no process serves", Counted(running, "service")),
            "paisql eas up starts them"};
  }
  if (HasUnit()) return {Health::kOk, Counted(running, "service") + " to run"};
  return {
      Health::kNote,
      fmt::format("{} to run, which nothing starts after a reboot", Counted(running, "service")),
      "paisql eas unit prints a unit of systemd that does; paisql eas up does it once"};
}

}  // namespace paisql::tools
