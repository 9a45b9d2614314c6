// Takes files that cannot be read off the lists of their tables. Nothing is lost by it: what there
// is of the file is kept in <home>/damaged before the catalog forgets it, and
// <home>/damaged/lost.tsv tells what it was.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "store/clock.h"
#include "store/files.h"
#include "store/verification_parts.h"

namespace paisql::store {
namespace {

// A file gets a second name there, and loses its first when no reader needs it any more; whatever
// else stands in its place is moved, as a sweep could not remove it. False: nothing is there.
Result<bool> Keep(const std::string& from, const std::string& to) {
  struct stat status {};
  if (lstat(from.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return false;
    return FileError("look at", from, errno);
  }
  PAISQL_TRY(MakeFolders(ParentFolder(to)));
  if (S_ISREG(status.st_mode) && (link(from.c_str(), to.c_str()) == 0 || errno == EEXIST)) {
    PAISQL_TRY(Sync(ParentFolder(to)));
    return true;
  }
  if (std::rename(from.c_str(), to.c_str()) != 0) return FileError("keep in", to, errno);
  PAISQL_TRY(Sync(ParentFolder(to)));
  return true;
}

Status NoteLoss(const std::string& path, const ListedFile& listed, const std::string& what,
                const std::string& kept) {
  const Descriptor file(
      open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.open()) return FileError("write", path, errno);
  const std::string line = std::to_string(NowMs()) + "\t" + listed.object + "\t" + listed.path +
                           "\t" + std::to_string(listed.file.rows) + "\t" +
                           std::to_string(listed.file.bytes) + "\t" + what + "\t" + kept + "\n";
  if (write(file.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    return FileError("write", path, errno);
  }
  if (fsync(file.get()) != 0) return FileError("write", path, errno);
  return Status::Ok();
}

}  // namespace

Result<std::string> SetAside(Verification& work, const ListedFile& listed,
                             const std::string& what) {
  const std::string folder = work.home.path() + "/damaged";
  PAISQL_TRY(MakeFolders(folder));
  PAISQL_ASSIGN(const bool kept, Keep(listed.file.path, folder + "/" + listed.path));
  PAISQL_TRY(NoteLoss(folder + "/lost.tsv", listed, what, kept ? "damaged/" + listed.path : ""));

  PAISQL_ASSIGN(Transaction transaction, work.db.BeginWrite());
  PAISQL_TRY(work.db.Run("UPDATE counters SET snapshot = snapshot + 1"));
  PAISQL_TRY(
      work.db.Run("UPDATE data_files SET removed_at = (SELECT snapshot FROM counters) "
                  "WHERE id = ?1 AND path = ?2 AND removed_at IS NULL",
                  listed.id, listed.path));
  PAISQL_TRY(work.db.Run("UPDATE tables SET last_modified_ms = ?2 WHERE id = ?1", listed.table_id,
                         NowMs()));
  PAISQL_TRY(transaction.Commit());
  return std::string("taken off the table's list") +
         (kept ? "; kept as damaged/" + listed.path : "");
}

}  // namespace paisql::store
