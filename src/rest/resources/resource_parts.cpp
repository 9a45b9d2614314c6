#include "rest/resources/resource_parts.h"

#include <unistd.h>

#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/system/clock.h"

namespace paisql::rest {

namespace {

constexpr size_t kReadBytes = size_t{1} << 20;
constexpr int64_t kKeptMs = int64_t{24} * 3600 * 1000;

}  // namespace

ResourceParts::Part::~Part() {
  if (!path.empty()) (void)unlink(path.c_str());
}

Result<std::string> ResourceParts::NewPath(const store::Home& home) {
  const std::lock_guard lock(mutex_);
  if (lease_ == nullptr) {
    PAISQL_ASSIGN(lease_, store::Lease::Acquire(home));
  }
  PAISQL_ASSIGN(const std::string staging, lease_->StagingFolder());
  PAISQL_TRY(MakeFolders(staging + "/parts"));
  return staging + "/parts/" + std::to_string(++made_);
}

Status ResourceParts::Keep(const store::Home& home, const std::string& key, BodyReader& body) {
  auto part = std::make_shared<Part>();
  PAISQL_ASSIGN(const std::string path, NewPath(home));
  PAISQL_ASSIGN(const std::unique_ptr<NewFile> file, NewFile::Open(path, NewFileKind::kOwnPassing));
  while (true) {
    PAISQL_ASSIGN(const std::string piece, body.Read(kReadBytes));
    if (piece.empty()) break;
    PAISQL_TRY(file->Write(piece));
    part->bytes += static_cast<int64_t>(piece.size());
  }
  PAISQL_TRY(file->Finish());
  part->path = path;
  part->made_ms = NowMs();
  std::map<std::string, PartPtr> gone;  // whose files go without the lock
  const std::lock_guard lock(mutex_);
  for (auto one = parts_.begin(); one != parts_.end();) {
    const bool old = one->second->made_ms + kKeptMs < part->made_ms || one->first == key;
    const auto next = std::next(one);
    if (old) gone.insert(parts_.extract(one));
    one = next;
  }
  parts_[key] = std::move(part);
  return Status::Ok();
}

ResourceParts::PartPtr ResourceParts::Find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = parts_.find(key);
  return found == parts_.end() ? nullptr : found->second;
}

bool ResourceParts::Remove(const std::string& key) {
  const std::lock_guard lock(mutex_);
  return parts_.erase(key) > 0;
}

void ResourceParts::MarkTemporary(const std::string& key, bool temporary) {
  const std::lock_guard lock(mutex_);
  if (temporary) {
    temporary_.insert(key);
  } else {
    temporary_.erase(key);
  }
}

bool ResourceParts::IsTemporary(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  return temporary_.contains(key);
}

}  // namespace paisql::rest
