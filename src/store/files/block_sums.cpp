#include "store/files/block_sums.h"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace paisql::store {
namespace {

constexpr int64_t kBlocksAtOnce = 8;

}  // namespace

// XXH3 of 64 bits, without a seed: the same in every version of the library since 0.8.0. The byte
// that stands first is the highest.
std::string BlockSum(std::string_view block) {
  XXH64_canonical_t canonical;
  XXH64_canonicalFromHash(&canonical, XXH3_64bits(block.data(), block.size()));
  static_assert(sizeof canonical.digest == kSumBytes);
  return std::string(reinterpret_cast<const char*>(canonical.digest), kSumBytes);
}

Descriptor OpenRegularFile(const std::string& path, struct stat* status) {
  // Opening some devices does something, so what stands there is looked at first.
  if (lstat(path.c_str(), status) != 0) return Descriptor();
  if (!S_ISREG(status->st_mode)) {
    errno = 0;
    return Descriptor();
  }
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  if (!file.open()) return file;
  if (fstat(file.get(), status) != 0) return Descriptor();
  if (!S_ISREG(status->st_mode)) {
    file.Close();
    errno = 0;
  }
  return file;
}

int64_t ReadAt(const Descriptor& file, int64_t offset, char* to, int64_t size) {
  int64_t done = 0;
  while (done < size) {
    const ssize_t count =
        pread(file.get(), to + done, static_cast<size_t>(size - done), offset + done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += count;
  }
  return done;
}

Result<std::string> MakeBlockSums(const std::string& path) {
  struct stat status {};
  const Descriptor file = OpenRegularFile(path, &status);
  if (!file.open()) {
    if (errno != 0) return FileError("read", path, errno);
    return Error{ErrorCode::kDamaged, path + " is not a file", {}, ""};
  }
  std::string sums;
  sums.reserve(static_cast<size_t>(BlockCount(status.st_size)) * kSumBytes);
  std::vector<char> buffer(
      static_cast<size_t>(std::clamp<int64_t>(status.st_size, 1, kBlocksAtOnce * kSumBlockBytes)));
  for (int64_t offset = 0; offset < status.st_size;) {
    const int64_t count = ReadAt(file, offset, buffer.data(), static_cast<int64_t>(buffer.size()));
    if (count < 0) return FileError("read", path, errno);
    if (count == 0) break;
    for (int64_t begin = 0; begin < count; begin += kSumBlockBytes) {
      sums += BlockSum(
          {buffer.data() + begin, static_cast<size_t>(std::min(kSumBlockBytes, count - begin))});
    }
    offset += count;
  }
  return sums;
}

}  // namespace paisql::store
