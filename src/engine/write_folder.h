#pragma once

// The folder of a write while the write runs, which other processes may fill at the same time: what
// a write leaves there is what its engine has told, or nothing. The functions fail silently; the
// statement's staging folder goes away later in any case.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"

namespace paisql::engine {

// More partitions than this are refused.
inline constexpr size_t kMaxPartitionsOfOneWrite = 10000;

// Owns what comes into the folder until Keep is called.
class WriteFolder {
 public:
  explicit WriteFolder(const std::string& directory);
  // Removes everything that was not there before, unless Keep was called.
  ~WriteFolder();
  WriteFolder(const WriteFolder&) = delete;
  WriteFolder& operator=(const WriteFolder&) = delete;

  void Remove() const;
  // The write has succeeded with these files.
  void Keep() { kept_ = true; }
  // The same, where other files may have come beside them: those of tasks that failed, or whose
  // work another task has done, too. They are removed.
  void KeepOnly(const std::vector<WrittenFile>& files);

 private:
  std::vector<std::filesystem::path> Made() const;

  std::filesystem::path directory_;
  std::set<std::filesystem::path> before_;
  bool kept_ = false;
};

// kPartition where the files are of too many partitions.
Status CheckPartitionsOfWrite(const std::vector<WrittenFile>& files);

}  // namespace paisql::engine
