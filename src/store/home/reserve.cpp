#include "store/home/reserve.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "base/files/files.h"

namespace paisql::store {
namespace {

constexpr int64_t kOpeningBytes = kReserveBytes / 8;
constexpr int64_t kEnoughToReserve = 4 * kReserveBytes;

std::string ReservePath(const Home& home) { return home.path() + "/reserve"; }

int64_t ReservedBytes(const Home& home) {
  struct stat status {};
  if (lstat(ReservePath(home).c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return status.st_size;
}

int64_t FreeBytes(const Home& home) {
  struct statvfs disk {};
  if (statvfs(home.path().c_str(), &disk) != 0) return INT64_MAX;
  return static_cast<int64_t>(disk.f_bavail) * static_cast<int64_t>(disk.f_frsize);
}

// The bytes that it gave up.
int64_t Shrink(const Home& home, int64_t bytes) {
  const int64_t reserved = ReservedBytes(home);
  const int64_t left = std::max<int64_t>(reserved - bytes, 0);
  if (reserved == 0 || truncate(ReservePath(home).c_str(), left) != 0) return 0;
  return reserved - left;
}

void Grow(const Home& home, int64_t bytes) {
  const Descriptor file(
      open(ReservePath(home).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.open()) posix_fallocate(file.get(), 0, std::min(bytes, kReserveBytes));
}

}  // namespace

void KeepReserve(const Home& home) {
  if (ReservedBytes(home) >= kReserveBytes || FreeBytes(home) < kEnoughToReserve) return;
  Grow(home, kReserveBytes);
}

int64_t OpenFromReserve(const Home& home) {
  return FreeBytes(home) < kOpeningBytes ? Shrink(home, kOpeningBytes) : 0;
}

void ReturnToReserve(const Home& home, int64_t bytes) {
  if (bytes > 0) Grow(home, ReservedBytes(home) + bytes);
}

void RemoveFromReserve(const Home& home) {
  if (FreeBytes(home) < kReserveBytes) Shrink(home, kReserveBytes);
}

}  // namespace paisql::store
