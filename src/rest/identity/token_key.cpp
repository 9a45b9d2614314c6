#include "rest/identity/token_key.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/hex.h"

namespace paisql::rest {

namespace {

constexpr mode_t kServerFolder = 0700;
constexpr mode_t kGroupAndOthers = 0077;
constexpr size_t kHalf = 32;  // digits

// Two servers may start at once: the first one that names its key decides.
Status MakeKey(const std::string& folder, const std::string& path) {
  const std::string unnamed = folder + "/" + RandomHex(kHalf);
  PAISQL_TRY(WriteNewFile(unnamed, RandomHex(kHalf) + RandomHex(kHalf), NewFileKind::kOwn));
  const bool named = link(unnamed.c_str(), path.c_str()) == 0;
  const int why = errno;
  unlink(unnamed.c_str());
  return named || why == EEXIST ? Status::Ok() : FileError("write", path, why);
}

}  // namespace

Result<std::string> ReadTokenKey(const std::string& home_path) {
  const std::string folder = home_path + "/server";
  const std::string path = folder + "/token-key";
  PAISQL_TRY(MakeFolders(folder));
  if (chmod(folder.c_str(), kServerFolder) != 0) return FileError("make", folder, errno);
  struct stat found {};
  bool there = stat(path.c_str(), &found) == 0;
  const bool usable = there && (found.st_mode & kGroupAndOthers) == 0 &&
                      found.st_size == static_cast<off_t>(2 * kHalf);
  if (there && !usable) {
    unlink(path.c_str());
    there = false;
  }
  if (!there) PAISQL_TRY(MakeKey(folder, path));
  return ReadFile(path);
}

}  // namespace paisql::rest
