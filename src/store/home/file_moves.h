#pragma once

// Files moved from a staging folder to their places, before the transaction that lists them. Until
// that one commits they belong to nobody but the lease whose name they carry
// (store/home/lease_files.h), and no sweep takes them as long as it lives. Where data files lie in
// a bucket, the object is made before Sync returns and goes before its copy does: so whoever finds
// a copy that no table lists knows of the object, without a list of the bucket's. Private to the
// store; one thread.

#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/home/lease.h"
#include "store/home/warehouse_bucket.h"

namespace paisql::store {

class FileMoves {
 public:
  // `left_files` is set when a file that was moved cannot go back, and `lease`, if there is one of
  // these moves' own, is left to the sweep; both outlive this. `bucket` is that of data files.
  explicit FileMoves(bool& left_files, Lease* lease = nullptr,
                     std::shared_ptr<WarehouseBucket> bucket = nullptr)
      : left_files_(&left_files), lease_(lease), bucket_(std::move(bucket)) {}
  FileMoves(const FileMoves&) = delete;
  FileMoves& operator=(const FileMoves&) = delete;
  ~FileMoves() { Undo(); }

  // Renames the file, making the target's folders.
  Status Move(const std::string& from, const std::string& to);
  // Writes the moved files, and their names, to the disk, and data files into their bucket.
  // `stop` ends waiting for that.
  Status Sync(const std::stop_token& stop = {});
  // They stay where they are now.
  void Keep() {
    moved_.clear();
    put_ = false;
    made_folders_.clear();
  }
  // They go back, and the folders that were made for them go. What cannot is left where it is, and
  // a later search for orphans removes it.
  void Undo();
  // The same, but the files are removed instead of going back.
  void Discard();

 private:
  // Of the bucket's files, where there is a bucket.
  bool IsObject(const std::string& path) const;
  Status PutObjects(const std::stop_token& stop);
  // False where the object may be left, and its copy has to stay.
  bool RemoveObject(const std::string& path);
  void RemoveFolders();
  void NoteLeft();
  Status TryMove(const std::string& from, const std::string& to);

  std::vector<std::pair<std::string, std::string>> moved_;
  std::vector<std::string> made_folders_;
  bool put_ = false;  // some of them may be objects
  bool leaves_objects_ = false;
  // Requests that nobody waits for any more may still make these objects.
  std::set<std::string> unsure_;
  bool* left_files_;
  Lease* lease_;
  std::shared_ptr<WarehouseBucket> bucket_;
};

}  // namespace paisql::store
