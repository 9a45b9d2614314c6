#pragma once

// Files that clients are sending into volumes, in a folder of a lease: nothing of them stays unless
// they are committed. A session that nobody commits goes after a day. Safe from any thread.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/byte_source.h"
#include "base/result.h"
#include "store/home/lease.h"

namespace paisql::rest {

// One client's session: an upload into a partition or of a file, or the download of a file.
struct VolumeSession {
  std::string id;
  std::string user;
  std::string project;
  std::string volume;
  std::string below;  // a partition, or a path of a tree
  int64_t made_ms = 0;

  std::mutex mutex;                          // guards what follows
  std::map<std::string, std::string> files;  // by their names: paths of what has come
  bool closed = false;
  ~VolumeSession();  // removes the files that are left
};

using VolumeSessionPtr = std::shared_ptr<VolumeSession>;

class VolumeSessions {
 public:
  VolumeSessionPtr Add(const std::string& user, const std::string& project,
                       const std::string& volume, const std::string& below);
  // Null for an unknown one, and for one of another user.
  VolumeSessionPtr Find(const std::string& id, const std::string& user);
  // Writes the bytes to a file of its own; its path. An error leaves nothing.
  Result<std::string> Receive(const store::Home& home, ByteSource& bytes);

 private:
  std::mutex mutex_;
  std::unique_ptr<store::Lease> lease_;  // outlives the sessions
  int64_t received_ = 0;
  std::map<std::string, VolumeSessionPtr> sessions_;
};

// Puts the file that was received at `path`, in one step, whatever is there.
Status PlaceReceived(const std::string& received, const std::string& path);

}  // namespace paisql::rest
