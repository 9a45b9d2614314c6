#include "pai/value/copies/file_digest.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>

#include "base/assert.h"
#include "base/files/files.h"
#include "base/hex.h"

namespace paisql::pai {

namespace {

constexpr size_t kReadBytes = size_t{1} << 20;

}  // namespace

Result<std::string> Md5OfFile(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return FileError("read", path, errno);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(),
                                                                       &EVP_MD_CTX_free);
  PAISQL_ASSERT(digest != nullptr && EVP_DigestInit_ex(digest.get(), EVP_md5(), nullptr) == 1,
                "a digest can be begun");
  std::string bytes(kReadBytes, '\0');
  for (;;) {
    const ssize_t count = read(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("read", path, errno);
    if (count == 0) break;
    EVP_DigestUpdate(digest.get(), bytes.data(), static_cast<size_t>(count));
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> found{};
  unsigned int length = 0;
  EVP_DigestFinal_ex(digest.get(), found.data(), &length);
  return ToHex({reinterpret_cast<const char*>(found.data()), length});
}

}  // namespace paisql::pai
