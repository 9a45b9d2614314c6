#include "http/spooled_body.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace paisql::http {

namespace {

// For file systems that have no files without a name.
Descriptor MakeAndUnlink(const std::string& folder) {
  std::string path = folder + "/body-XXXXXX";
  Descriptor file(mkostemp(path.data(), O_CLOEXEC));
  if (file.open()) (void)unlink(path.c_str());
  return file;
}

}  // namespace

Result<std::shared_ptr<SpooledBody>> SpooledBody::Make(const std::string& folder) {
  Descriptor file(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file.open() && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    file = MakeAndUnlink(folder);
  }
  if (!file.open()) return FileError("keep a body in", folder, errno);
  return std::make_shared<SpooledBody>(std::move(file), folder);
}

Status SpooledBody::Append(std::string_view bytes) {
  if (!WriteAll(file_.get(), bytes)) return FileError("keep a body in", folder_, errno);
  size_ += bytes.size();
  return Status::Ok();
}

Result<std::string> SpooledBody::ReadAt(uint64_t offset, size_t most) const {
  if (offset >= size_) return std::string();
  std::string bytes(static_cast<size_t>(std::min<uint64_t>(most, size_ - offset)), '\0');
  size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t count = pread(file_.get(), bytes.data() + have, bytes.size() - have,
                                static_cast<off_t>(offset + have));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return FileError("read a body from", folder_, count < 0 ? errno : EIO);
    have += static_cast<size_t>(count);
  }
  return bytes;
}

}  // namespace paisql::http
