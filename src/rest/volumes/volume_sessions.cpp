#include "rest/volumes/volume_sessions.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "base/files/files.h"
#include "base/system/clock.h"
#include "store/catalog.h"

namespace paisql::rest {

namespace {

constexpr int64_t kSessionMs = int64_t{24} * 3600 * 1000;
constexpr size_t kPieceBytes = size_t{64} << 10;

Status WriteTo(const std::string& path, ByteSource& bytes) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.open()) return FileError("write", path, errno);
  std::array<char, kPieceBytes> piece;
  while (true) {
    PAISQL_ASSIGN(const size_t count, bytes.Read(piece.data(), piece.size()));
    if (count == 0) break;
    if (!WriteAll(file.get(), {piece.data(), count})) return FileError("write", path, errno);
  }
  return fsync(file.get()) == 0 ? Status::Ok() : FileError("write", path, errno);
}

}  // namespace

VolumeSession::~VolumeSession() {
  for (const auto& [name, path] : files) (void)unlink(path.c_str());
}

VolumeSessionPtr VolumeSessions::Add(const std::string& user, const std::string& project,
                                     const std::string& volume, const std::string& below) {
  auto session = std::make_shared<VolumeSession>();
  session->id = store::NewInstanceId();
  session->user = user;
  session->project = project;
  session->volume = volume;
  session->below = below;
  session->made_ms = NowMs();
  std::map<std::string, VolumeSessionPtr> gone;  // whose files go without the lock
  const std::lock_guard lock(mutex_);
  // Ids grow with time.
  while (!sessions_.empty() && sessions_.begin()->second->made_ms + kSessionMs < session->made_ms) {
    gone.insert(sessions_.extract(sessions_.begin()));
  }
  sessions_[session->id] = session;
  return session;
}

VolumeSessionPtr VolumeSessions::Find(const std::string& id, const std::string& user) {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  const bool own = found != sessions_.end() && found->second->user == user;
  return own ? found->second : nullptr;
}

Result<std::string> VolumeSessions::Receive(const store::Home& home, ByteSource& bytes) {
  std::string path;
  {
    const std::lock_guard lock(mutex_);
    if (lease_ == nullptr) {
      PAISQL_ASSIGN(lease_, store::Lease::Acquire(home));
    }
    PAISQL_ASSIGN(const std::string staging, lease_->StagingFolder());
    PAISQL_TRY(MakeFolders(staging + "/volumes"));
    path = staging + "/volumes/" + std::to_string(++received_);
  }
  const Status written = WriteTo(path, bytes);
  if (written.ok()) return path;
  (void)unlink(path.c_str());
  return written.error();
}

Status PlaceReceived(const std::string& received, const std::string& path) {
  const std::string folder = ParentFolder(path);
  PAISQL_TRY(MakeFolders(folder));
  if (rename(received.c_str(), path.c_str()) != 0) return FileError("write", path, errno);
  const Descriptor directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.open() || fsync(directory.get()) != 0) return FileError("write", path, errno);
  return Status::Ok();
}

}  // namespace paisql::rest
