// Checks of `paisql doctor` about the home, without making one.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/display/amounts.h"
#include "base/process/process.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "script/options/client_config.h"
#include "store/catalog.h"
#include "store/home/home_settings.h"
#include "store/home/lease_files.h"
#include "tools/doctor/doctor_checks.h"

namespace paisql::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* kAnotherHome = "choose another folder with --home or PAISQL_HOME";
constexpr int64_t kLittleBytes = 2'000'000'000;  // models and spilled queries take as much
constexpr int64_t kNoBytes = 10'000'000;         // a home without any room to work
constexpr int64_t kSizesMs = 1000;               // for adding up what tables hold

struct FileSystemKind {
  uint32_t number;
  const char* name;
  const char* warning;  // "" for one that a home may be on
};

constexpr const char* kNetwork =
    "keep the home on a disk of this machine: locks and speed there are "
    "those of a server";
constexpr const char* kFleeting =
    "its files are lost at a reboot: keep the home "
    "on a disk";

constexpr std::array kFileSystems = {
    FileSystemKind{0xEF53, "ext4", ""},
    FileSystemKind{0x58465342, "xfs", ""},
    FileSystemKind{0x9123683E, "btrfs", ""},
    FileSystemKind{0x2FC12FC1, "zfs", ""},
    FileSystemKind{0xF2F52010, "f2fs", ""},
    FileSystemKind{0x794C7630, "overlay", ""},
    FileSystemKind{0x01021994, "tmpfs", kFleeting},
    FileSystemKind{0x858458F6, "ramfs", kFleeting},
    FileSystemKind{0x6969, "nfs", kNetwork},
    FileSystemKind{0xFF534D42, "cifs", kNetwork},
    FileSystemKind{0xFE534D42, "smb2", kNetwork},
    FileSystemKind{0x517B, "smb", kNetwork},
    FileSystemKind{0x65735546, "fuse", kNetwork},
    FileSystemKind{0x00C36400, "ceph", kNetwork},
    FileSystemKind{0x0BD00BD0, "lustre", kNetwork},
    FileSystemKind{0x47504653, "gpfs", kNetwork},
    FileSystemKind{0x01021997, "9p", kNetwork},
    FileSystemKind{0x5346414F, "afs", kNetwork},
};

bool Exists(const std::string& path) {
  std::error_code failure;
  return fs::exists(path, failure);
}

bool Writable(const std::string& folder) {
  return faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
}

// The home, or the folder in which the first use would make it.
std::string NearestFolder(const std::string& home) {
  std::error_code failure;
  fs::path folder = fs::absolute(home, failure).lexically_normal();
  while (!fs::exists(folder, failure) && folder.has_parent_path() &&
         folder != folder.parent_path()) {
    folder = folder.parent_path();
  }
  return folder.string();
}

Examined Failed(const Error& error) {
  return {Health::kMissing, Redact(error.detail), Redact(error.hint)};
}

Examined NoCatalog() { return {Health::kOk, "none yet: the first use makes it"}; }

// " holding 1.2 MB", as long as that is quickly known.
std::string SizesText(store::Catalog& catalog, const std::vector<store::Table>& tables,
                      int64_t deadline, int64_t* bytes) {
  for (const store::Table& table : tables) {
    if (SteadyMs() > deadline) return "over ";
    const Result<store::Catalog::Size> size = catalog.TableSize(table.id);
    if (size.ok()) *bytes += size->bytes;
  }
  return "";
}

}  // namespace

Examined ExamineHome(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  const std::string& home = subject.home_path;
  if (home.empty()) return {Health::kMissing, "the path of the home is empty", kAnotherHome};
  const std::string path = store::Home::LookAt(home).path();
  struct stat status {};
  if (stat(home.c_str(), &status) != 0) {
    if (errno != ENOENT) {
      return {Health::kMissing, path + " cannot be reached: " + std::strerror(errno), kAnotherHome};
    }
    const std::string parent = NearestFolder(home);
    if (!fs::is_directory(parent) || !Writable(parent)) {
      return {Health::kMissing,
              path + " is not there and cannot be made: " + parent + " cannot be written",
              kAnotherHome};
    }
    return {Health::kOk, path + " is not there yet: the first use makes it"};
  }
  if (!S_ISDIR(status.st_mode)) return {Health::kMissing, path + " is not a folder", kAnotherHome};
  const bool has_catalog = store::HasCatalog(home);
  const std::string catalog = store::Home::LookAt(home).CatalogPath();
  const bool writable = Writable(path) && (!Exists(catalog) || faccessat(AT_FDCWD, catalog.c_str(),
                                                                         W_OK, AT_EACCESS) == 0);
  if (writable) {
    return {Health::kOk, path + (has_catalog ? ", writable" : ", an empty home, writable")};
  }
  if (!has_catalog) {
    return {Health::kMissing, path + " cannot be written and has no catalog yet", kAnotherHome};
  }
  return {Health::kMissing, path + " can be read but not written: nothing can be stored or trained",
          "get permission to write there, or choose another folder with --home or PAISQL_HOME"};
}

Examined ExamineDisk(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  const std::string folder = NearestFolder(subject.home_path);
  struct statvfs disk {};
  if (statvfs(folder.c_str(), &disk) != 0) {
    return {Health::kWarning, folder + " cannot be asked: " + std::strerror(errno)};
  }
  const auto free = static_cast<int64_t>(disk.f_bavail * disk.f_frsize);
  const auto all = static_cast<int64_t>(disk.f_blocks * disk.f_frsize);
  std::string found = fmt::format("{} free of {}", BytesText(free), BytesText(all));
  if (disk.f_files > 0 && disk.f_favail == 0) {
    return {Health::kMissing, found + ", but no more files can be made (inodes)",
            "remove files that you do not need, or choose another folder with --home"};
  }
  if (free < kLittleBytes) {
    return {free < kNoBytes ? Health::kMissing : Health::kWarning, std::move(found),
            "free some space: DROP tables, or remove old models below oss/ of the home"};
  }
  return {Health::kOk, std::move(found)};
}

Examined JudgeFileSystem(uint32_t kind) {
  for (const FileSystemKind& known : kFileSystems) {
    if (known.number != kind) continue;
    const bool good = *known.warning == '\0';
    return {good ? Health::kOk : Health::kWarning, known.name, known.warning};
  }
  return {Health::kOk, fmt::format("of the kind 0x{:x}", kind)};
}

Examined ExamineFileSystem(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  const std::string folder = NearestFolder(subject.home_path);
  struct statfs system {};
  if (statfs(folder.c_str(), &system) != 0) {
    return {Health::kWarning, folder + " cannot be asked: " + std::strerror(errno)};
  }
  return JudgeFileSystem(static_cast<uint32_t>(system.f_type));
}

Examined ExamineCatalog(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  if (!store::HasCatalog(subject.home_path)) return NoCatalog();
  // A copy: a session that is at work there is not waited for, and nothing is written.
  const Result<std::unique_ptr<store::Catalog>> catalog =
      store::Catalog::OpenCopy(subject.home_path);
  if (!catalog.ok()) return Failed(catalog.error());
  const Result<std::vector<store::Project>> projects = (*catalog)->ListProjects();
  if (!projects.ok()) return Failed(projects.error());
  const int64_t deadline = SteadyMs() + kSizesMs;
  size_t count = 0;
  int64_t bytes = 0;
  std::string over;
  for (const store::Project& project : *projects) {
    const Result<std::vector<store::Table>> tables = (*catalog)->ListTables(project.name);
    if (!tables.ok()) return Failed(tables.error());
    count += tables->size();
    over = SizesText(**catalog, *tables, deadline, &bytes);
  }
  return {Health::kOk, fmt::format("opens: {}, {}, {}{} of rows; this program's format is {}",
                                   Counted(projects->size(), "project"), Counted(count, "table"),
                                   over, BytesText(bytes), store::kSchemaVersion)};
}

Examined ExamineJobs(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  if (!store::HasCatalog(subject.home_path)) return {Health::kOk, "none yet"};
  const Result<std::unique_ptr<store::Catalog>> catalog =
      store::Catalog::OpenCopy(subject.home_path);
  if (!catalog.ok()) return {Health::kWarning, "cannot be listed: the catalog does not open"};
  const Result<std::vector<store::Job>> jobs = (*catalog)->ListActiveJobs();
  if (!jobs.ok()) return Failed(jobs.error());
  const auto alive = static_cast<size_t>(std::ranges::count_if(*jobs, [](const store::Job& job) {
    return IsAlive({job.supervisor_pid, job.supervisor_start, job.boot_id});
  }));
  const Result<store::LeaseSurvey> leases =
      store::SurveyLeases(store::Home::LookAt(subject.home_path));
  const size_t dead_leases = leases.ok() ? leases->dead.size() : 0;
  const size_t dead_jobs = jobs->size() - alive;
  std::string found = fmt::format("{} waiting or running", alive);
  if (dead_jobs + dead_leases == 0) return {Health::kOk, std::move(found)};
  found += fmt::format("; left by processes that are gone: {}, {}", Counted(dead_jobs, "job"),
                       Counted(dead_leases, "lease"));
  return {Health::kNote, std::move(found),
          "the next session clears up; paisql verify shows what is left, --repair mends it"};
}

Examined ExamineConfig(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  const Result<script::ClientConfig> config =
      script::ReadClientConfig(subject.config, subject.home_path);
  if (!config.ok()) {
    return {Health::kMissing, Redact(config.error().detail),
            "name a file that is there with --config or PAISQL_CONFIG, or unset that variable"};
  }
  if (!config->complaints.empty()) {
    const size_t others = config->complaints.size() - 1;
    return {Health::kWarning,
            Redact(config->complaints[0]) +
                (others > 0 ? fmt::format(" (and {} more)", Counted(others, "mistake")) : ""),
            "correct the file; its wrong lines are ignored"};
  }
  if (config->project.empty() && config->settings.empty()) {
    return {Health::kOk, "no odps_config.ini with a project or settings, and none is needed"};
  }
  return {Health::kOk,
          fmt::format("odps_config.ini: {}{}",
                      config->project.empty() ? "" : "project " + config->project + ", ",
                      Counted(config->settings.size(), "setting"))};
}

Examined ExamineInitFile(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  const std::string& path = subject.init_file;
  if (path.empty()) return {Health::kOk, "no ~/.paisqlrc, and none is needed"};
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  constexpr const char* kCure = "correct it, or leave it out with --no-init";
  if (!fs::exists(status)) return {Health::kWarning, path + " is not there", kCure};
  if (!fs::is_regular_file(status)) return {Health::kWarning, path + " is not a file", kCure};
  if (::access(path.c_str(), R_OK) != 0) return {Health::kWarning, path + " cannot be read", kCure};
  return {Health::kOk, path + " runs before the first prompt"};
}

}  // namespace paisql::tools
