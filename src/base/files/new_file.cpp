#include "base/files/new_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <system_error>
#include <utility>

#include "base/files/files.h"
#include "base/files/umask.h"
#include "base/hex.h"

namespace paisql {

namespace {

constexpr int kLookMs = 50;  // how soon an interruption is noticed
constexpr const char* kCure = "check the folder, its permissions and the free space";

std::string UnguessableName() { return ".paisql-" + RandomHex(32); }

std::string OwnPath(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

// The stream of ours, stdout or stderr, that the path stands for; -1 for none. What such a stream
// is sent to may be a file with a name; replacing it would take it away from the stream.
int OwnStream(const struct stat& named) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat ours {};
    if (fstat(stream, &ours) == 0 && SameFile(ours, named)) return stream;
  }
  return -1;
}

}  // namespace

NewFile::NewFile(std::string path, NewFileKind kind, std::stop_token stop)
    : path_(std::move(path)), kind_(kind), stop_(std::move(stop)) {}

NewFile::~NewFile() {
  if (!temporary_.empty()) unlinkat(folder_.get(), temporary_.c_str(), 0);
}

Status NewFile::Failure(const std::string& path, int error_number) const {
  if (kind_ != NewFileKind::kOfUser) return FileError("write", path, error_number);
  // It need not lie in the home.
  const std::string why = std::generic_category().message(error_number);
  return Error{ErrorCode::kIo, "cannot write " + path + ": " + why, {}, kCure};
}

Status NewFile::Interrupted() const {
  return Error{ErrorCode::kInstanceCancelled, "writing " + path_ + " was interrupted", {}, ""};
}

Result<std::unique_ptr<NewFile>> NewFile::Open(const std::string& path, NewFileKind kind,
                                               std::stop_token stop) {
  std::unique_ptr<NewFile> file(new NewFile(path, kind, std::move(stop)));
  PAISQL_TRY(file->FindPlace());
  return file;
}

Status NewFile::FindPlace() {
  name_ = path_.substr(path_.rfind('/') + 1);
  if (name_.empty() || name_ == "." || name_ == "..") return Failure(path_, EISDIR);
  if (kind_ != NewFileKind::kOfUser) return OpenTemporary(ParentFolder(path_));
  struct stat named {};
  if (stat(path_.c_str(), &named) == 0) {
    if (const int stream = OwnStream(named); stream >= 0) {
      return TakeAsItIs(Descriptor(fcntl(stream, F_DUPFD_CLOEXEC, 3)));
    }
    if (S_ISFIFO(named.st_mode)) return WaitForReader();
  }
  // By the kernel's own way, so that its rules for links in folders of all users hold.
  Descriptor file(open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.open()) {
    if (fstat(file.get(), &named) != 0) return Failure(path_, errno);
    return S_ISREG(named.st_mode) ? FindReplaced(file) : TakeAsItIs(std::move(file));
  }
  if (errno != ENOENT) return Failure(path_, errno);
  if (lstat(path_.c_str(), &named) == 0) {
    return Error{ErrorCode::kIo,
                 "cannot write " + path_ + ": it is a link to a file that does not exist",
                 {},
                 "remove the link, or make the file that it names"};
  }
  mode_ = 0666 & ~UserUmask();
  return OpenTemporary(ParentFolder(path_));
}

Status NewFile::WaitForReader() {
  while (!stop_.stop_requested()) {
    Descriptor file(open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (file.open()) return TakeAsItIs(std::move(file));
    if (errno != ENXIO && errno != EINTR) return Failure(path_, errno);
    poll(nullptr, 0, kLookMs);
  }
  return Interrupted();
}

Status NewFile::TakeAsItIs(Descriptor file) {
  if (!file.open()) return Failure(path_, errno);
  direct_ = true;
  file_ = std::move(file);
  return Status::Ok();
}

// The file that is there, by way of all links.
Status NewFile::FindReplaced(const Descriptor& file) {
  std::array<char, PATH_MAX> target{};
  const ssize_t size = readlink(OwnPath(file.get()).c_str(), target.data(), target.size() - 1);
  if (size <= 0) return Failure(path_, size < 0 ? errno : ENOENT);
  const std::string real(target.data(), static_cast<size_t>(size));
  struct stat opened {};
  struct stat named {};
  if (fstat(file.get(), &opened) != 0) return Failure(path_, errno);
  if (lstat(real.c_str(), &named) != 0) return Failure(real, errno);
  if (!SameFile(opened, named)) return Failure(real, ESTALE);
  replaces_ = true;
  mode_ = opened.st_mode & 0777;
  owner_ = opened.st_uid;
  group_ = opened.st_gid;
  name_ = real.substr(real.rfind('/') + 1);
  return OpenTemporary(ParentFolder(real));
}

Status NewFile::OpenTemporary(const std::string& folder) {
  folder_ = Descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder_.open()) return Failure(path_, errno);
  file_ = Descriptor(openat(folder_.get(), ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600));
  if (file_.open()) return Status::Ok();
  // Not every file system has files without names.
  return errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL ? OpenNamed()
                                                                   : Failure(path_, errno);
}

Status NewFile::OpenNamed() {
  const std::string name = UnguessableName();
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  file_ = Descriptor(openat(folder_.get(), name.c_str(), kFlags, 0600));
  if (!file_.open()) return Failure(path_, errno);
  temporary_ = name;
  return Status::Ok();
}

Status NewFile::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    if (stop_.stop_requested()) return Interrupted();
    // A stream of ours may block, and a reader that has stopped would then hold us for good. When
    // poll finds room in a pipe, there is room for this much.
    if (direct_ && !HasRoom()) continue;
    const size_t most = direct_ ? size_t{PIPE_BUF} : bytes.size();
    const ssize_t written = write(file_.get(), bytes.data(), std::min(bytes.size(), most));
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EAGAIN && errno != EINTR) {
      return Failure(path_, errno);
    }
  }
  return stop_.stop_requested() ? Interrupted() : Status::Ok();
}

// Waits no longer than an interruption may.
bool NewFile::HasRoom() const {
  pollfd wait = {file_.get(), POLLOUT, 0};
  return poll(&wait, 1, kLookMs) > 0;
}

// A file without a name can be given one, but not in place of another.
Status NewFile::GiveName() {
  if (!temporary_.empty()) return Status::Ok();
  const std::string name = UnguessableName();
  if (linkat(AT_FDCWD, OwnPath(file_.get()).c_str(), folder_.get(), name.c_str(),
             AT_SYMLINK_FOLLOW) != 0) {
    return Failure(path_, errno);
  }
  temporary_ = name;
  return Status::Ok();
}

Status NewFile::Finish() {
  if (direct_) {
    const int closed = close(file_.Release());
    return closed == 0 ? Status::Ok() : Failure(path_, errno);
  }
  // A file that cannot be given back to its owner is ours. Before the mode, which loses bits by it.
  if (replaces_ && (owner_ != geteuid() || group_ != getegid())) {
    (void)!fchown(file_.get(), owner_, group_);
  }
  if (fchmod(file_.get(), mode_) != 0) return Failure(path_, errno);
  const bool lasting = kind_ != NewFileKind::kOwnPassing;
  if (lasting && fsync(file_.get()) != 0) return Failure(path_, errno);
  PAISQL_TRY(GiveName());
  if (renameat(folder_.get(), temporary_.c_str(), folder_.get(), name_.c_str()) != 0) {
    return Failure(path_, errno);
  }
  temporary_.clear();
  file_.Close();
  if (!lasting || fsync(folder_.get()) == 0) return Status::Ok();
  // Some file systems know no fsync of a folder.
  return errno == EINVAL || errno == EOPNOTSUPP ? Status::Ok() : Failure(path_, errno);
}

Status WriteNewFile(const std::string& path, std::string_view bytes, NewFileKind kind) {
  PAISQL_ASSIGN(const std::unique_ptr<NewFile> file, NewFile::Open(path, kind));
  PAISQL_TRY(file->Write(bytes));
  return file->Finish();
}

}  // namespace paisql
