#include "store/home/reserve.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace paisql::store {
namespace {

constexpr int64_t kOpeningBytes = kReserveBytes / 8;
constexpr int64_t kEnoughToReserve = 2 * kReserveBytes;
// How much is given back if not all of it fits.
constexpr int64_t kStep = kReserveBytes / 64;

std::string ReservePath(const std::string& home_path) { return home_path + "/reserve"; }

// nullopt where no reserve was made.
std::optional<int64_t> ReservedBytes(const std::string& home_path) {
  struct stat status {};
  if (lstat(ReservePath(home_path).c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  return status.st_size;
}

int64_t FreeBytes(const Home& home) {
  struct statvfs disk {};
  if (statvfs(home.path().c_str(), &disk) != 0) return INT64_MAX;
  return static_cast<int64_t>(disk.f_bavail) * static_cast<int64_t>(disk.f_frsize);
}

// Open and locked, or not open: there is no reserve, or another process borrows from it.
Descriptor LockReserve(const std::string& home_path, int flags = 0) {
  Descriptor file(open(ReservePath(home_path).c_str(),
                       O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0600));
  struct stat status {};
  if (!file.open() || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    file.Close();
  }
  return file;
}

int64_t SizeOf(const Descriptor& file) {
  struct stat status {};
  return fstat(file.get(), &status) == 0 ? status.st_size : 0;
}

void Shrink(const Descriptor& file, int64_t bytes) {
  const int64_t left = std::max<int64_t>(SizeOf(file) - bytes, 0);
  if (ftruncate(file.get(), left) != 0) return;  // what needs the space says that there is none
}

void Grow(const Descriptor& file) {
  const int64_t had = SizeOf(file);
  if (had >= kReserveBytes || posix_fallocate(file.get(), 0, kReserveBytes) == 0) return;
  // A call that failed may have allocated a part.
  int64_t bytes = had;
  while (bytes < kReserveBytes && posix_fallocate(file.get(), bytes, kStep) == 0) bytes += kStep;
  if (ftruncate(file.get(), bytes) != 0) return;
}

}  // namespace

ReserveLoan ReserveLoan::ForOpening(const Home& home) {
  Descriptor file;
  if (FreeBytes(home) < kOpeningBytes) file = LockReserve(home.path());
  if (file.open()) Shrink(file, kOpeningBytes);
  return {home, std::move(file)};
}

ReserveLoan ReserveLoan::ForRemoval(const Home& home) {
  Descriptor file;
  if (FreeBytes(home) < kReserveBytes) file = LockReserve(home.path());
  if (file.open()) Shrink(file, kReserveBytes);
  return {home, std::move(file)};
}

ReserveLoan::~ReserveLoan() {
  if (file_.open()) Grow(file_);
}

void KeepReserve(const Home& home) {
  if (ReservedBytes(home.path()).has_value() || FreeBytes(home) < kEnoughToReserve) return;
  const Descriptor file = LockReserve(home.path(), O_CREAT);
  if (file.open()) Grow(file);
}

bool IsReserveShort(const Home& home) {
  return ReservedBytes(home.path()).value_or(kReserveBytes) < kReserveBytes;
}

void FillReserve(const Home& home) {
  if (!IsReserveShort(home)) return;
  const Descriptor file = LockReserve(home.path());
  if (file.open()) Grow(file);
}

Status CheckReserve(const Home& home) {
  FillReserve(home);
  if (!IsReserveShort(home)) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "no space left on the disk of home " + home.path() +
                   ": its last MiB is kept for what removes something",
               {},
               "free disk space: DROP or TRUNCATE tables or partitions, or remove other files"};
}

bool SpendReserve(const std::string& home_path, int64_t bytes) {
  const Descriptor file = LockReserve(home_path);
  if (!file.open() || SizeOf(file) == 0) return false;
  Shrink(file, bytes);
  return true;
}

}  // namespace paisql::store
