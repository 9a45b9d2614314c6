#include "jobs/files/kept_room.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/files/files.h"

namespace paisql::jobs {

namespace {

// For result.json, processes.json and the pages of the catalog that the job's row and claim are on.
constexpr off_t kBytes = 256 * 1024;

}  // namespace

Status KeptRoom::Take() {
  const Descriptor file(open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (!file.open()) return FileError("make", path_, errno);
  const int error = posix_fallocate(file.get(), 0, kBytes);
  // Where room cannot be kept at all, the job runs without.
  if (error != ENOSPC && error != EDQUOT && error != EFBIG) return Status::Ok();
  Give();
  return FileError("write", path_, error);
}

void KeptRoom::Give() { unlink(path_.c_str()); }

}  // namespace paisql::jobs
