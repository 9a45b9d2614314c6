#include "console/editor/kept_checks.h"

#include <chrono>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "store/home/home.h"

namespace paisql::console {

namespace {

// Of a home with many tables a copy has some 100 MB.
constexpr size_t kMostKept = 4;
// Two changes within one tick of the file system's clock have the same time.
constexpr auto kTick = std::chrono::milliseconds(100);

}  // namespace

std::unique_ptr<session::Session> KeptChecks::Take(const std::string& state) {
  const std::lock_guard lock(mutex_);
  for (auto one = kept_.begin(); one != kept_.end(); ++one) {
    if (one->state != state) continue;
    std::unique_ptr<session::Session> session = std::move(one->session);
    kept_.erase(one);
    return session;
  }
  return nullptr;
}

void KeptChecks::Keep(std::string state, std::unique_ptr<session::Session> session) {
  std::list<Kept> gone;  // ends after the lock
  const std::lock_guard lock(mutex_);
  kept_.push_front({std::move(state), std::move(session)});
  if (kept_.size() > kMostKept) gone.splice(gone.begin(), kept_, std::prev(kept_.end()));
}

std::string CatalogMark(const std::string& home_path) {
  const std::string catalog = store::Home::LookAt(home_path).CatalogPath();
  std::string mark;
  // What was committed stands in the log first.
  for (const std::string& path : {catalog, catalog + "-wal"}) {
    std::error_code failed;
    const auto changed = std::filesystem::last_write_time(path, failed);
    if (failed && path == catalog) return "";
    if (failed) continue;
    const auto size = std::filesystem::file_size(path, failed);
    if (failed || std::filesystem::file_time_type::clock::now() - changed < kTick) return "";
    mark += std::to_string(changed.time_since_epoch().count()) + ":" + std::to_string(size) + " ";
  }
  return mark;
}

}  // namespace paisql::console
