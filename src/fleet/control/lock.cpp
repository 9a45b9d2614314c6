#include "fleet/control/lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <utility>

namespace paisql::fleet {

Result<std::optional<Descriptor>> TakeLock(const std::string& path) {
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.open()) return FileError("open", path, errno);
  if (flock(file.get(), LOCK_EX | LOCK_NB) == 0) return std::optional(std::move(file));
  if (errno == EWOULDBLOCK) return std::optional<Descriptor>();
  return FileError("lock", path, errno);
}

}  // namespace paisql::fleet
