#include "store/home/home.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include "base/files/umask.h"
#include "store/files/files.h"
#include "store/home/home_settings.h"

namespace paisql::store {
namespace {

constexpr const char* kAnotherHome = "choose another folder with --home or PAISQL_HOME";

bool Writable(const std::string& path) {
  return faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

// A sweep removes files in these folders that are not needed, so the folders must be the home's
// own.
Status CheckIsNoLink(const std::string& folder) {
  struct stat status {};
  if (lstat(folder.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "the folder " + folder + " of the home is a link",
               {},
               "put a folder in its place, or keep the whole home where the link leads"};
}

// Whatever keeps a folder from being made, it is the environment that has to change.
Status MakeFolderOfHome(const std::string& path) {
  Status made = MakeFolders(path);
  if (made.ok()) return made;
  Error error = std::move(made).error();
  error.code = ErrorCode::kEnvironment;
  error.hint = kAnotherHome;
  return error;
}

// `sudo paisql` would leave files in a user's home that only root may change, and no later session
// of that user could write. In a container root alone does not show that; sudo's variables do.
Status CheckIsNotSudo(const std::string& home) {
  const bool changed_user = std::getenv("SUDO_UID") != nullptr ||
                            std::getenv("DOAS_USER") != nullptr ||
                            std::getenv("PKEXEC_UID") != nullptr;
  if (geteuid() != 0 || !changed_user) return Status::Ok();
  // For a home that does not exist yet: the folder in which it would be made.
  std::string path = home;
  struct stat status {};
  while (stat(path.c_str(), &status) != 0 && path.find('/') != std::string::npos) {
    path = ParentFolder(path);
  }
  if (stat(path.empty() ? "/" : path.c_str(), &status) != 0 || status.st_uid == 0) {
    return Status::Ok();
  }
  const passwd* owner = getpwuid(status.st_uid);
  const std::string name = owner != nullptr ? owner->pw_name : std::to_string(status.st_uid);
  return Error{ErrorCode::kEnvironment,
               "home " + home + " is of user " + name + ", and this is root by way of sudo",
               {},
               "run paisql as " + name + ", without sudo, or choose a --home of root's"};
}

}  // namespace

Result<Home> Home::Open(const std::string& path) {
  if (path.empty()) {
    return Error{ErrorCode::kEnvironment, "the home's path is empty", {}, kAnotherHome};
  }
  if (path.find("://") != std::string::npos) {
    return Error{
        ErrorCode::kEnvironment,
        "a home is a folder, not an address: " + path,
        {},
        "choose a folder, which may be shared, and read what lies there as external tables"};
  }
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode)) {
    return Error{ErrorCode::kEnvironment, "home " + path + " is not a folder", {}, kAnotherHome};
  }
  PAISQL_TRY(CheckIsNotSudo(path));
  (void)UserUmask();  // a new home, and all on the way to it, is for its owner alone
  PAISQL_TRY(MakeFolderOfHome(path));
  // A home that its owner has opened to others stays open, and so do files made from now on.
  if (stat(path.c_str(), &status) == 0) MakeFilesAsOpenAs(status.st_mode);
  const std::unique_ptr<char, void (*)(void*)> absolute(realpath(path.c_str(), nullptr), std::free);
  if (absolute == nullptr) return FileError("open the home", path, errno);

  Home home;
  home.path_ = absolute.get();
  const bool has_file = FileExists(home.CatalogPath());
  const bool has_catalog = HasCatalog(home.path_);
  home.writable_ = Writable(home.path_) && (!has_file || Writable(home.CatalogPath()));
  if (!home.writable_) {
    if (has_catalog) return home;
    return Error{ErrorCode::kEnvironment,
                 "home " + home.path_ + " cannot be written and has no catalog yet",
                 {},
                 kAnotherHome};
  }
  for (const std::string& folder :
       {home.WarehousePath(), home.StagingPath(), home.ResourcesPath(), home.ModelsPath(),
        home.JobsPath(), home.OssPath(), home.LeasesPath()}) {
    PAISQL_TRY(MakeFolderOfHome(folder));
  }
  for (const std::string& folder :
       {home.WarehousePath(), home.StagingPath(), home.ResourcesPath(), home.ModelsPath(),
        home.JobsPath(), home.LeasesPath(), home.path_ + "/damaged"}) {
    PAISQL_TRY(CheckIsNoLink(folder));
  }
  return home;
}

Home Home::LookAt(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> absolute(realpath(path.c_str(), nullptr), std::free);
  Home home;
  home.path_ = absolute != nullptr ? absolute.get() : path;
  home.writable_ = false;
  return home;
}

std::string DefaultHomePath() {
  const char* named = std::getenv("PAISQL_HOME");
  if (named != nullptr && *named != '\0') return named;
  const char* user_home = std::getenv("HOME");
  if (user_home != nullptr && *user_home != '\0') return std::string(user_home) + "/.paisql";
  const passwd* entry = getpwuid(geteuid());
  return std::string(entry != nullptr ? entry->pw_dir : ".") + "/.paisql";
}

}  // namespace paisql::store
