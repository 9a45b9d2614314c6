#include "store/home/file_moves.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <set>

#include "store/files/files.h"

namespace paisql::store {
namespace {

// A sweep removes empty folders without a lock, so one may go between its making and the rename. A
// failure of another kind comes again at once.
constexpr int kTries = 100;

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

Status FileMoves::Sync() {
  std::set<std::string> paths;
  for (const auto& [from, to] : moved_) {
    paths.insert(to);
    paths.insert(ParentFolder(to));
  }
  // A new folder's own name stands in its parent.
  for (const std::string& folder : made_folders_) paths.insert(ParentFolder(folder));
  return store::Sync({paths.begin(), paths.end()});
}

void FileMoves::NoteLeft() {
  *left_files_ = true;
  if (lease_ != nullptr) lease_->LeaveToSweep();
}

void FileMoves::Undo() {
  for (auto move = moved_.rbegin(); move != moved_.rend(); ++move) {
    if (std::rename(move->second.c_str(), move->first.c_str()) != 0) NoteLeft();
  }
  moved_.clear();
  RemoveFolders();
}

void FileMoves::Discard() {
  for (const auto& [from, to] : moved_) {
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
