#include "base/process/status_file.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/files/files.h"

namespace paisql {

std::string_view ReadStatusFile(const char* path, std::span<char> buffer) {
  const Descriptor file(open(path, O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return {};
  const ssize_t size = read(file.get(), buffer.data(), buffer.size());
  return {buffer.data(), size > 0 ? static_cast<size_t>(size) : 0};
}

}  // namespace paisql
