#include "store/home/file_moves.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <vector>

#include "store/files/at_once.h"
#include "store/files/files.h"

namespace paisql::store {
namespace {

// A sweep removes empty folders without a lock, so one may go between its making and the rename. A
// failure of another kind comes again at once.
constexpr int kTries = 100;
// An object of some megabytes takes as long as its round trips do.
constexpr size_t kPutsAtOnce = 8;

}  // namespace

Status FileMoves::TryMove(const std::string& from, const std::string& to) {
  PAISQL_TRY(MakeFolders(ParentFolder(to), &made_folders_));
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    return FileError("move the staged file " + from + " to", to, errno);
  }
  return Status::Ok();
}

Status FileMoves::Move(const std::string& from, const std::string& to) {
  Status moved = Status::Ok();
  for (int i = 0; i < kTries; ++i) {
    moved = TryMove(from, to);
    if (moved.ok()) {
      moved_.emplace_back(from, to);
      return moved;
    }
    if (!FileExists(from)) return moved;
  }
  return moved;
}

Status FileMoves::Sync(const std::stop_token& stop) {
  std::set<std::string> paths;
  for (const auto& [from, to] : moved_) {
    paths.insert(to);
    paths.insert(ParentFolder(to));
  }
  // A new folder's own name stands in its parent.
  for (const std::string& folder : made_folders_) paths.insert(ParentFolder(folder));
  PAISQL_TRY(store::Sync({paths.begin(), paths.end()}));
  return PutObjects(stop);
}

bool FileMoves::IsObject(const std::string& path) const {
  return bucket_ != nullptr && bucket_->HasPath(path);
}

Status FileMoves::PutObjects(const std::stop_token& stop) {
  std::vector<std::string> paths;
  for (const auto& [from, to] : moved_) {
    if (IsObject(to)) paths.push_back(to);
  }
  if (paths.empty()) return Status::Ok();
  put_ = true;
  std::vector<Status> outcomes(paths.size(), Status::Ok());
  std::vector<char> made(paths.size());
  std::atomic<bool> failed = false;
  Status all = AtOnce(paths.size(), kPutsAtOnce, [&](size_t i) {
    if (failed) return;
    outcomes[i] = bucket_->Put(paths[i], stop);
    made[i] = outcomes[i].ok();
    if (!outcomes[i].ok()) failed = true;
  });
  for (size_t i = 0; i < paths.size(); ++i) {
    if (made[i] == 0) unsure_.insert(paths[i]);
  }
  for (Status& outcome : outcomes) PAISQL_TRY(std::move(outcome));
  return all;
}

bool FileMoves::RemoveObject(const std::string& path) {
  if (!put_ || !IsObject(path)) return true;
  // Once is enough to wait for an endpoint that does not answer.
  if (!leaves_objects_) {
    bool gone = false;
    const Status asked = AtOnce(1, 1, [&](size_t) { gone = bucket_->Remove(path).ok(); });
    leaves_objects_ = !asked.ok() || !gone;
  }
  if (!leaves_objects_ && !unsure_.contains(path)) return true;
  NoteLeft();
  return false;
}

void FileMoves::NoteLeft() {
  *left_files_ = true;
  if (lease_ != nullptr) lease_->LeaveToSweep();
}

void FileMoves::Undo() {
  for (auto move = moved_.rbegin(); move != moved_.rend(); ++move) {
    if (!RemoveObject(move->second)) continue;
    if (std::rename(move->second.c_str(), move->first.c_str()) != 0) NoteLeft();
  }
  moved_.clear();
  RemoveFolders();
}

void FileMoves::Discard() {
  for (const auto& [from, to] : moved_) {
    if (!RemoveObject(to)) continue;
    if (unlink(to.c_str()) != 0 && errno != ENOENT) NoteLeft();
  }
  moved_.clear();
  RemoveFolders();
}

void FileMoves::RemoveFolders() {
  for (auto folder = made_folders_.rbegin(); folder != made_folders_.rend(); ++folder) {
    const int outcome = rmdir(folder->c_str());
    // Another writer may use the folder by now, or a sweep has removed it.
    if (outcome != 0 && errno != ENOTEMPTY && errno != EEXIST && errno != ENOENT) NoteLeft();
  }
  made_folders_.clear();
}

}  // namespace paisql::store
