#include "store/home/lease.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>

#include "base/assert.h"
#include "base/files/files.h"
#include "store/files/clock.h"
#include "store/files/files.h"
#include "store/home/lease_files.h"
#include "store/home/reserve.h"

namespace paisql::store {
namespace {

constexpr size_t kLeaseDigits = 32;         // of UniqueName
constexpr size_t kLeasedDigits = 16;        // of what belongs to a lease
constexpr int64_t kLeaseBytes = 32 * 1024;  // of the disk, with its name in a folder

Status WritePin(int descriptor, const std::string& path, int64_t snapshot) {
  std::string digits = std::to_string(snapshot);
  digits.insert(0, kPinDigits - digits.size(), '0');
  digits += '\n';
  const ssize_t written = pwrite(descriptor, digits.data(), digits.size(), 0);
  if (written == static_cast<ssize_t>(digits.size())) return Status::Ok();
  return FileError("write the lease", path, written < 0 ? errno : ENOSPC);
}

// Text that is not a pin counts as 0, which keeps every file.
int64_t ReadPin(int descriptor) {
  char digits[kPinDigits] = {};
  if (pread(descriptor, digits, sizeof digits, 0) != ssize_t{sizeof digits}) return 0;
  int64_t snapshot = 0;
  const auto [end, code] = std::from_chars(digits, digits + sizeof digits, snapshot);
  return code == std::errc() && end == digits + sizeof digits ? snapshot : 0;
}

// Not waiting for the other end of a pipe, and not led elsewhere by a link: a home may come from
// somebody else.
Descriptor OpenToLook(const std::string& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
}

// On a full disk in space of the reserve: who only looks or removes needs a lease, too.
int MakeLeaseFile(const std::string& home_path, const std::string& path) {
  const auto make = [&] { return open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666); };
  const int file = make();
  if (file >= 0 || errno != ENOSPC || !SpendReserve(home_path, kLeaseBytes)) return file;
  return make();
}

int Lock(int descriptor, int operation) {
  int outcome = 0;
  do {
    outcome = flock(descriptor, operation);
  } while (outcome != 0 && errno == EINTR);
  return outcome;
}

// A file that a sweep has removed between its making and its locking has no name any more.
bool HasName(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

bool IsNamed(int descriptor, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         SameFile(opened, named);
}

}  // namespace

Result<std::unique_ptr<Lease>> Lease::Acquire(const Home& home) {
  std::unique_ptr<Lease> lease(new Lease());
  lease->home_path_ = home.path();
  if (!home.writable()) {
    // If this file cannot be opened either, no process has swept the home or can.
    const std::string readers = home.LeasesPath() + "/" + kReadersName;
    Descriptor file(open(readers.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.open()) Lock(file.get(), LOCK_SH);
    lease->descriptor_ = file.Release();
    return lease;
  }
  while (true) {
    lease->id_ = UniqueName();
    lease->path_ = home.LeasesPath() + "/" + lease->id_;
    Descriptor file(MakeLeaseFile(home.path(), lease->path_));
    if (!file.open()) return FileError("make the lease", lease->path_, errno);
    if (Lock(file.get(), LOCK_EX) != 0) return FileError("lock the lease", lease->path_, errno);
    if (!HasName(file.get())) continue;
    if (!WritePin(file.get(), lease->path_, kNothing).ok()) {
      (void)SpendReserve(home.path(), kLeaseBytes);
      Status written = WritePin(file.get(), lease->path_, kNothing);
      if (!written.ok()) {
        (void)RemoveFile(lease->path_);
        return std::move(written).error();
      }
    }
    lease->descriptor_ = file.Release();
    return lease;
  }
}

Result<std::unique_ptr<Lease>> Lease::Adopt(const Home& home, const std::string& id,
                                            int descriptor) {
  std::unique_ptr<Lease> lease(new Lease());
  lease->home_path_ = home.path();
  lease->id_ = id;
  lease->path_ = home.LeasesPath() + "/" + id;
  if (!IsNamed(descriptor, lease->path_)) {
    return Error{ErrorCode::kEnvironment,
                 "descriptor " + std::to_string(descriptor) + " is not the lease " + lease->path_,
                 {},
                 "start the job again"};
  }
  // The lock belongs to the open file that both processes share, so this only makes sure of it.
  if (Lock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return FileError("lock the lease", lease->path_, errno);
  }
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  lease->descriptor_ = descriptor;
  lease->pinned_ = ReadPin(descriptor);
  return lease;
}

Lease::~Lease() {
  if (descriptor_ < 0) return;
  if (!path_.empty()) {
    // The next sweep removes the rest: the lease is dead by then.
    const Status staging = RemoveTree(home_path_ + "/staging/" + id_);
    if (staging.ok() && !leave_to_sweep_) (void)RemoveFile(path_);
  }
  close(descriptor_);
}

Result<std::string> Lease::StagingFolder() {
  if (path_.empty()) {
    return Error{ErrorCode::kEnvironment,
                 "home is read-only: " + home_path_ + " cannot be written",
                 {},
                 "get permission to write there, or choose another --home"};
  }
  PAISQL_ASSERT(descriptor_ >= 0, "an abandoned lease stages nothing");
  const std::string folder = home_path_ + "/staging/" + id_;
  Status made = MakeFolders(folder);
  // A process that only reads still needs a folder for what the engine spills.
  if (!made.ok() && SpendReserve(home_path_, kLeaseBytes)) made = MakeFolders(folder);
  PAISQL_TRY(std::move(made));
  return folder;
}

Status Lease::Pin(int64_t snapshot) {
  PAISQL_ASSERT(snapshot >= 0, "a snapshot is not negative");
  if (!path_.empty()) {
    PAISQL_ASSERT(descriptor_ >= 0, "an abandoned lease pins nothing");
    PAISQL_TRY(WritePin(descriptor_, path_, snapshot));
  }
  pinned_ = snapshot;
  return Status::Ok();
}

void Lease::Abandon() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

bool IsLeased(const Home& home, const std::string& name) {
  const Descriptor file = OpenToLook(home.LeasesPath() + "/" + name);
  if (!file.open()) return errno != ENOENT;
  return Lock(file.get(), LOCK_SH | LOCK_NB) != 0;
}

Status LetGo(const Home& home, const std::string& name) {
  const std::string path = home.LeasesPath() + "/" + name;
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.open()) return FileError("open the lease", path, errno);
  return WritePin(file.get(), path, Lease::kNothing);
}

std::string LeasedName(const std::string& lease) {
  return lease + "-" + UniqueName().substr(0, kLeasedDigits);
}

std::string LeaseOfPath(const std::string& path) {
  // From the last component on backwards: "<lease>-<digits>.parquet", "<lease>-<digits>/<name>".
  size_t end = path.size();
  while (end != std::string::npos && end > 0) {
    const size_t slash = path.rfind('/', end - 1);
    const size_t begin = slash == std::string::npos ? 0 : slash + 1;
    const std::string_view name = std::string_view(path).substr(begin, end - begin);
    const size_t dash = name.find('-');
    if (dash == kLeaseDigits && name.size() >= kLeaseDigits + 1 + kLeasedDigits &&
        name.find_first_not_of("0123456789abcdef") == dash) {
      return std::string(name.substr(0, dash));
    }
    end = slash;
  }
  return "";
}

Result<LeaseSurvey> SurveyLeases(const Home& home) {
  LeaseSurvey survey;
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(home.LeasesPath()));
  for (const std::string& name : names) {
    const std::string path = home.LeasesPath() + "/" + name;
    const Descriptor file = OpenToLook(path);
    if (!file.open()) {
      if (errno == ENOENT) continue;
      // A lease of another user that cannot be looked at may need anything.
      survey.oldest_pin = 0;
      continue;
    }
    const bool nobody = Lock(file.get(), LOCK_EX | LOCK_NB) == 0;
    if (name == kReadersName) {
      if (!nobody) survey.oldest_pin = 0;
    } else if (!nobody) {
      survey.oldest_pin = std::min(survey.oldest_pin, ReadPin(file.get()));
    } else if (HasName(file.get())) {
      survey.dead.push_back(name);
    }
  }
  return survey;
}

Status RemoveDeadLease(const Home& home, const std::string& name) {
  const std::string path = home.LeasesPath() + "/" + name;
  // It may have been looked at between its making and its locking, and then it lives. Its owner
  // waits for this lock, and finds that its lease has no name any more.
  const Descriptor file = OpenToLook(path);
  if (!file.open()) return errno == ENOENT ? Status::Ok() : FileError("open", path, errno);
  if (Lock(file.get(), LOCK_EX | LOCK_NB) != 0 || !HasName(file.get())) return Status::Ok();
  // The staging folder goes first: as long as the lease is there, the next sweep comes back to it.
  PAISQL_TRY(RemoveTree(home.StagingPath() + "/" + name));
  return RemoveFile(path);
}

}  // namespace paisql::store
