#pragma once

// Files moved from a staging folder to their places, before the transaction that lists them. Until
// that one commits they belong to nobody but the lease whose name they carry
// (store/home/lease_files.h), and no sweep takes them as long as it lives. Private to the store;
// one thread.

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/home/lease.h"

namespace paisql::store {

class FileMoves {
 public:
  // `left_files` is set when a file that was moved cannot go back, and `lease`, if there is one of
  // these moves' own, is left to the sweep; both outlive this.
  explicit FileMoves(bool& left_files, Lease* lease = nullptr)
      : left_files_(&left_files), lease_(lease) {}
  FileMoves(const FileMoves&) = delete;
  FileMoves& operator=(const FileMoves&) = delete;
  ~FileMoves() { Undo(); }

  // Renames the file, making the target's folders.
  Status Move(const std::string& from, const std::string& to);
  // Writes the moved files, and their names, to the disk.
  Status Sync();
  // They stay where they are now.
  void Keep() {
    moved_.clear();
    made_folders_.clear();
  }
  // They go back, and the folders that were made for them go. What cannot is left where it is, and
  // a later search for orphans removes it.
  void Undo();
  // The same, but the files are removed instead of going back.
  void Discard();

 private:
  void RemoveFolders();
  void NoteLeft();
  Status TryMove(const std::string& from, const std::string& to);

  std::vector<std::pair<std::string, std::string>> moved_;
  std::vector<std::string> made_folders_;
  bool* left_files_;
  Lease* lease_;
};

}  // namespace paisql::store
