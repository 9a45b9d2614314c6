#include "store/upkeep/late_objects.h"

#include <sys/stat.h>

#include "base/system/clock.h"
#include "store/files/files.h"
#include "store/upkeep/bucket_copy.h"

namespace paisql::store {
namespace {

// Longer than any request is tried, and than clocks of machines differ.
constexpr int64_t kLateMs = int64_t{60} * 60 * 1000;

std::string NotesPath(const Home& home) { return home.WarehousePath() + ".late"; }

std::string NoteOf(const Home& home, const std::string& copy) {
  return NotesPath(home) + copy.substr(home.WarehousePath().size());
}

bool IsOld(const std::string& note) {
  struct stat status {};
  if (lstat(note.c_str(), &status) != 0) return false;
  return NowMs() - int64_t{status.st_mtim.tv_sec} * 1000 > kLateMs;
}

}  // namespace

Status NoteLateObject(const Home& home, const std::string& copy) {
  PAISQL_TRY(MarkCopy(NoteOf(home, copy)));
  return RemoveFile(copy);
}

Result<std::vector<std::string>> LateObjects(const Home& home) {
  const std::string folder = NotesPath(home);
  PAISQL_ASSIGN(std::vector<std::string> notes, ListFilesBelow(folder));
  std::vector<std::string> copies;
  for (const std::string& note : notes) {
    if (IsOld(note)) copies.push_back(home.WarehousePath() + note.substr(folder.size()));
  }
  return copies;
}

Status ForgetLateObject(const Home& home, const std::string& copy) {
  const std::string note = NoteOf(home, copy);
  PAISQL_TRY(RemoveFile(note));
  return RemoveEmptyFolders(ParentFolder(note), home.path());
}

}  // namespace paisql::store
