#pragma once

// The volumes of a project as folders, which is what they are (docs/volumes.md): a volume is a
// folder, and what lies in it is all that is known of it. Its comment, and whether it was made as a
// tree of folders or with partitions, lie beside it. Any thread may use one.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::rest {

// What lies under a name.
struct VolumeEntry {
  std::string name;
  bool folder = false;
  int64_t bytes = 0;  // of the file, or of all files below the folder
  int64_t files = 0;
  int64_t modified_ms = 0;
  // Of the file, as clients asked for it: a home keeps each file once.
  int64_t copies = 1;
};

class VolumeFolder {
 public:
  VolumeFolder(const store::Home& home, std::string_view project);

  // Names of volumes, sorted.
  Result<std::vector<std::string>> Names() const;
  // The name of the volume as it was made, whatever letters' case is asked for. kResourceNotFound.
  Result<std::string> Find(const std::string& name) const;
  // The path of what lies `below` the volume. kResourceNotFound where nothing does, and
  // kInvalidCommand for a path that could lead out of the volume.
  Result<std::string> PathOf(const std::string& volume, const std::string& below) const;
  // The same for what is to be made.
  Result<std::string> NewPathOf(const std::string& volume, const std::string& below) const;

  std::string CommentOf(const std::string& volume) const;
  // True: clients address it by paths, and not by partitions and files.
  bool IsTree(const std::string& volume) const;

  // kInvalidMetaOperation for a name that is taken.
  Status Make(const std::string& name, const std::string& comment, bool tree) const;
  // Takes the volume, or what lies below it, away in one step.
  Status Remove(const std::string& path) const;

 private:
  std::string folder_;
};

// Keeps with the file how many copies a client asks for, where its file system keeps such facts.
Status AskForCopies(const std::string& path, int64_t copies);
// Of a folder with all that it holds. kResourceNotFound for what is not there.
Result<VolumeEntry> EntryOf(const std::string& path);
// What the folder holds, sorted by name, without files that are still being written. Folders have
// no bytes and no files in it.
Result<std::vector<VolumeEntry>> EntriesOf(const std::string& folder);

}  // namespace paisql::rest
